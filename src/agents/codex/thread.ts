import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, isObject, objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { parseTime } from '../time';

/** Whose rollout a file is, as its first line tells. */
export interface Thread {
  readonly id: string;
  /** The session that the thread belongs to: its own, or that of the agent that started it. */
  readonly session: string;
  readonly actor: string;
  /** The actor that started this one; of a fork, the thread that it goes on from. */
  readonly parent: string | null;
  readonly cwd: string | undefined;
  /** Another thread's history stands before its own, or may stand there. */
  readonly isFork: boolean;
  /** When it was made, in milliseconds since the epoch. */
  readonly made: number | null;
}

export function threadOf(meta: JsonObject): Thread | null {
  const id = textField(meta, 'id') ?? textField(meta, 'session_id') ?? '';
  if (id === '') return null;
  const starter = starterOf(meta);
  const forkedFrom = textField(meta, 'forked_from_id') ?? null;
  const named = textField(meta, 'session_id');
  const made = mintedAt(id) ?? parseTime(field(meta, 'timestamp'));
  const own = { id, cwd: folderOf(textField(meta, 'cwd')), isFork: forkedFrom !== null, made };
  if (starter === null || starter === id)
    return { ...own, session: id, actor: MAIN_ACTOR, parent: forkedFrom };
  // The agent that started it may be a subagent itself: newer versions name the session.
  const session = named === undefined || named === id ? starter : named;
  return { ...own, session, actor: id, parent: starter === session ? MAIN_ACTOR : starter };
}

/** The thread that started a subagent; null for any other. */
function starterOf(meta: JsonObject): string | null {
  const source = objectField(meta, 'source');
  const subagent = source === undefined ? undefined : field(source, 'subagent');
  const spawn = isObject(subagent) ? objectField(subagent, 'thread_spawn') : undefined;
  if (subagent === undefined && textField(meta, 'thread_source') !== 'subagent') return null;
  return (
    textField(meta, 'parent_thread_id') ??
    (spawn === undefined ? undefined : textField(spawn, 'parent_thread_id')) ??
    textField(meta, 'forked_from_id') ??
    null
  );
}

/** When an id of version 7 was made, in milliseconds since the epoch; null for any other. */
export function mintedAt(id: string): number | null {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.exec(id) ?? [];
  return high === undefined || low === undefined ? null : parseTime(Number.parseInt(high + low, 16));
}
