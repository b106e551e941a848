import { getOrCreate } from '../text/maps';
import { resolvePath } from '../text/path';
import type { Glimpse } from '../tracker/event';
import { isLineNumber, rangesOf } from './lineRanges';

const MOST_GLIMPSED_LINES = 100_000;
const MATCH = /^((?:[A-Za-z]:)?[^:\n]+?):(\d{1,8}):/;
const NUMBERED = /^(\d{1,8})([:-])/;

export interface SearchPlace {
  /** Folder that names in the output start from. */
  readonly cwd: string;
  /** The one file that was searched, if it was one: lines then stand without a name. */
  readonly file: string | undefined;
}

/** The lines that the output of a grep with line numbers displays. Lines of context only of one searched file. */
export function glimpses(output: string, { cwd, file }: SearchPlace): Glimpse[] {
  const byPath = new Map<string, number[]>();
  const lines = output.split('\n', MOST_GLIMPSED_LINES);
  for (const line of lines) {
    const alone = file === undefined ? null : NUMBERED.exec(line);
    const match = alone === null ? MATCH.exec(line) : null;
    const path = alone === null ? match?.[1] : file;
    const number = Number(alone === null ? match?.[2] : alone[1]);
    if (path === undefined || !isLineNumber(number)) continue;
    getOrCreate(byPath, resolvePath(cwd, path), () => []).push(number);
  }
  return [...byPath].map(([path, numbers]) => ({ path, lines: rangesOf(numbers) }));
}
