import type { JsonObject } from '../../../src/agents/adapter';

const DEEPEST = 7;
const MOST_FIELDS = 40;

/** The record with each field, at any depth, missing or of another type; with an id of its own where it has one. */
export function* damagedCopies(record: JsonObject): Generator<JsonObject> {
  const values = [undefined, null, -1, 1e300, 'x', [], {}, [null], true];
  for (const [i, path] of fieldPaths(record, DEEPEST).entries()) {
    const copy = structuredClone(record) as Record<string, unknown>;
    let at: Record<string, unknown> = copy;
    for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
    const last = path.at(-1) ?? '';
    const value = values[i % values.length];
    if (value === undefined) delete at[last];
    else at[last] = value;
    for (const name of ['uuid', 'id']) {
      if (last !== name && typeof copy[name] === 'string')
        copy[name] = `${i}-${path.join('.')}-${copy[name]}`;
    }
    yield copy;
  }
}

function fieldPaths(value: unknown, depth: number): string[][] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.keys(value)
    .slice(0, MOST_FIELDS)
    .flatMap((name) => [
      [name],
      ...fieldPaths((value as Record<string, unknown>)[name], depth - 1).map((path) => [name, ...path]),
    ]);
}
