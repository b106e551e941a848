import type { LineHasher } from '../text/lineHash';
import { isObject } from './json';

/** Deeper arguments are cut off: no real question is that deep. */
const DEEPEST = 20;

/**
 * The key of a question: equal for the same tool and arguments, in whatever order they stand. The arguments may quote a
 * file (a pattern to search for), so only their hash is kept.
 */
export function questionKey(tool: string, args: unknown, hasher: LineHasher): string {
  const asked = canonical(args, DEEPEST);
  const digits = [asked, `\n${asked}`].map((text) => hasher.line(text).toString(16).padStart(8, '0'));
  return `${tool}#${digits.join('')}`;
}

function canonical(value: unknown, depth: number): string {
  if (depth === 0) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth - 1)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name], depth - 1)}`);
  return `{${fields.join(',')}}`;
}
