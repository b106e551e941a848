import { describe, expect, it } from 'vitest';
import { captureEvents, captureSuite } from './support/captureSuite';
import { captureOf } from './support/captures';

const capture = captureOf('acp-claude');

captureSuite(capture);

describe('the course of a session', () => {
  const events = captureEvents(capture);

  it('starts in its folder; a subagent is one of the main agent', () => {
    expect(events.filter((event) => event.kind === 'session-start')).toMatchObject([
      { actor: 'main', cwd: '/home/dev/ws', parent: null, session: 'b1627b47-8a0b-477a-a4bd-9ac73dfbb7b8' },
      { actor: 'toolu_stub0044', parent: 'main' },
    ]);
  });

  it('hears the person, and counts calls that run at the same time as one turn', () => {
    const count = (kind: string, actor: string) =>
      events.filter((event) => event.kind === kind && event.actor === actor).length;
    expect(count('prompt', 'main')).toBe(1);
    // 45 calls, four of them beside each other.
    expect(count('turn', 'main')).toBe(42);
    expect(count('turn', 'toolu_stub0044')).toBe(2);
  });

  it('knows what was edited and written', () => {
    const changes = events.filter((event) => /^(?:edit|write|document-changed)$/.test(event.kind));
    expect(changes).toMatchObject([
      {
        kind: 'edit',
        path: '/home/dev/ws/src/mid.ts',
        lines: [[50, 50]],
        hunks: [{ oldStart: 50, oldLines: 1, newStart: 50, newLines: 1 }],
      },
      { kind: 'write', path: '/home/dev/ws/src/new.ts', totalLines: 12 },
      { kind: 'document-changed', path: '/home/dev/ws/src/mid.ts' },
    ]);
  });
});
