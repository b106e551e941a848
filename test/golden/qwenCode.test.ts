import { describe, expect, it } from 'vitest';
import { captureEvents, captureSuite } from './support/captureSuite';
import { captureOf } from './support/captures';
import { workspacePath } from './support/grade';

const QWEN = captureOf('qwen-code');

captureSuite(QWEN);

describe('qwen-code, besides reads', () => {
  const events = captureEvents(QWEN);

  it('starts the session and its subagent under it', () => {
    const session = '2e120abb-87f4-4b75-9289-dad63730bcf5';
    expect(events.filter((event) => event.kind === 'session-start')).toMatchObject([
      { session, actor: 'main', parent: null, cwd: '/home/dev/ws' },
      { session, actor: 'general-purpose-call_stub0044', parent: 'main', cwd: '/home/dev/ws' },
    ]);
  });

  it('hears the person once, and no one in the subagent', () => {
    expect(events.filter((event) => event.kind === 'prompt')).toMatchObject([{ actor: 'main' }]);
  });

  it('counts a message once, though a subagent writes it in two rows', () => {
    const turns = events.filter((event) => event.kind === 'turn');
    expect(turns.filter(({ actor }) => actor === 'main')).toHaveLength(42);
    expect(turns.filter(({ actor }) => actor !== 'main')).toHaveLength(3);
  });

  it('tells edits and writes, and the lines that their answers show', () => {
    const changes = events.filter((event) => ['edit', 'write', 'delivered'].includes(event.kind));
    expect(changes).toMatchObject([
      {
        kind: 'edit',
        outcome: 'ok',
        lines: [[50, 50]],
        hunks: [{ oldStart: 50, oldLines: 1, newStart: 50, newLines: 1 }],
      },
      { kind: 'delivered', returned: [[46, 54]], totalLines: null, agentTotal: 401 },
      { kind: 'write', outcome: 'ok', totalLines: 12 },
    ]);
  });

  it('shows which lines a search displayed', () => {
    const glimpsed = events.flatMap((event) => (event.kind === 'search' ? event.glimpsed : []));
    expect(glimpsed.map(({ path, lines }) => [workspacePath(path), lines])).toEqual([
      ['src/mid.ts', [[40, 43]]],
      ['src/mid.ts', [[200, 204]]],
    ]);
  });

  it('knows how long a file is only where its end was shown', () => {
    const totals = events.flatMap((event) =>
      event.kind === 'read' && event.path.endsWith('/mid.ts') ? [event.totalLines] : [],
    );
    expect(new Set(totals)).toEqual(new Set([400, null]));
  });
});
