import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/tracker/event';
import { captureEvents, captureSuite } from './support/captureSuite';
import { captureOf } from './support/captures';

const COPILOT = captureOf('copilot-cli');

captureSuite(COPILOT);

describe('the course of a session of Copilot CLI', () => {
  const events = captureEvents(COPILOT);
  const ofKind = (kind: string) => events.filter((event) => event.kind === kind);

  it('starts once for each actor, hears a person once, counts each message, and ends', () => {
    expect(ofKind('session-start')).toMatchObject([
      { session: '49f1b469-7048-4503-827a-d79270c46a3b', actor: 'main', cwd: '/home/dev/ws', parent: null },
      { actor: '389c53af-b924-413c-b0a5-153f015abf6e', parent: 'main' },
    ]);
    expect(ofKind('prompt')).toMatchObject([{ actor: 'main' }]);
    expect(ofKind('turn')).toHaveLength(48);
    expect(ofKind('session-end')).toHaveLength(1);
  });

  it('keeps the call that was made while its compaction ran', () => {
    expect(ofKind('context-lost')).toMatchObject([
      { reason: 'compaction', kept: ['call_stub0048'], actor: 'main' },
    ]);
    const [lost] = ofKind('context-lost');
    const places: (AgentEvent | undefined)[] = events;
    const place = (call: string) => events.findIndex((event) => event.call === call);
    expect(place('call_stub0048')).toBeLessThan(places.indexOf(lost));
    expect(place('call_stub0049')).toBeGreaterThan(places.indexOf(lost));
  });

  it('knows what was edited and written', () => {
    expect(events.filter(({ kind }) => /^(?:edit|write|document-changed)$/.test(kind))).toMatchObject([
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

  it('shows what its searches displayed', () => {
    expect(ofKind('search')).toMatchObject([
      { tool: 'grep', glimpsed: [{ path: '/home/dev/ws/src/mid.ts', lines: [[40, 43]] }] },
      { tool: 'glob', glimpsed: [] },
      { tool: 'grep', glimpsed: [{ path: '/home/dev/ws/src/mid.ts', lines: [[200, 204]] }] },
    ]);
  });

  it('says why views showed nothing', () => {
    const outcome = (call: string) => events.find((event) => event.kind === 'read' && event.call === call);
    expect(outcome('call_stub0005')).toMatchObject({ outcome: 'failed', error: 'too-large' });
    expect(outcome('call_stub0008')).toMatchObject({ outcome: 'failed' });
    expect(outcome('call_stub0010')).toMatchObject({ outcome: 'failed', error: 'not-found' });
    expect(outcome('call_stub0012')).toMatchObject({ outcome: 'empty', totalLines: 0 });
    expect(outcome('call_stub0016')).toMatchObject({ outcome: 'not-text' });
    expect(outcome('call_stub0019')).toMatchObject({ outcome: 'not-text' });
  });
});
