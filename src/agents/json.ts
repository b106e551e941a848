import type { JsonObject } from './adapter';

/**
 * Fields of a JSON object that nobody vouches for. Only the object's own fields are looked at, so that names such as
 * `constructor` find nothing; a field of another type is as good as none.
 */

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function field(from: JsonObject, name: string): unknown {
  const value = from[name];
  // What is missing is told at the first look.
  return value === undefined || Object.hasOwn(from, name) ? value : undefined;
}

export function textField(from: JsonObject, name: string): string | undefined {
  const value = field(from, name);
  return typeof value === 'string' ? value : undefined;
}

export function objectField(from: JsonObject, name: string): JsonObject | undefined {
  const value = field(from, name);
  return isObject(value) ? value : undefined;
}

export function listField(from: JsonObject, name: string): readonly unknown[] | undefined {
  const value = field(from, name);
  return Array.isArray(value) ? value : undefined;
}

/** A whole number that is exact. */
export function wholeField(from: JsonObject, name: string): number | undefined {
  const value = field(from, name);
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}
