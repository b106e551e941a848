import type { LineRange } from '../../text/ranges';
import type { Hunk, Requested } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, isObject } from '../json';
import { isLineNumber, MOST_LINES, mergeRanges } from '../lineRanges';
import { Unusable } from './fields';

const MOST_RANGES = 10_000;
const MOST_HUNKS = 100_000;

/** The ranges as they are given, each checked; undefined where there is no such field. */
export function rangesField(from: JsonObject, name: string): readonly LineRange[] | undefined {
  const value = field(from, name);
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > MOST_RANGES) throw new Unusable(name);
  return value.map((range: unknown): LineRange => {
    if (!Array.isArray(range) || range.length !== 2) throw new Unusable(name);
    const [start, end]: unknown[] = range;
    if (!isLineNumber(start) || !isLineNumber(end) || end < start) throw new Unusable(name);
    return [start, end];
  });
}

/** Whether the ranges stand in the order of the file, so that a list of one value a line means something. */
export function areInOrder(ranges: readonly LineRange[]): boolean {
  return ranges.every(([start], i) => start > (ranges[i - 1]?.[1] ?? 0));
}

export function mergedRangesField(from: JsonObject, name: string): readonly LineRange[] | undefined {
  const ranges = rangesField(from, name);
  return ranges === undefined ? undefined : mergeRanges(ranges);
}

export function lineNumbersField(from: JsonObject, name: string): readonly number[] {
  const value = field(from, name);
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > MOST_RANGES || !value.every(isLineNumber)) {
    throw new Unusable(name);
  }
  return [...new Set(value)].sort((a, b) => a - b);
}

/** A number of lines, which may be 0. */
export function countField(from: JsonObject, name: string): number | undefined {
  const value = field(from, name);
  if (value === undefined || value === null) return undefined;
  if (value !== 0 && !isLineNumber(value)) throw new Unusable(name);
  return value;
}

/** `{"start":40,"end":60}`; an `end` of null or none: to the end of the file; no field: the whole file. */
export function requestedField(from: JsonObject): Requested {
  const value = field(from, 'requested');
  if (value === undefined || value === null) return null;
  if (!isObject(value)) throw new Unusable('requested');
  const start = field(value, 'start') ?? 1;
  const end = field(value, 'end') ?? null;
  if (!isLineNumber(start) || !(end === null || (isLineNumber(end) && end >= start))) {
    throw new Unusable('requested');
  }
  return { start, end };
}

export function hunksField(from: JsonObject): readonly Hunk[] | undefined {
  const value = field(from, 'hunks');
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > MOST_HUNKS) throw new Unusable('hunks');
  let oldEnd = 0;
  let newEnd = 0;
  return value.map((hunk: unknown): Hunk => {
    if (!isObject(hunk)) throw new Unusable('hunks');
    const number = (name: string, least: number): number => {
      const found = field(hunk, name);
      if (!Number.isInteger(found) || (found as number) < least || (found as number) > MOST_LINES) {
        throw new Unusable('hunks');
      }
      return found as number;
    };
    const checked = {
      oldStart: number('oldStart', oldEnd + 1),
      oldLines: number('oldLines', 0),
      newStart: number('newStart', newEnd + 1),
      newLines: number('newLines', 0),
    };
    oldEnd = checked.oldStart + checked.oldLines - 1;
    newEnd = checked.newStart + checked.newLines - 1;
    return checked;
  });
}
