import { getOrCreate } from '../text/maps';
import { claimed } from '../tracker/claimed';
import { VersionLedger } from '../tracker/versionLedger';
import type { Segment, VersionCoverage } from '../tracker/views';
import type { CourseEntry, CourseLoss, CourseRead } from './course';

/** A read of the file, and which entry it is. */
interface Held {
  readonly at: number;
  readonly read: CourseRead;
}

/**
 * What each actor had been given of one version of a file once the first so many entries had happened.
 *
 * @param until number of entries
 * @param known what is known of the version now
 */
export function coverageAt(
  entries: readonly CourseEntry[],
  until: number,
  path: string,
  known: Pick<VersionCoverage, 'version' | 'contentHash' | 'lines'>,
): ReadonlyMap<string, readonly Segment[]> {
  const past = entries.slice(0, until);
  const ledgers = new Map<string, VersionLedger>();
  const held = new Map<string, Held[]>();
  for (const [at, entry] of past.entries()) {
    if (entry.kind === 'context-lost') {
      held.set(entry.actor, afterLoss(held.get(entry.actor) ?? [], entry, past));
    } else if (entry.kind === 'read' && entry.path === path && entry.version === known.version) {
      const ledger = getOrCreate(ledgers, entry.actor, () => new VersionLedger());
      for (const [start, end] of entry.returned) ledger.give(start, end, entry.attested);
      getOrCreate(held, entry.actor, () => []).push({ at, read: entry });
    }
  }
  const segments = new Map<string, readonly Segment[]>();
  for (const [actor, ledger] of ledgers) {
    ledger.lose();
    for (const { read } of held.get(actor) ?? []) ledger.restore(read.returned, true);
    const drawn = claimed(ledger, known).segments();
    if (drawn.length > 0) segments.set(actor, drawn);
  }
  return segments;
}

/** The reads whose results are still in the context. */
function afterLoss(held: readonly Held[], loss: CourseLoss, past: readonly CourseEntry[]): Held[] {
  const { reason, calls, kept, toCall } = loss;
  switch (reason) {
    case 'compaction':
    case 'clear':
      return held.filter(({ read: { call } }) => call !== null && kept.includes(call));
    case 'eviction':
      return held.filter(({ read: { call } }) => call === null || !calls.includes(call));
    case 'rewind': {
      // A call that is not known may have been the first of all.
      const from = past.findIndex(({ call }) => call !== null && call === toCall);
      return held.filter(({ at }) => at < from);
    }
  }
}
