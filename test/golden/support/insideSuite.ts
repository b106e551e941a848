import { describe, expect, it } from 'vitest';
import type { HookReport } from '../../../src/agents/hooks/report';
import { toNative } from '../../../src/agents/native/print';
import { placeUnplaced } from '../../../src/ingest/placeUnplaced';
import type { LineHasher } from '../../../src/text/lineHash';
import { type AgentEvent, type EditEvent, MAIN_ACTOR } from '../../../src/tracker/event';
import { truth, workspaceLines, workspaceText } from './capture';
import { type Capture, captureEvents } from './captureSuite';
import { allowedOutcomes, creditedLines, expectedLines, isSearch, workspacePath } from './grade';

export interface Inside {
  readonly capture: Capture;
  /** What a plugin told in the same run, in order. */
  readonly reports: readonly HookReport[];
  readonly hasher: LineHasher;
  /** Calls, by label, of which only the transcript can tell what they gave. */
  readonly untold?: readonly string[];
}

/** What a plugin in an agent must tell of a recorded run: what the transcript tells, as far as it can know it. */
export function insideSuite({ capture, reports, hasher, untold = [] }: Inside): void {
  describe(`hooks of ${capture.capture}`, () => {
    const events = reports.flatMap((report) => report.events);
    const recorded = captureEvents(capture);
    const calls = truth(capture.capture).filter((call) => call.resultSeenByModel);
    const of = (all: readonly AgentEvent[], call: string) => all.filter((event) => event.call === call);
    const moments = (moment: HookReport['moment']) => reports.filter((report) => report.moment === moment);
    /** The file as it was on disk when the call was made: two calls changed it. */
    const diskAt = (name: string, edits: number) => {
      let text = workspaceText(name);
      if (name === 'src/mid.ts' && edits >= 1) text = text.replace('mid50 = 50', 'mid50 = 5050');
      if (name === 'src/mid.ts' && edits >= 3) text = text.replace('mid60 = 60', 'mid60 = 6060');
      return { contentHash: `sha256:${'0'.repeat(64)}`, lineHashes: hasher.lines(text) };
    };

    it.each(calls.map((call) => [call.label, call]))(
      '%s: credits what the model was given',
      (label, call) => {
        const edits = (call as { afterEdits?: number }).afterEdits ?? 0;
        const placed = of(events, call.callId).map((event): AgentEvent => {
          if (event.kind !== 'read' || event.unplaced === undefined) return event;
          const disk = diskAt(workspacePath(event.path), edits);
          return placeUnplaced(event, event.unplaced, disk, hasher) ?? event;
        });
        const isTold = !isSearch(call) && !untold.includes(label);
        expect(creditedLines(placed)).toEqual(isTold ? expectedLines(call) : []);
      },
    );

    it.each(calls.filter((call) => call.kind === 'read').map((call) => [call.label, call]))(
      '%s: one read, just as the transcript tells it',
      (_, call) => {
        const found = of(events, call.callId).filter((event) => event.kind === 'read');
        expect(found).toHaveLength(1);
        expect(allowedOutcomes(call)).toContain(found[0]?.outcome);
        expect(found[0]?.actor === MAIN_ACTOR).toBe(call.conversation === 'main');
        const [same] = of(recorded, call.callId).filter((event) => event.kind === 'read');
        expect({ ...found[0], time: null }).toEqual({ ...same, time: null });
      },
    );

    it('tells of changes, searches and commands as the transcript does', () => {
      const kinds: ReadonlySet<string> = new Set(['edit', 'write', 'delete', 'rename', 'search', 'command']);
      const told = (all: readonly AgentEvent[]) =>
        all.flatMap((event) => {
          if (!kinds.has(event.kind)) return [];
          // What an edit wrote may be certain only to who knows what was read before.
          const { lineHashes: _, ...rest } = event as Partial<EditEvent>;
          return [{ ...rest, time: null }];
        });
      const names = new Set(told(events).map(({ call }) => call ?? ''));
      for (const call of names) expect(told(of(events, call))).toEqual(told(of(recorded, call)));
      const made = calls.filter(({ kind }) => ['edit', 'write', 'grep', 'glob', 'list'].includes(kind));
      expect([...names]).toEqual(expect.arrayContaining(made.map(({ callId }) => callId)));
    });

    it('tells of each call before and after it', () => {
      const made = truth(capture.capture).map(({ callId }) => callId);
      const before = moments('before-call').map(({ call }) => call);
      expect(before).toEqual(expect.arrayContaining(made));
      const after = moments('after-call').map(({ call }) => call);
      expect([...after].sort()).toEqual([...before].sort());
      expect(moments('before-call').flatMap((report) => report.events)).toEqual([]);
    });

    it('says before a read what it will ask for', () => {
      const asked = new Map(moments('before-call').map(({ call, reading }) => [call, reading]));
      for (const event of events) {
        if (event.kind !== 'read' || event.form !== 'tool') continue;
        expect(asked.get(event.call)).toEqual({ path: event.path, requested: event.requested });
      }
    });

    it('prints no line of any file', () => {
      const text = events.map((event) => JSON.stringify(toNative(event, hasher))).join('\n');
      expect(workspaceLines().filter((line) => text.includes(line))).toEqual([]);
    });
  });
}
