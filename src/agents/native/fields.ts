import { canBePath, resolvePath } from '../../text/path';
import { type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext } from '../adapter';
import { field, textField } from '../json';
import { parseTime } from '../time';

/** Thrown by the parts of the native parser, caught by its entry: the line cannot be used. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

/** In UTF-16 code units. */
export const LONGEST_ID = 512;

/** A short text that names something; `fallback` where there is none. */
export function nameField<T extends string | null>(from: JsonObject, name: string, fallback: T): string | T {
  const value = field(from, name);
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_ID) throw new Unusable(name);
  return value;
}

export function pathField(from: JsonObject, name: string): string {
  const path = textField(from, name);
  if (path === undefined || !canBePath(path)) throw new Unusable(name);
  return path;
}

/** A file's path, absolute, and as it was written. */
export function fileFields(from: JsonObject, context: ReaderContext): { path: string; written: string } {
  const raw = pathField(from, 'path');
  const written = field(from, 'written') === undefined ? raw : pathField(from, 'written');
  return { path: resolvePath(context.baseFolder, raw), written };
}

/** One of a few words; the first where there is none. */
export function wordField<const W extends string>(
  from: JsonObject,
  name: string,
  words: readonly [W, ...W[]],
): W {
  const value = field(from, name);
  if (value === undefined || value === null) return words[0];
  const word = words.find((known) => known === value);
  if (word === undefined) throw new Unusable(name);
  return word;
}

export function envelope(from: JsonObject, context: ReaderContext): Envelope {
  return {
    source: context.source,
    session: nameField(from, 'session', context.sessionFallback),
    agent: nameField(from, 'agent', 'unknown'),
    actor: nameField(from, 'actor', MAIN_ACTOR),
    time: parseTime(field(from, 'time')),
    call: nameField(from, 'call', null),
  };
}
