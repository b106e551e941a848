import { getOrCreate } from '../../text/maps';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope, Glimpse } from '../../tracker/event';
import { isLineNumber, rangesOf } from '../lineRanges';
import { searchEvent } from '../searchEvent';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';

const MOST_GLIMPSED_LINES = 100_000;

/** A call of grep, glob or list. */
export function searchCall(call: Call, result: Result, base: Envelope, { hasher }: Workshop): AgentEvent[] {
  const glimpsed = call.tool === 'grep' && !result.isError ? grepGlimpses(result.text, call.cwd) : [];
  return [searchEvent(base, call.tool, result.input, hasher, glimpsed)];
}

/** Matches stand below the name of their file, each behind its number. */
function grepGlimpses(text: string, cwd: string): Glimpse[] {
  const byPath = new Map<string, number[]>();
  let path: string | undefined;
  for (const line of text.split('\n', MOST_GLIMPSED_LINES)) {
    const match = /^ {2}Line (\d{1,8}): /.exec(line);
    if (match === null) {
      if (/^(?:\/|[A-Za-z]:[\\/]|\\\\).*:$/.test(line)) path = resolvePath(cwd, line.slice(0, -1));
      continue;
    }
    const number = Number(match[1]);
    if (path !== undefined && isLineNumber(number)) getOrCreate(byPath, path, () => []).push(number);
  }
  return [...byPath].map(([file, numbers]) => ({ path: file, lines: rangesOf(numbers) }));
}
