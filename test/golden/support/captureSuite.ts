import { describe, expect, it } from 'vitest';
import type { Adapter, JsonObject, ReaderContext, RecordReader } from '../../../src/agents/adapter';
import { mixedLogReader } from '../../../src/agents/mixedLog';
import { toNative } from '../../../src/agents/native/print';
import { UNKNOWN_FOLDER, withoutGuesses } from '../../../src/agents/unknownFolder';
import { LineHasher } from '../../../src/text/lineHash';
import type { AgentEvent } from '../../../src/tracker/event';
import { transcripts, truth, workspaceLines } from './capture';
import { damagedCopies } from './damage';
import { allowedOutcomes, creditedLines, expectedLines, isSearch } from './grade';

/** A recorded run of a real agent, and the adapter that reads its transcripts. */
export interface Capture {
  /** Folder in `fixtures`. */
  readonly capture: string;
  readonly adapter: Adapter;
  /** The records of each transcript, by file name; JSON lines in `fixtures/<capture>/transcripts` if absent. */
  readonly records?: () => ReadonlyMap<string, readonly JsonObject[]>;
  /** Calls, by label, of which not everything can be credited, and why. None may credit more than was given. */
  readonly misses?: Readonly<Record<string, string>>;
  /** Folder that the session was started in, where the records do not tell it: found beside the transcript. */
  readonly baseFolder?: string;
  /** The adapter has no format that a log of mixed lines could hold. */
  readonly isNoLog?: true;
}

const hasher = new LineHasher([11, 13]);

function contextOf({ adapter, baseFolder = UNKNOWN_FOLDER }: Capture, file: string): ReaderContext {
  return {
    hasher,
    source: adapter.kind,
    baseFolder,
    sessionFallback: 'unnamed',
    file: `/home/dev/${file.replace(/\.gz$/, '')}`,
  };
}

/** The records of each transcript, by file name. */
export function recordsOf({ capture, records }: Capture): ReadonlyMap<string, readonly JsonObject[]> {
  return records?.() ?? transcripts(capture);
}

/** All events of a transcript with these records. */
export function readAll(reader: RecordReader, records: readonly JsonObject[]): AgentEvent[] {
  return [...withoutGuesses([...records.flatMap((record) => reader.read(record)), ...reader.flush()])];
}

/** A reader for one of the transcripts of a capture. */
export function readerOf(of: Capture, file: string): RecordReader {
  return of.adapter.reader(contextOf(of, file));
}

/** The events of all transcripts of a capture, one transcript after the other. */
export function captureEvents(of: Capture): AgentEvent[] {
  return [...recordsOf(of)].flatMap(([file, records]) => readAll(readerOf(of, file), records));
}

const printed = (event: AgentEvent) => JSON.stringify(toNative(event, hasher));

/** What every adapter must do with a recorded run: credit, call by call, what the model was given, and nothing else. */
export function captureSuite(of: Capture): void {
  const { capture, adapter, misses = {} } = of;
  describe(capture, () => {
    const events = captureEvents(of);
    const calls = truth(capture).filter((call) => call.resultSeenByModel);
    const byCall = (call: string) => events.filter((event) => event.call === call);
    const reads = events.filter((event) => event.kind === 'read');

    it.each(calls.map((call) => [call.label, call]))(
      '%s: credits what the model was given',
      (label, call) => {
        const credited = creditedLines(byCall(call.callId));
        const expected = isSearch(call) ? [] : expectedLines(call);
        if (misses[label] === undefined) expect(credited).toEqual(expected);
        else {
          const given = new Set(expected.flatMap(eachLine));
          expect(credited.flatMap(eachLine).filter((line) => !given.has(line))).toEqual([]);
          // A miss that is none any more is to be taken off the list.
          expect(credited).not.toEqual(expected);
        }
      },
    );

    it.each(calls.filter((call) => call.kind === 'read').map((call) => [call.label, call]))(
      '%s: one read, with its outcome and actor',
      (label, call) => {
        const found = byCall(call.callId).filter((event) => event.kind === 'read');
        const outcomes = [
          ...allowedOutcomes(call),
          ...(misses[label] === undefined ? [] : ['unknown-range']),
        ];
        expect(found).toHaveLength(1);
        expect(outcomes).toContain(found[0]?.outcome);
        expect(found[0]?.actor === 'main').toBe(call.conversation === 'main');
      },
    );

    it('credits nothing to calls that were not made, and no read without a call', () => {
      const known = new Set(truth(capture).map((call) => call.callId));
      expect(reads.filter((event) => !known.has(event.call ?? ''))).toEqual([]);
    });

    it('keeps the order of the calls', () => {
      for (const actor of new Set(reads.map((event) => event.actor))) {
        const order = [...new Set(reads.filter((event) => event.actor === actor).map((event) => event.call))];
        const made = truth(capture).map((call) => call.callId);
        expect(order).toEqual(made.filter((call) => order.includes(call)));
      }
    });

    it('gives one hash a credited line', () => {
      for (const event of events) {
        if (event.kind !== 'read' && event.kind !== 'delivered') continue;
        const lines = event.returned.reduce((sum, [start, end]) => sum + end - start + 1, 0);
        expect(event.lineHashes?.length ?? 0).toBe(lines);
      }
    });

    it('prints no line of any file', () => {
      const text = events.map(printed).join('\n');
      expect(workspaceLines().filter((line) => text.includes(line))).toEqual([]);
    });

    it('gives the same reads and changes, whenever it is asked for what it holds', () => {
      for (const pause of [1, 2, 7]) {
        const paused = [...recordsOf(of)].flatMap(([file, records]) => {
          const reader = adapter.reader(contextOf(of, file));
          return records.flatMap((record, i) => [
            ...reader.read(record),
            ...(i % pause === 0 ? reader.flush() : []),
          ]);
        });
        const relevant = (all: readonly AgentEvent[]) =>
          all
            .filter((event) => event.kind !== 'context-lost')
            .map(printed)
            .sort();
        expect(relevant(paused)).toEqual(relevant(events));
      }
    });

    it.skipIf(of.isNoLog)('is understood within a log of mixed lines', () => {
      for (const [file, records] of recordsOf(of)) {
        const context = contextOf(of, file);
        const note = { v: 1, kind: 'turn', session: 'other' };
        const reader = mixedLogReader(context);
        const mixed = readAll(
          reader,
          records.flatMap((record) => [record, note]),
        );
        expect(mixed.filter((event) => event.session === 'other')).toHaveLength(records.length);
        const ours = mixed
          .filter((event) => event.session !== 'other')
          .map(printed)
          .sort();
        expect(ours).toEqual(readAll(adapter.reader(context), records).map(printed).sort());
        expect(reader.rejected).toBe(0);
      }
    });

    it('survives records that are damaged in any one field', () => {
      for (const [file, records] of recordsOf(of)) {
        const reader = adapter.reader(contextOf(of, file));
        for (const record of records.slice(0, 120)) {
          for (const damaged of damagedCopies(record)) if (adapter.recognises(damaged)) reader.read(damaged);
        }
        reader.flush();
      }
    });
  });
}

/** `file: 1,2` as `file: 1` and `file: 2`. */
function eachLine(listed: string): string[] {
  const [file = '', lines = ''] = listed.split(': ');
  return lines.split(',').map((line) => `${file}: ${line}`);
}
