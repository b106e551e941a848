import { isAbsolutePath } from '../../text/path';
import type { JsonObject } from '../adapter';
import { textField } from '../json';

/** What agents whose hooks are named as Claude Code's say in each of them. */
export interface CommonFields {
  readonly session: string;
  /** Absolute. */
  readonly cwd: string;
  /** Absolute; null where none is kept. */
  readonly transcript: string | null;
}

/** Null where the session or its folder is not named as it must be. */
export function commonFields(payload: JsonObject): CommonFields | null {
  const session = textField(payload, 'session_id') ?? '';
  const cwd = textField(payload, 'cwd') ?? '';
  if (session === '' || !isAbsolutePath(cwd)) return null;
  return { session, cwd, transcript: absoluteOrNull(textField(payload, 'transcript_path')) };
}

/** A path as it is, where it is absolute. */
export function absoluteOrNull(path: string | undefined): string | null {
  return path !== undefined && isAbsolutePath(path) ? path : null;
}
