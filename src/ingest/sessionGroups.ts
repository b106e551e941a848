import { getOrCreate } from '../text/maps';
import { sessionKey } from '../tracker/views';
import type { Formats } from './formats';
import { Replay, type ReplayOptions } from './replay';

/**
 * Files that tell of one session (its subagents have files of their own) belong together and are to be replayed side by
 * side; all others can be replayed one after the other, so that only one session is held at a time. Told by the first
 * event of each file; one without any is alone.
 *
 * @throws InputError where a file cannot be read, or is neither a log nor a transcript
 */
export function sessionGroups(
  files: readonly string[],
  formats: Formats,
  options: ReplayOptions,
): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    getOrCreate(groups, keyOf(new Replay([file], formats, options)) ?? `file ${file}`, () => []).push(file);
  }
  return [...groups.values()];
}

function keyOf(replay: Replay): string | null {
  for (const { event } of replay) return sessionKey(event.source, event.session);
  return null;
}
