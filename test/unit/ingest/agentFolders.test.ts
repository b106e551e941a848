import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentsWithFolder } from '../../../src/ingest/agentFolders';
import { KNOWN_FORMATS } from '../../../src/ingest/knownFormats';
import { machineOf } from '../../../src/ingest/machine';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'agent-folders-'));
});
afterEach(() => rm(home, { recursive: true }));

it('agents are found by their folders alone', async () => {
  const found = async () => [...(await agentsWithFolder(KNOWN_FORMATS.adapters, machineOf({}, home)))];
  expect(await found()).toEqual([]);
  await writeFile(join(home, '.cursor'), '');
  expect(await found()).toEqual([]);
  await mkdir(join(home, '.codex'));
  expect(await found()).toEqual(['codex']);
});
