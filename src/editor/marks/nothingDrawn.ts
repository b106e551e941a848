import { countLines } from '../../text/ranges';
import type { ReadRecord, VersionCoverage } from '../../tracker/views';
import { compareLines } from './agreement';
import type { TextLines } from './hashedLines';

/** Why no covered version is drawn in a text; see {@link NothingDrawn}. */
export type NoneAgrees = 'nothing-given' | 'other-version' | 'edited' | 'unprovable';

/**
 * What became of reads of which no line counts:
 * `failed`: nothing was returned; `cut`: all lines were shown in part only; `unknown-lines`: which were returned is not
 * told; `not-text`: an image or the like; `empty`: no line; `unchanged`: the agent was told only that it had not changed;
 * `forgotten`: lines were given, of a version that is no longer kept; `not-read`: no read is known.
 */
export type NoLine =
  | 'failed'
  | 'cut'
  | 'unknown-lines'
  | 'not-text'
  | 'empty'
  | 'unchanged'
  | 'forgotten'
  | 'not-read';

/**
 * Why a text is drawn as none of these versions, after all that can be looked up was. Only versions of which a line was
 * given, written or glimpsed say anything: another text is claimed only where each of them is proven to be another.
 */
export function whyNoneAgrees(text: TextLines, versions: readonly VersionCoverage[]): NoneAgrees {
  const covered = versions.filter(isCovered);
  if (covered.length === 0) return 'nothing-given';
  const open = covered
    .filter(({ contentHash }) => contentHash === null)
    .map((version) => compareLines(text, version));
  if (open.includes('agrees')) return 'edited';
  return open.includes('unknown') ? 'unprovable' : 'other-version';
}

/** Whether any line of a version was given, written or glimpsed, and not merely carried over from another. */
export function isCovered({ actors }: VersionCoverage): boolean {
  return [...actors.values()].some((segments) =>
    segments.some(({ times, authored, glimpsed }) => times > 0 || authored || glimpsed),
  );
}

/** What became of the reads of a file of which no line is covered: each once, the last read's first. */
export function whyNoLine(reads: readonly ReadRecord[]): readonly NoLine[] {
  if (reads.length === 0) return ['not-read'];
  return [...new Set(reads.map(noLineOf).reverse())];
}

function noLineOf({ outcome, returned, cutLines }: ReadRecord): NoLine {
  switch (outcome) {
    case 'failed':
    case 'not-text':
    case 'empty':
    case 'unchanged':
      return outcome;
    case 'unknown-range':
      return 'unknown-lines';
    case 'complete':
    case 'truncated': {
      const cut = cutLines.filter((line) => returned.some(([start, end]) => start <= line && line <= end));
      if (countLines(returned) > cut.length) return 'forgotten';
      return cutLines.length > 0 ? 'cut' : 'unknown-lines';
    }
  }
}
