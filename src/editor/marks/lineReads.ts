import type { ReadRecord, Segment, VersionCoverage } from '../../tracker/views';
import { MARKS, markOf } from './lineStates';

/** One read that gave a line. */
export interface LineRead {
  readonly read: ReadRecord;
  /** The actor had been given the line in this version before, so far as reads are kept. */
  readonly again: boolean;
}

/** What one actor knows of a line. */
export interface ActorKnowledge {
  readonly actor: string;
  readonly segment: Segment;
}

/**
 * What each actor knows of a line in any of the versions, each at its strongest, as it is drawn; the strongest first.
 */
export function knowledgeOfLine(versions: readonly VersionCoverage[], line: number): ActorKnowledge[] {
  const byActor = new Map<string, ActorKnowledge>();
  for (const { actors } of versions) {
    for (const [actor, segments] of actors) {
      const segment = segments.find(({ start, end }) => start <= line && line <= end);
      if (segment === undefined || strength(segment) < 0) continue;
      const known = byActor.get(actor);
      if (known === undefined || strength(known.segment) < strength(segment))
        byActor.set(actor, { actor, segment });
    }
  }
  return [...byActor.values()].sort((a, b) => strength(b.segment) - strength(a.segment));
}

function strength(segment: Segment): number {
  const mark = markOf(segment);
  return mark === undefined ? -1 : MARKS.indexOf(mark);
}

/** The reads that gave a line of these versions, in their order. */
export function readsOfLine(
  reads: readonly ReadRecord[],
  versions: readonly VersionCoverage[],
  line: number,
): LineRead[] {
  const ordinals = new Set(versions.map(({ version }) => version));
  const seen = new Set<string>();
  const found: LineRead[] = [];
  for (const read of reads) {
    if (read.version === null || !ordinals.has(read.version)) continue;
    if (!read.returned.some(([start, end]) => start <= line && line <= end)) continue;
    const key = JSON.stringify([read.actor, read.version]);
    found.push({ read, again: seen.has(key) });
    seen.add(key);
  }
  return found;
}
