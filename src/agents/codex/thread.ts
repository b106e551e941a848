import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, isObject, objectField, textField } from '../json';
import { parseTime } from '../time';

/** Whose rollout a file is, as its first line tells. */
export interface Thread {
  readonly id: string;
  /** The session that the thread belongs to: its own, or that of the agent that started it. */
  readonly session: string;
  readonly actor: string;
  /** The thread that started this one, or that it continues. */
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
  const isSub = starter !== null && starter !== id;
  return {
    id,
    // The agent that started it may be a subagent itself: newer versions name the session.
    session: isSub ? (named !== undefined && named !== id ? named : starter) : id,
    actor: isSub ? id : MAIN_ACTOR,
    parent: isSub ? starter : forkedFrom,
    cwd: textField(meta, 'cwd'),
    isFork: forkedFrom !== null,
    made: mintedAt(id) ?? parseTime(field(meta, 'timestamp')),
  };
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
  return high === undefined || low === undefined ? null : Number.parseInt(high + low, 16);
}
