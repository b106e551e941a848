import type { VersionCoverage } from '../../tracker/views';
import type { MarkedRange } from './lineStates';
import type { NoneAgrees } from './nothingDrawn';

/**
 * Why no line of a document is drawn:
 * `reading`: its lines are being hashed; `checking`: it is being compared with the file on disk or with what was read;
 * `line-ends`: the file has a lone CR, so its lines are numbered differently; `nothing-given`: no line of any version was
 * given, written or glimpsed; `other-version`: the text is no version that was read, and nothing in it is left of one;
 * `edited`: all lines that are known of a version agree, and the text was changed since it was that version;
 * `unprovable`: what was read has neither hashes of lines nor of content.
 */
export type NothingDrawn = 'reading' | 'checking' | 'line-ends' | NoneAgrees;

/** What is drawn in one document. */
export type Drawing =
  | {
      /** The text is a version that was read; `marks` may still be empty. */
      readonly kind: 'version';
      readonly marks: readonly MarkedRange[];
      /** All that the text is, newest first. */
      readonly versions: readonly VersionCoverage[];
      /** Every line is what was read; else only the lines known of the version are. */
      readonly certain: boolean;
    }
  | {
      /** The text is another version: lines that are left of one that was read. */
      readonly kind: 'carried';
      readonly marks: readonly MarkedRange[];
      readonly versions: readonly VersionCoverage[];
      /** The line of those versions that a line is, or 0. */
      originOf(line: number): number;
    }
  | { readonly kind: 'nothing'; readonly marks: readonly []; readonly why: NothingDrawn };

export function nothing(why: NothingDrawn): Drawing {
  return { kind: 'nothing', marks: [], why };
}

/** The mark of a line, if it has one. */
export function markAt({ marks }: Pick<Drawing, 'marks'>, line: number): MarkedRange | undefined {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle]?.end ?? line) < line) low = middle + 1;
    else high = middle;
  }
  const found = marks[low];
  return found !== undefined && found.start <= line ? found : undefined;
}
