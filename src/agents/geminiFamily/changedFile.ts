import { splitLines } from '../../text/lines';
import type { JsonObject } from '../adapter';
import { field, isObject, objectField, textField, wholeField } from '../json';
import { type Patch, unifiedPatch } from '../patch';
import { withoutReturn } from '../textLines';

/** What the agent recorded of a file that it changed. */
export interface ChangedFile {
  /** Absolute path; undefined where the record does not say it. */
  readonly path: string | undefined;
  /** The content before; null where it is not recorded, or there was no file. */
  readonly before: string | null;
  /** The content after. */
  readonly after: string;
  /** What replaced what; null where that is not recorded, or does not fit the content. */
  readonly patch: Patch | null;
  readonly isNew: boolean;
  /** A person changed the agent's text on the way. */
  readonly isByPerson: boolean;
}

/** The record of a change that an agent made for its own display; null where it is none, or only a part of one. */
export function changedFile(display: unknown): ChangedFile | null {
  if (!isObject(display) || field(display, 'truncatedForSession') === true) return null;
  const after = textField(display, 'newContent');
  const diff = textField(display, 'fileDiff');
  if (after === undefined || diff === undefined) return null;
  const before = textField(display, 'originalContent') ?? null;
  return {
    path: textField(display, 'filePath'),
    before,
    after,
    patch: fittingPatch(diff, before, after),
    isNew: field(display, 'isNewFile') === true || (before ?? '') === '',
    isByPerson: isByPerson(objectField(display, 'diffStat') ?? {}),
  };
}

/** Some versions leave white space out of account in the diff: then it tells other lines than the content. */
function fittingPatch(diff: string, before: string | null, after: string): Patch | null {
  const patch = unifiedPatch(diff);
  if (patch === null || before === null) return null;
  const lines = splitLines(after);
  const numbers = patch.lines.flatMap(([start, end]) =>
    Array.from({ length: end - start + 1 }, (_, i) => start + i),
  );
  const growth = patch.hunks.reduce((sum, { oldLines, newLines }) => sum + newLines - oldLines, 0);
  const isFitting =
    numbers.length === patch.written.length &&
    numbers.every((number, i) => lines[number - 1] === withoutReturn(patch.written[i] ?? '')) &&
    growth === lines.length - splitLines(before).length;
  return isFitting && keepsRest(patch, splitLines(before), lines) ? patch : null;
}

/** Whether everything that the patch does not replace is the same before and after. */
function keepsRest({ hunks }: Patch, before: readonly string[], after: readonly string[]): boolean {
  let [old, now] = [0, 0];
  for (const { oldStart, oldLines, newLines } of hunks) {
    for (; old < oldStart - 1; old++, now++) if (before[old] !== after[now]) return false;
    old += oldLines;
    now += newLines;
  }
  for (; old < before.length; old++, now++) if (before[old] !== after[now]) return false;
  return now === after.length;
}

function isByPerson(stat: JsonObject): boolean {
  return ['user_added_lines', 'user_removed_lines'].some((name) => (wholeField(stat, name) ?? 0) > 0);
}
