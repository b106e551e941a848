import { getOrCreate } from '../../../src/text/maps';
import type { AgentEvent, ReadEvent } from '../../../src/tracker/event';
import type { Truth } from './capture';
import {
  allowedOutcomes,
  countOfLines,
  givenLines,
  isSearch,
  type Lines,
  linesBeyond,
  linesOfEvents,
  type Place,
} from './grade';

/** How the events of one call compare with what its model was given. */
export interface CallVerdict {
  readonly call: Truth;
  /** A read of which all that was given must be credited; other calls must only not be credited with more. */
  readonly isGraded: boolean;
  /** Lines that are credited and were not given. */
  readonly over: Lines;
  /** Lines that were given and are not credited. */
  readonly missing: Lines;
  /** What else is wrong with the events, in words. */
  readonly wrong: string | null;
}

export interface RunVerdict {
  readonly calls: readonly CallVerdict[];
  /** Lines credited to calls that the model did not make, or to none, by call. */
  readonly unknown: ReadonlyMap<string, number>;
}

export interface Totals {
  readonly calls: number;
  readonly exact: number;
  /** Lines. */
  readonly over: number;
  readonly missing: number;
  /** Calls. */
  readonly wrong: number;
}

const READS: readonly string[] = ['read', 'shell'];
const NOTHING: Lines = new Map();

/** Compares the events of a run with its truth, call by call. */
export function verdictOf(events: readonly AgentEvent[], truth: readonly Truth[], place?: Place): RunVerdict {
  const byCall = new Map<string | null, AgentEvent[]>();
  for (const event of events) getOrCreate(byCall, event.call, () => []).push(event);
  const known = new Set(truth.map(({ callId }) => callId));
  const unknown = new Map<string, number>();
  for (const [call, own] of byCall) {
    if (call !== null && known.has(call)) continue;
    // What reached the context without a call is not in the truth of calls.
    const lines = linesOfEvents(
      own.filter(({ kind }) => call !== null || kind === 'read'),
      place,
    );
    if (lines.size > 0) unknown.set(call ?? 'no call', countOfLines(lines));
  }
  const seen = truth.filter(({ resultSeenByModel }) => resultSeenByModel);
  return { calls: seen.map((call) => callVerdict(call, byCall.get(call.callId) ?? [], place)), unknown };
}

function callVerdict(call: Truth, events: readonly AgentEvent[], place?: Place): CallVerdict {
  const given = isSearch(call) ? NOTHING : givenLines(call, place);
  const credited = linesOfEvents(events, place);
  const isGraded = READS.includes(call.kind) && !isSearch(call);
  return {
    call,
    isGraded,
    over: linesBeyond(credited, given),
    missing: isGraded ? linesBeyond(given, credited) : NOTHING,
    wrong: isGraded
      ? faultOf(
          call,
          events.filter((event) => event.kind === 'read'),
        )
      : null,
  };
}

/** What is wrong with the reads of a call besides their lines. */
function faultOf(call: Truth, reads: readonly ReadEvent[]): string | null {
  const [read, ...others] = reads;
  if (call.kind === 'read') {
    if (read === undefined) return 'no read';
    if (others.length > 0) return `${reads.length} reads`;
    const allowed = [...allowedOutcomes(call), ...(call.failed === true ? [] : ['unknown-range'])];
    if (!allowed.includes(read.outcome)) return `outcome ${read.outcome}, not ${allowed.join(' or ')}`;
  }
  const actor = reads.find((one) => (one.actor === 'main') !== (call.conversation === 'main'))?.actor;
  if (actor !== undefined) return `actor ${actor}, but it was ${call.conversation}`;
  const told = new Set(
    reads.map(({ path, requested, returned }) => JSON.stringify([path, requested, returned])),
  );
  return told.size < reads.length ? 'the same read twice' : null;
}

export function isExact({ over, missing }: CallVerdict): boolean {
  return over.size === 0 && missing.size === 0;
}

export function totalsOf({ calls, unknown }: RunVerdict): Totals {
  const graded = calls.filter(({ isGraded }) => isGraded);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    calls: graded.length,
    exact: graded.filter(isExact).length,
    over: sum(calls.map(({ over }) => countOfLines(over))) + sum([...unknown.values()]),
    missing: sum(graded.map(({ missing }) => countOfLines(missing))),
    wrong: calls.filter(({ wrong }) => wrong !== null).length,
  };
}
