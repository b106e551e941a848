import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import type { Head, Transcripts } from '../transcripts';

/** Days with sessions that are looked at, the newest first. */
const MOST_DAYS = 60;

/** `CODEX_HOME` or `~/.codex`; a file a thread, in folders of days, those of subagents too. */
export const codexTranscripts: Transcripts = {
  roots: (machine) => [machine.folder('CODEX_HOME') ?? `${machine.home}/.codex`],
  files: [
    { main: 'sessions/*/*/*/rollout-*.jsonl', stored: 'lines', newest: MOST_DAYS, head },
    { main: 'archived_sessions/rollout-*.jsonl', stored: 'lines', head },
  ],
};

function head(record: JsonObject): Head {
  const payload = objectField(record, 'payload');
  switch (textField(record, 'type')) {
    case 'session_meta':
      return payload === undefined ? {} : ofThread(payload);
    case 'turn_context':
      return { cwd: folderOf(payload && textField(payload, 'cwd')) };
    case 'message':
      return { cwd: folderOf(cwdInPrompt(record)) };
    case undefined:
      // Rollouts before September 2025 start with the thread itself.
      return objectField(record, 'payload') === undefined ? { session: textField(record, 'id') } : {};
    default:
      return {};
  }
}

function ofThread(meta: JsonObject): Head {
  const session = textField(meta, 'id');
  return { cwd: folderOf(textField(meta, 'cwd')), session, parent: parentOf(meta, session) };
}

/** A fork that a person made is a session of its own, although it starts with another's history. */
function parentOf(meta: JsonObject, thread: string | undefined): string | undefined {
  const source = objectField(meta, 'source');
  const subagent = source === undefined ? undefined : field(source, 'subagent');
  if (subagent === undefined) return undefined;
  const spawn = isObject(subagent) ? objectField(subagent, 'thread_spawn') : undefined;
  const parent =
    (spawn && textField(spawn, 'parent_thread_id')) ??
    textField(meta, 'parent_thread_id') ??
    textField(meta, 'forked_from_id') ??
    textField(meta, 'session_id');
  return parent === thread ? undefined : parent;
}

/** Old rollouts tell the folder only in the words that the model got. */
function cwdInPrompt(message: JsonObject): string | undefined {
  if (textField(message, 'role') !== 'user') return undefined;
  for (const block of listField(message, 'content') ?? []) {
    const text = isObject(block) ? textField(block, 'text') : undefined;
    const [, cwd] = /^<environment_context>\s*<cwd>([^<]+)<\/cwd>/.exec(text ?? '') ?? [];
    if (cwd !== undefined) return cwd;
  }
  return undefined;
}
