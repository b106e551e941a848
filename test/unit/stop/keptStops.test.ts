import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeptStops } from '../../../src/editor/stopping/keptStops';
import { HookAnswerWay } from '../../../src/stop/hookAnswer';
import { keepStops } from '../../../src/stop/keptStop';
import type { StopRequest } from '../../../src/stop/stopRequest';
import { sessionKey } from '../../../src/tracker/views';

const source = 'claude-code';
const agent = 'claude-code';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-stops-'));
  vi.stubEnv('READ_COVERAGE_HOME', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function askedAt(session: string, requestedAt: number): StopRequest {
  const scope = { key: sessionKey(source, session), source, session, agent, actor: null, cwd: '/ws' };
  return { id: 1, scope, reason: 'enough', requestedAt, state: 'stopped', via: [], problems: [] };
}

it('a stop is not restored where a person speaks while it is still looked what is to be', async () => {
  const asked = Date.now() - 60_000;
  const quiet = () => undefined;
  const signs = { acknowledged: quiet, rested: quiet, prompted: quiet, ignored: quiet, changed: quiet };
  const hooks = new HookAnswerWay(() => 'its hooks', signs);
  const restored: string[] = [];
  const memory = {
    get: () =>
      keepStops([askedAt('spoken to', asked), askedAt('left alone', asked), askedAt('before', asked)]),
    update: async () => undefined,
  };
  const failure = (_: string, error: unknown) => {
    throw error;
  };
  const control = {
    restore: ({ scope }: StopRequest) => void restored.push(scope.session),
    of: () => undefined,
  };
  const kept = new KeptStops(memory, hooks, control, { failure });
  const restoring = kept.restore();
  const prompt = { kind: 'prompt', source, agent, actor: 'main', call: null } as const;
  kept.observe({ ...prompt, session: 'spoken to', time: asked + 1 });
  kept.observe({ ...prompt, session: 'before', time: asked - 1 });
  await restoring;
  expect(restored).toEqual(['left alone', 'before']);
  expect(hooks.standing().map(({ scope }) => scope.session)).toEqual(['left alone', 'before']);
});
