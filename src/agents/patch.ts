import type { LineRange } from '../text/ranges';
import type { Hunk } from '../tracker/event';
import { field, isObject, listField, wholeField } from './json';
import { isLineNumber, rangesOf } from './lineRanges';

/** A change of a file as a unified patch tells it. */
export interface Patch {
  /** Maximal runs of replaced lines. A pure insertion stands before line `oldStart`. */
  readonly hunks: readonly Hunk[];
  /** The lines that were written, as numbered after the change. */
  readonly lines: readonly LineRange[];
  /** Their texts, in order. */
  readonly written: readonly string[];
}

/**
 * A patch given as a list of `{oldStart, oldLines, newStart, newLines, lines}`, with lines of context. Null where its
 * counts are not right: then nothing it says is believed.
 */
export function parsePatch(value: unknown): Patch | null {
  if (!Array.isArray(value)) return null;
  const hunks: Hunk[] = [];
  const numbers: number[] = [];
  const written: string[] = [];
  for (const part of value) {
    if (!isObject(part)) return null;
    const oldLines = wholeField(part, 'oldLines');
    const newLines = wholeField(part, 'newLines');
    // A side without lines is at the line that would be its first; before all of them, it may be 0.
    let oldLine = Math.max(wholeField(part, 'oldStart') ?? -1, oldLines === 0 ? 1 : 0);
    let newLine = Math.max(wholeField(part, 'newStart') ?? -1, newLines === 0 ? 1 : 0);
    const lines = listField(part, 'lines');
    if (!isLineNumber(oldLine) || !isLineNumber(newLine) || lines === undefined) return null;
    if (oldLine < nextOld(hunks) || newLine < nextNew(hunks)) return null;
    const [oldEnd, newEnd] = [oldLine + (oldLines ?? 0), newLine + (newLines ?? 0)];
    let run: { oldStart: number; newStart: number } | null = null;
    const endRun = () => {
      if (run === null) return;
      hunks.push({ ...run, oldLines: oldLine - run.oldStart, newLines: newLine - run.newStart });
      run = null;
    };
    for (const line of lines) {
      if (typeof line !== 'string') return null;
      if (line.startsWith('-')) {
        run ??= { oldStart: oldLine, newStart: newLine };
        oldLine++;
      } else if (line.startsWith('+')) {
        run ??= { oldStart: oldLine, newStart: newLine };
        numbers.push(newLine++);
        written.push(line.slice(1));
      } else if (!line.startsWith('\\')) {
        endRun();
        oldLine++;
        newLine++;
      }
    }
    endRun();
    if (oldLine !== oldEnd || newLine !== newEnd) return null;
  }
  return { hunks, lines: rangesOf(numbers), written };
}

const HUNK = /^@@ -(\d{1,8})(?:,(\d{1,8}))? \+(\d{1,8})(?:,(\d{1,8}))? @@/;

/** A hunk as a unified diff writes it: each line behind ` `, `-` or `+`. */
export interface UnifiedPart {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** The hunks of a unified diff of one file as they are written; what stands before the first is passed over. */
export function unifiedParts(diff: string): UnifiedPart[] {
  const rows = (diff.endsWith('\n') ? diff.slice(0, -1) : diff).split('\n');
  const parts: UnifiedPart[] = [];
  let at = rows.findIndex((row) => HUNK.test(row));
  while (at !== -1) {
    const head = HUNK.exec(rows[at] ?? '');
    const [oldStart = 1, oldLines = 1, newStart = 1, newLines = 1] = (head ?? [])
      .slice(1)
      .map((number) => Number(number ?? 1));
    const next = rows.findIndex((row, i) => i > at && HUNK.test(row));
    // An empty row is a line of context whose blank was taken away.
    const lines = rows.slice(at + 1, next === -1 ? undefined : next);
    parts.push({ oldStart, oldLines, newStart, newLines, lines });
    at = next;
  }
  return parts;
}

/** The patch that a unified diff of one file tells. Null where its counts are not right, or it has no hunk. */
export function unifiedPatch(diff: string): Patch | null {
  const parts = unifiedParts(diff);
  return parts.length === 0 ? null : parsePatch(parts);
}

function nextOld(hunks: readonly Hunk[]): number {
  const last = hunks.at(-1);
  return last === undefined ? 1 : last.oldStart + last.oldLines;
}

function nextNew(hunks: readonly Hunk[]): number {
  const last = hunks.at(-1);
  return last === undefined ? 1 : last.newStart + last.newLines;
}

/** The patch of a field. */
export function patchField(from: { readonly [key: string]: unknown }, name: string): Patch | null {
  return parsePatch(field(from, name));
}
