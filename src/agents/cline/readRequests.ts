import type { JsonObject } from '../adapter';
import { field, isObject, listField, textField } from '../json';
import { isLineNumber, requestedLines } from '../lineRanges';

/** One file of a call of `read_files`. */
export interface ReadRequest {
  readonly path: string;
  /** Null: the whole file. `end` null: to the end of the file. */
  readonly range: { readonly start: number; readonly end: number | null } | null;
  /** As the answer repeats the request. */
  readonly query: string;
}

/** Fields that hold the files, in the forms that models use. */
const LISTS = ['files', 'file_paths', 'paths'] as const;
const RANGE_FIELDS: ReadonlySet<string> = new Set(['start_line', 'end_line']);

/** The files that are asked for, in order. */
export function readRequests(input: unknown): ReadRequest[] {
  return asked(input).flatMap((one) => {
    if (typeof one === 'string') return request(one, undefined, undefined);
    if (!isObject(one)) return [];
    return request(textField(one, 'path') ?? '', field(one, 'start_line'), field(one, 'end_line'));
  });
}

function asked(input: unknown): unknown[] {
  if (typeof input === 'string') return [input];
  if (Array.isArray(input)) return joined(input);
  if (!isObject(input)) return [];
  for (const name of LISTS) {
    if (!Object.hasOwn(input, name)) continue;
    const value = field(input, name);
    return joined(listField(input, name) ?? [value]);
  }
  return [input];
}

/** A range that stands as an item of its own belongs to the file before it. */
function joined(items: readonly unknown[]): unknown[] {
  const files: unknown[] = [];
  for (const item of items) {
    const last = files.at(-1);
    const isRange = isObject(item) && Object.keys(item).every((name) => RANGE_FIELDS.has(name));
    if (!isRange || last === undefined) files.push(item);
    else if (typeof last === 'string') files[files.length - 1] = { path: last, ...item };
    else if (isObject(last)) files[files.length - 1] = { ...last, ...item };
    else files.push(item);
  }
  return files;
}

function request(path: string, from: unknown, to: unknown): ReadRequest[] {
  if (path === '') return [];
  const [start, end] = [lineNumber(from), lineNumber(to)];
  if (start === null && end === null) return [{ path, range: null, query: path }];
  const query = `${path}:${start ?? 1}-${end ?? 'EOF'}`;
  return [{ path, range: requestedLines(start ?? 1, end), query }];
}

/** Some models write numbers as text. */
function lineNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,8}$/.test(value) ? Number(value) : value;
  return isLineNumber(number) ? number : null;
}

/** The request that a part of the answer repeats. */
export function requestOf(
  part: JsonObject,
  at: number,
  requests: readonly ReadRequest[],
): ReadRequest | undefined {
  const query = textField(part, 'query');
  const same = requests[at];
  return same?.query === query ? same : requests.find((one) => one.query === query);
}
