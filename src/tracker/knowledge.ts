import { countLines, type LineRange } from '../text/ranges';
import type { VersionLedger } from './versionLedger';
import type { Knowledge } from './views';

/** What one actor knows of one version of a file. */
export interface WholeKnowledge {
  readonly knowledge: Knowledge;
  /** Lines neither given nor written; null where the file's length is not known. */
  readonly missing: readonly LineRange[] | null;
  /** Those of the missing lines that were shown in part: longer than the tool shows. */
  readonly cut: readonly LineRange[];
}

/** Derived from the union of all that was given: two halves are the whole, a gap is not. */
export function wholeKnowledge(ledger: VersionLedger | undefined, totalLines: number | null): WholeKnowledge {
  if (totalLines === 0) return { knowledge: ofEmpty(ledger), missing: [], cut: [] };
  const known = ledger?.known();
  const cut = ledger?.cut?.toArray().flatMap(([start, end]) => known?.gaps(start, end) ?? []) ?? [];
  if (totalLines === null) {
    const isAny = known !== undefined && !known.isEmpty;
    return { knowledge: isAny || cut.length > 0 ? 'partly' : 'unknown', missing: null, cut };
  }
  const missing = known?.gaps(1, totalLines) ?? [[1, totalLines]];
  if (missing.length > 0) {
    const isAny = countLines(missing) < totalLines || cut.length > 0;
    return { knowledge: isAny ? 'partly' : 'unknown', missing, cut };
  }
  const isWritten = ledger?.authored?.hasAll([[1, totalLines]]) === true;
  const isGiven = ledger?.isGiven([[1, totalLines]]) === true;
  return { knowledge: isWritten && !isGiven ? 'authored' : 'whole', missing, cut: [] };
}

/** Nobody is given a line of an empty file: to have looked at it is to know it. */
function ofEmpty(ledger: VersionLedger | undefined): Knowledge {
  if (ledger === undefined) return 'unknown';
  if (ledger.everSeen) return 'whole';
  return ledger.authored !== null ? 'authored' : 'unknown';
}

/** What the best-informed of some actors knows. */
export function bestKnowledge(
  ledgers: readonly (VersionLedger | undefined)[],
  totalLines: number | null,
): WholeKnowledge {
  let best = wholeKnowledge(ledgers[0], totalLines);
  for (const ledger of ledgers.slice(1)) {
    const other = wholeKnowledge(ledger, totalLines);
    if (isMore(other, best)) best = other;
  }
  return best;
}

const ORDER: readonly Knowledge[] = ['unknown', 'partly', 'authored', 'whole'];

function isMore(one: WholeKnowledge, other: WholeKnowledge): boolean {
  const difference = ORDER.indexOf(one.knowledge) - ORDER.indexOf(other.knowledge);
  if (difference !== 0) return difference > 0;
  return countLines(one.missing ?? []) < countLines(other.missing ?? []);
}
