import { describe, expect, it } from 'vitest';
import { truth } from './support/capture';
import { captureEvents, captureSuite } from './support/captureSuite';
import { captureOf } from './support/captures';

const PI = captureOf('pi');

captureSuite(PI);

describe('the course of a session of pi', () => {
  const events = captureEvents(PI);
  const ofKind = (kind: string) => events.filter((event) => event.kind === kind);

  it('starts once, hears a person once, and counts each message', () => {
    expect(ofKind('session-start')).toMatchObject([
      { session: '01a22b93-cede-73bd-8cad-804e0ce4c215', cwd: '/home/dev/ws', parent: null, actor: 'main' },
    ]);
    expect(ofKind('prompt')).toHaveLength(1);
    expect(ofKind('turn')).toHaveLength(44);
  });

  it('keeps the calls that its compaction keeps: those from the first kept row on', () => {
    const made = truth('pi').map(({ callId }) => callId);
    const kept = made.slice(made.indexOf('call_stub0028'), made.indexOf('call_stub0045'));
    const told = new Set(events.map(({ call }) => call));
    expect(ofKind('context-lost')).toMatchObject([
      { reason: 'compaction', kept: kept.filter((call) => told.has(call)) },
    ]);
    expect(kept).toHaveLength(17);
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
      { tool: 'find', glimpsed: [] },
      { tool: 'ls', glimpsed: [] },
      { tool: 'grep', glimpsed: [{ path: '/home/dev/ws/src/mid.ts', lines: [[200, 204]] }] },
    ]);
  });
});
