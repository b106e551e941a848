import type { LineRange } from '../../text/ranges';
import type { ContentEvidence } from '../../tracker/event';
import type { JsonObject, ReaderContext } from '../adapter';
import { mergeRanges, upTo, without } from '../lineRanges';
import { evidenceFields } from './evidence';
import { areInOrder, countField, lineNumbersField, rangesField } from './lines';

/** Lines that reached the context, with what is known of them. */
export interface ShownLines {
  /** Undefined where the line does not say. */
  readonly returned: readonly LineRange[] | undefined;
  readonly cutLines: readonly number[];
  readonly totalLines: number | null;
  readonly evidence: ContentEvidence;
}

/**
 * The lines that a native event says were shown: none beyond the end of the file, none of those that were cut. Hashes
 * that do not fit the lines are dropped.
 */
export function shownLines(from: JsonObject, context: ReaderContext): ShownLines {
  const given = rangesField(from, 'returned');
  const cutLines = lineNumbersField(from, 'cutLines');
  const totalLines = countField(from, 'totalLines') ?? null;
  const { lineHashes, hashScheme, ...content } = evidenceFields(from, context.hasher);
  const inFile = (line: number) => totalLines === null || line <= totalLines;
  const cut = cutLines.filter(inFile);
  if (given === undefined) return { returned: undefined, cutLines: cut, totalLines, evidence: content };

  const merged = mergeRanges(given);
  const returned = without(totalLines === null ? merged : upTo(merged, totalLines), cut);
  const numbers = lineHashes !== undefined && areInOrder(given) ? linesOf(given, lineHashes.length) : null;
  if (lineHashes === undefined || numbers === null) {
    return { returned, cutLines: cut, totalLines, evidence: content };
  }
  const isCut = new Set(cut);
  const kept = lineHashes.filter((_, i) => {
    const line = numbers[i] ?? 0;
    return inFile(line) && !isCut.has(line);
  });
  const scheme = hashScheme === undefined ? {} : { hashScheme };
  return { returned, cutLines: cut, totalLines, evidence: { ...content, lineHashes: kept, ...scheme } };
}

/** The line numbers of the ranges, if there are `count` of them. */
function linesOf(ranges: readonly LineRange[], count: number): number[] | null {
  const numbers: number[] = [];
  for (const [start, end] of ranges) {
    if (numbers.length + end - start + 1 > count) return null;
    for (let line = start; line <= end; line++) numbers.push(line);
  }
  return numbers.length === count ? numbers : null;
}
