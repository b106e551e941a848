import type { JsonObject } from '../adapter';
import { errorClass } from '../errorClass';
import type { Call, Result } from '../geminiFamily/call';
import { partsOf, type Response, responsesOf } from '../geminiFamily/response';
import { field, isObject, listField, objectField, textField } from '../json';
import { parseTime } from '../time';

const TYPES: ReadonlySet<string> = new Set(['user', 'gemini', 'info', 'error', 'warning']);
/** Fields of other agents' rows that look alike. */
const FOREIGN = ['uuid', 'parentId', 'parentUuid', 'message', 'sessionId', 'role'];

/** A message of a conversation. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly record: JsonObject;
  readonly time: number | null;
}

/** Whether the record begins a transcript: the line with the session's id, or a whole document of older versions. */
export function isHeader(record: JsonObject): boolean {
  return textField(record, 'sessionId') !== undefined && textField(record, 'projectHash') !== undefined;
}

/** Whether the record is one of Gemini CLI's transcripts. */
export function isGeminiRecord(record: JsonObject): boolean {
  if (isHeader(record)) return true;
  const names = Object.keys(record);
  if (names.length === 1 && names[0] === '$set') return objectField(record, '$set') !== undefined;
  if (names.length === 1 && names[0] === '$rewindTo') return textField(record, '$rewindTo') !== undefined;
  return toMessage(record) !== null;
}

/** The message that a record is; null where it is none. */
export function toMessage(record: unknown): Message | null {
  if (!isObject(record) || FOREIGN.some((name) => Object.hasOwn(record, name))) return null;
  const id = textField(record, 'id');
  const type = textField(record, 'type') ?? '';
  if (id === undefined || !TYPES.has(type) || !Object.hasOwn(record, 'content')) return null;
  if (textField(record, 'timestamp') === undefined) return null;
  return { id, type, record, time: parseTime(field(record, 'timestamp')) };
}

export function messagesOf(list: readonly unknown[]): Message[] {
  return list.flatMap((one) => toMessage(one) ?? []);
}

/** A call of a message, and its result; null while it has none. */
export interface RecordedCall {
  readonly call: Call;
  readonly result: Result | null;
}

const ENDED: ReadonlySet<string> = new Set(['success', 'error', 'cancelled']);
const DENIED =
  /^(?:Tool execution (?:blocked|denied)|Agent execution (?:blocked|stopped)|\[Operation Cancelled\] Reason: User (?:denied|did not allow))/;

/** The calls of a message, in their order. */
export function callsOf({ record }: Message, cwd: string): RecordedCall[] {
  return (listField(record, 'toolCalls') ?? []).filter(isObject).flatMap((one) => {
    const id = textField(one, 'id');
    const tool = textField(one, 'name');
    if (id === undefined || tool === undefined) return [];
    const call = { id: ownId(id, tool), tool, input: objectField(one, 'args') ?? {}, cwd };
    return [{ call, result: resultOf(one) }];
  });
}

/** The agent puts the tool's name before the id that the model gave. */
export function ownId(id: string, tool: string): string {
  const prefix = `${tool}__`;
  return id.startsWith(prefix) && id.length > prefix.length ? id.slice(prefix.length) : id;
}

function resultOf(one: JsonObject): Result | null {
  const status = textField(one, 'status') ?? '';
  if (!ENDED.has(status)) return null;
  const answer = answerBeside(one);
  const text = answer?.text ?? '';
  const hasFailed = status !== 'success' || answer?.isError === true;
  const isDenied = hasFailed && DENIED.test(text);
  const display = field(one, 'resultDisplay');
  return {
    text,
    isRecorded: answer !== undefined,
    hasMedia: answer?.hasMedia === true,
    error: hasFailed ? errorOf(text, status, isDenied) : null,
    isDenied,
    display: display === null ? undefined : display,
    time: parseTime(field(one, 'timestamp')),
  };
}

/** The answer that is recorded beside a call. After a change of the conversation, it may stand among those of others. */
export function answerBeside(call: JsonObject): Response | undefined {
  const answers = responsesOf(partsOf(field(call, 'result')));
  const id = textField(call, 'id');
  return answers.length === 1 ? answers[0] : answers.find((answer) => answer.id === id);
}

const [STOPPED, TAKEN_BACK] = ['Agent execution stopped by hook: ', 'Tool result blocked: '];

/** Whether a hook ended the run with this call. */
export function isStoppedByHook({ error, display }: Result): boolean {
  return error !== null && typeof display === 'string' && display.startsWith(STOPPED);
}

/** Whether the call was made, and a hook took its answer away after that. */
export function isTakenBack({ error, isDenied, display }: Result): boolean {
  const isByHook =
    typeof display === 'string' && [STOPPED, TAKEN_BACK].some((mark) => display.startsWith(mark));
  return error !== null && !isDenied && isByHook;
}

function errorOf(text: string, status: string, isDenied: boolean): string {
  if (isDenied) return 'denied';
  if (status === 'cancelled') return 'cancelled';
  return text.startsWith('Path is a directory') ? 'directory' : errorClass(text);
}
