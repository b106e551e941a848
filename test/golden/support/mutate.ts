import type { JsonObject } from '../../../src/agents/adapter';
import type { Random } from './random';

type Records = readonly JsonObject[];

/** A way to damage a transcript, as crashes, races, other versions and hands do. Changes nothing in place. */
export type Mutation = (records: Records, random: Random) => Records;

const LONGEST_WINDOW = 12;

/** Damages whole records of a transcript whose records are its lines. */
export const LINE_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'cut at a byte': (records, random) => {
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const bytes = Buffer.from(text);
    const cut = bytes.subarray(0, random.below(bytes.length + 1)).toString('utf8');
    return cut
      .split('\n')
      .map(parsed)
      .filter((record) => record !== null);
  },
  'lines dropped': (records, random) => {
    const share = random.next() ** 2;
    return records.filter(() => !random.chance(share));
  },
  'one line dropped': (records, random) => {
    const gone = random.below(records.length);
    return records.filter((_, i) => i !== gone);
  },
  'lines duplicated': (records, random) => {
    const share = random.next() / 2;
    return records.flatMap((record) => (random.chance(share) ? [record, record] : [record]));
  },
  'a part written again': (records, random) => {
    const from = random.below(records.length);
    const again = records.slice(from, from + random.below(40) + 1);
    const at = from + random.below(records.length - from) + 1;
    return [...records.slice(0, at), ...again, ...records.slice(at)];
  },
  'lines shuffled': (records, random) => {
    const copy = [...records];
    for (let times = random.below(20) + 1; times > 0; times--) {
      const from = random.below(copy.length);
      const window = copy.slice(from, from + random.below(LONGEST_WINDOW) + 2);
      copy.splice(from, window.length, ...random.shuffled(window));
    }
    return copy;
  },
  'unknown lines': (records, random) =>
    records.flatMap((record) => (random.chance(0.2) ? [unknown(record, random), record] : [record])),
};

/** Damages what is within the records: lists lose, repeat and exchange items, fields have other names. */
export const INNER_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a list cut': within((list, random) => list.slice(0, random.below(list.length))),
  'items dropped': within((list, random) => list.filter(() => random.chance(0.7))),
  'items duplicated': within((list, random) =>
    list.flatMap((item) => (random.chance(0.3) ? [item, item] : [item])),
  ),
  'items shuffled': within((list, random) => random.shuffled(list)),
  'one field renamed': (records, random) => {
    const at = random.below(records.length);
    const name = random.of([...namesOf(records.slice(at, at + 1))]);
    return name === undefined ? records : records.map((one, i) => (i === at ? renamed(one, name) : one));
  },
  'a field renamed everywhere': (records, random) => {
    const name = random.of([...namesOf(records)]);
    return name === undefined ? records : records.map((one) => renamed(one, name));
  },
};

function parsed(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    // What every reader of lines does with one that is not whole.
    return null;
  }
}

/** A record of a later version: another type, or one that is known with other things in it. */
function unknown(like: JsonObject, random: Random): JsonObject {
  if (random.chance(0.5)) return { type: 'of-a-later-version', like };
  return Object.fromEntries(
    Object.entries(like).map(([name, value]) => [name, typeof value === 'object' ? { later: 1 } : value]),
  );
}

/** A mutation of one or several of the lists that stand anywhere in the records. */
function within(change: (list: readonly unknown[], random: Random) => unknown[]): Mutation {
  return (records, random) => {
    const count = listsIn(records);
    if (count === 0) return records;
    const chosen = new Set(Array.from({ length: random.below(3) + 1 }, () => random.below(count)));
    let seen = 0;
    const copy = (value: unknown): unknown => {
      if (Array.isArray(value)) {
        const isChosen = value.length > 0 && chosen.has(seen++);
        const items = value.map(copy);
        return isChosen ? change(items, random) : items;
      }
      return isPlain(value) ? mapped(value, (name, inner) => [name, copy(inner)]) : value;
    };
    return records.map((record) => copy(record) as JsonObject);
  };
}

function listsIn(value: unknown): number {
  if (Array.isArray(value)) return sum(value.map(listsIn)) + (value.length > 0 ? 1 : 0);
  return isPlain(value) ? sum(Object.values(value).map(listsIn)) : 0;
}

function namesOf(value: unknown, into = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) namesOf(item, into);
  else if (isPlain(value)) {
    for (const [name, inner] of Object.entries(value)) {
      into.add(name);
      namesOf(inner, into);
    }
  }
  return into;
}

function renamed(value: JsonObject, name: string): JsonObject {
  const copy = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(copy);
    return isPlain(inner)
      ? mapped(inner, (key, one) => [key === name ? `${key}Renamed` : key, copy(one)])
      : inner;
  };
  return copy(value) as JsonObject;
}

function mapped(value: JsonObject, change: (name: string, inner: unknown) => [string, unknown]): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => change(name, inner)));
}

function isPlain(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
