import { getOrCreate } from '../../text/maps';
import { resolvePath } from '../../text/path';
import type { Glimpse } from '../../tracker/event';
import { isObject, listField, textField } from '../json';
import { isLineNumber, rangesOf } from '../lineRanges';
import type { Call, Result } from './call';

const MOST_GLIMPSED_LINES = 100_000;
const FILE = /^File: (.+)$/;
/** Matches, and the lines around them that are shown when there are few. */
const LINE = /^L(\d{1,8})[:-] /;
const CUT = '... [truncated]';

/**
 * The lines that a search shows below the names of their files, each with its number (`L12: `). Every line of a file has
 * its number before it, so no file can pass off a line of its own as a heading.
 */
export function matchedLines(call: Call, { text, display }: Result): Glimpse[] {
  const folder = textField(call.input, 'dir_path') ?? textField(call.input, 'path') ?? '.';
  const named = namedFiles(display);
  const byPath = new Map<string, number[]>();
  let path: string | undefined;
  for (const row of text.split('\n', MOST_GLIMPSED_LINES)) {
    const number = Number(LINE.exec(row)?.[1]);
    const name = FILE.exec(row)?.[1];
    if (isLineNumber(number)) {
      if (path !== undefined && !row.endsWith(CUT)) getOrCreate(byPath, path, () => []).push(number);
    } else if (name !== undefined) path = named.get(name) ?? resolvePath(resolvePath(call.cwd, folder), name);
  }
  return [...byPath].map(([file, numbers]) => ({ path: file, lines: rangesOf(numbers) }));
}

/** Absolute paths by the names that the answer has, as the agent recorded them. */
function namedFiles(display: unknown): Map<string, string> {
  const named = new Map<string, string>();
  for (const match of (isObject(display) ? listField(display, 'matches') : undefined) ?? []) {
    if (!isObject(match)) continue;
    const name = textField(match, 'filePath');
    const path = textField(match, 'absolutePath');
    if (name !== undefined && path !== undefined && path !== '') named.set(name, resolvePath('/', path));
  }
  return named;
}
