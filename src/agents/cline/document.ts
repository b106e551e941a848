import { isAbsolutePath } from '../../text/path';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { listField, objectField, textField, wholeField } from '../json';

/** Who a messages file tells of. */
export interface Speaker {
  readonly session: string;
  readonly actor: string;
  /** Session or actor that started it. */
  readonly parent: string | null;
}

const ROLES: ReadonlySet<string> = new Set(['lead', 'subagent', 'teammate']);
/** Between the id of a session and what is added to it for those that work for it. */
const BELOW = '__';
const TEAM_TASK = 'teamtask__';
/** The working folder stands near the start of the system prompt; after it come texts that anybody may have written. */
const PROMPT_HEAD = 20_000;
const WORKING_FOLDER = /^\d\. Working Directory: (.+)$/m;

/** Whether the record is a whole messages file. */
export function isMessagesFile(record: JsonObject): boolean {
  return (
    ROLES.has(textField(record, 'agent') ?? '') &&
    textField(record, 'sessionId') !== undefined &&
    objectField(record, 'origin') !== undefined &&
    listField(record, 'messages') !== undefined
  );
}

/** Whether the record is what a compaction left of the conversation, which stands in a file beside the messages. */
export function isCompactionFile(record: JsonObject): boolean {
  return (
    wholeField(record, 'source_message_count') !== undefined &&
    textField(record, 'source_last_message_key') !== undefined &&
    listField(record, 'messages') !== undefined
  );
}

/**
 * A subagent's or teammate's session is named after the one it works for (`<session>__agent_1`,
 * `<session>__teamtask__<agent>__<task>`), and so is what belongs to it: its file (`agent_1.messages.json`) lies beside
 * that session's.
 */
export function speakerOf(record: JsonObject, file: string | undefined): Speaker {
  const id = textField(record, 'sessionId') ?? '';
  const at = id.indexOf(BELOW);
  if (textField(record, 'agent') === 'lead' || at <= 0)
    return { session: id, actor: MAIN_ACTOR, parent: null };
  const session = id.slice(0, at);
  const below = id.slice(at + BELOW.length);
  const task = below.startsWith(TEAM_TASK) ? below.slice(TEAM_TASK.length) : below;
  const named = /([^/]+)\.messages\.json$/.exec(file ?? '')?.[1];
  const parent = textField(objectField(record, 'origin') ?? {}, 'parentThreadId') ?? session;
  const above = parent.startsWith(session + BELOW) ? parent.slice(session.length + BELOW.length) : MAIN_ACTOR;
  return { session, actor: task === '' ? (named ?? id) : task, parent: above };
}

/** The folder that the agent was told it works in; null where the record does not hold the system prompt. */
export function workingFolder(record: JsonObject): string | null {
  const prompt = textField(record, 'system_prompt') ?? '';
  const folder = WORKING_FOLDER.exec(prompt.slice(0, PROMPT_HEAD))?.[1]?.trim() ?? '';
  return isAbsolutePath(folder) ? folder : null;
}

/** The program that wrote the file (`cli`, …) and its version as numbers, where they are told. */
export function writtenBy(record: JsonObject): {
  readonly program: string | undefined;
  readonly version: readonly number[] | null;
} {
  const origin = objectField(record, 'origin') ?? {};
  const numbers = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(textField(origin, 'version') ?? '');
  return { program: textField(origin, 'source'), version: numbers?.slice(1).map(Number) ?? null };
}
