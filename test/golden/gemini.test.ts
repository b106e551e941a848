import { describe, expect, it } from 'vitest';
import { captureEvents, captureSuite } from './support/captureSuite';
import { captureOf } from './support/captures';
import { workspacePath } from './support/grade';

const GEMINI = captureOf('gemini');

captureSuite(GEMINI);

describe('gemini, besides reads', () => {
  const events = captureEvents(GEMINI);

  it('starts the session and its subagent under it', () => {
    expect(events.filter((event) => event.kind === 'session-start')).toMatchObject([
      {
        session: '8c8ac88f-ad86-4fda-9b2e-d72fa2bea6a2',
        actor: 'f7cfbc26-ea08-432d-97ab-4db22847e4a2',
        parent: 'main',
        cwd: '/home/dev/ws',
      },
      { session: '8c8ac88f-ad86-4fda-9b2e-d72fa2bea6a2', actor: 'main', parent: null },
    ]);
  });

  it('hears the person once, and no one in the subagent', () => {
    expect(events.filter((event) => event.kind === 'prompt')).toMatchObject([{ actor: 'main' }]);
  });

  it('counts a message once, though it is written twice', () => {
    const turns = events.filter((event) => event.kind === 'turn');
    expect(turns.filter(({ actor }) => actor === 'main')).toHaveLength(45);
    expect(turns.filter(({ actor }) => actor !== 'main')).toHaveLength(4);
  });

  it('loses nothing of the context', () => {
    expect(events.filter((event) => event.kind === 'context-lost')).toEqual([]);
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
      { kind: 'delivered', returned: [[45, 55]], totalLines: 400 },
      { kind: 'write', outcome: 'ok', totalLines: 12 },
      { kind: 'delivered', returned: [[1, 12]], totalLines: 12 },
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
