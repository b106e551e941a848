import type { Requested } from '../tracker/event';
import type { JsonObject } from './adapter';
import { field } from './json';
import { isLineNumber, requestedLines } from './lineRanges';

/**
 * The lines that `offset` and `limit` ask for; null: all. Numbers may come as texts; what can be no line is as good as
 * none.
 *
 * @param first what the tool calls the first line: 0, or 1 (then 0 is taken for 1 too)
 */
export function offsetLimit(input: JsonObject, first: 0 | 1): Requested {
  const offset = numberOf(field(input, 'offset'));
  const limit = numberOf(field(input, 'limit'));
  if (offset === undefined && limit === undefined) return null;
  const start = Math.max((offset ?? first) + 1 - first, 1);
  return requestedLines(start, limit === undefined ? null : start + limit - 1);
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return number === 0 || isLineNumber(number) ? number : undefined;
}
