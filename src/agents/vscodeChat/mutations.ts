import type { JsonObject } from '../adapter';
import { field, isObject, listField, wholeField } from '../json';

const DEEPEST = 12;
const LONGEST_LIST = 100_000;
const FIELDS: ReadonlySet<string> = new Set(['kind', 'k', 'v', 'i']);
const [WHOLE, SET, PUSH, DELETE] = [0, 1, 2, 3];

type Target = Map<string, unknown> | unknown[];

/** Whether the record is one step of a chat that is kept as what it was first and what changed since. */
export function isMutation(record: JsonObject): boolean {
  if (!Object.keys(record).every((name) => FIELDS.has(name))) return false;
  const kind = field(record, 'kind');
  if (kind === WHOLE) {
    const value = field(record, 'v');
    return isObject(value) && listField(value, 'requests') !== undefined;
  }
  const keys = listField(record, 'k');
  return (kind === SET || kind === PUSH || kind === DELETE) && keys !== undefined && keys.every(isKey);
}

/**
 * A value that is written as what it was first (`{kind: 0, v}`) and the steps that changed it: a value set or taken away at
 * a place (1, 3), values put at the end of a list (2), after it was cut to a length where one is given.
 */
export class MutatedValue {
  #root: unknown = null;

  /** Steps that lead nowhere change nothing. */
  apply(record: JsonObject): void {
    const value = field(record, 'v');
    if (field(record, 'kind') === WHOLE) {
      this.#root = opened(value, DEEPEST);
      return;
    }
    const keys = (listField(record, 'k') ?? []).filter(isKey);
    const last = keys.at(-1);
    const target = this.#target(keys.slice(0, -1));
    if (last === undefined || target === null) return;
    switch (field(record, 'kind')) {
      case SET:
        put(target, last, opened(value, DEEPEST));
        break;
      case DELETE:
        put(target, last, undefined);
        break;
      default:
        push(get(target, last), value, wholeField(record, 'i'));
    }
  }

  /** The value as it is now. */
  get value(): unknown {
    return closed(this.#root);
  }

  #target(keys: readonly (string | number)[]): Target | null {
    let at: unknown = this.#root;
    for (const key of keys) at = isTarget(at) ? get(at, key) : undefined;
    return isTarget(at) ? at : null;
  }
}

function isKey(key: unknown): key is string | number {
  return typeof key === 'string' || (Number.isInteger(key) && (key as number) >= 0);
}

function isTarget(value: unknown): value is Target {
  return value instanceof Map || Array.isArray(value);
}

function get(target: Target, key: string | number): unknown {
  return target instanceof Map ? target.get(String(key)) : target[Number(key)];
}

function put(target: Target, key: string | number, value: unknown): void {
  if (target instanceof Map) {
    if (value === undefined) target.delete(String(key));
    else target.set(String(key), value);
  } else if (Number(key) <= target.length && Number(key) < LONGEST_LIST) target[Number(key)] = value;
}

function push(list: unknown, values: unknown, length: number | undefined): void {
  if (!Array.isArray(list)) return;
  if (length !== undefined && length >= 0 && length < list.length) list.length = length;
  if (!Array.isArray(values) || list.length + values.length > LONGEST_LIST) return;
  for (const value of values) list.push(opened(value, DEEPEST));
}

/** Objects as maps, so that no name in them means anything; what lies deeper than steps reach stays as it is. */
function opened(value: unknown, depth: number): unknown {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => opened(item, depth - 1));
  if (!isObject(value)) return value;
  return new Map(Object.keys(value).map((name) => [name, opened(value[name], depth - 1)]));
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, item]) => [String(name), closed(item)]));
}
