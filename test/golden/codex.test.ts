import { describe, expect, it } from 'vitest';
import { captureEvents, captureSuite } from './support/captureSuite';
import { captureOf } from './support/captures';
import { workspacePath } from './support/grade';

const DIRECT = captureOf('codex-direct');
const SCRIPTS = captureOf('codex-cm');

captureSuite(DIRECT);
captureSuite(SCRIPTS);

describe('the course of a session', () => {
  const main = '01a22b82-32a0-78f3-aba5-02e24f23a6ee';
  const sub = '01a22b82-5c15-7491-9e02-dece36a9e203';
  const events = captureEvents(DIRECT);

  it('has the subagent as an actor of its own', () => {
    expect(new Set(events.map((event) => event.session))).toEqual(new Set([main]));
    expect(new Set(events.map((event) => event.actor))).toEqual(new Set(['main', sub]));
    expect(events.filter((event) => event.kind === 'session-start')).toMatchObject([
      { actor: 'main', cwd: '/home/dev/ws', parent: null },
      { actor: sub, cwd: '/home/dev/ws', parent: 'main' },
    ]);
  });

  it('hears persons only', () => {
    expect(events.filter((event) => event.kind === 'prompt')).toMatchObject([{ actor: 'main' }]);
  });

  it('counts a message of several calls once', () => {
    const turns = events.filter((event) => event.kind === 'turn' && event.actor === 'main');
    // 52 calls, four of them in one message; a summary, and a last word.
    expect(turns).toHaveLength(52 - 3 + 2);
  });

  it.each([DIRECT, SCRIPTS])('loses its context once, and keeps nothing: $capture', (of) => {
    expect(captureEvents(of).filter((event) => event.kind === 'context-lost')).toMatchObject([
      { reason: 'compaction', kept: [] },
    ]);
  });

  it.each([DIRECT, SCRIPTS])('tells what was changed, line by line: $capture', (of) => {
    const changes = captureEvents(of).filter(({ kind }) =>
      ['edit', 'write', 'document-changed'].includes(kind),
    );
    expect(
      changes.map((event) => ({ ...event, path: 'path' in event ? workspacePath(event.path) : '' })),
    ).toMatchObject([
      {
        kind: 'edit',
        path: 'src/mid.ts',
        outcome: 'ok',
        lines: [[50, 50]],
        hunks: [{ oldStart: 50, oldLines: 1, newStart: 50, newLines: 1 }],
      },
      { kind: 'write', path: 'src/new.ts', outcome: 'ok', totalLines: 12 },
      { kind: 'document-changed', path: 'src/mid.ts' },
    ]);
  });

  it('tells how many lines a file has where its output shows its end', () => {
    const totals = (call: string) =>
      events.flatMap((event) => (event.kind === 'read' && event.call === call ? [event.totalLines] : []));
    expect(totals('call_stub0002')).toEqual([400]);
    expect(totals('call_stub0009')).toEqual([3000]);
    expect(totals('call_stub0007')).toEqual([null]);
  });

  it('tells what searches show', () => {
    const searches = events.filter((event) => event.kind === 'search');
    expect(searches.flatMap((event) => event.glimpsed)).toMatchObject([
      { path: '/home/dev/ws/src/mid.ts', lines: [[40, 43]] },
      { path: '/home/dev/ws/src/mid.ts', lines: [[200, 204]] },
    ]);
  });
});
