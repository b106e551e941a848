import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField, wholeField } from '../json';
import { parseTime } from '../time';

/** A row of a session file below its header. */
export interface Entry {
  readonly type: string;
  readonly record: JsonObject;
  /** The oldest files have no ids: each row continues the one before. */
  readonly id: string | undefined;
  /** Null: a row that starts a conversation. */
  readonly parent: string | null | undefined;
  readonly time: number | null;
  /** The message, with its role; for rows of messages only. */
  readonly message: JsonObject | undefined;
  readonly role: string | undefined;
}

const ROLES: ReadonlySet<string> = new Set([
  'system',
  'user',
  'assistant',
  'toolResult',
  'bashExecution',
  'custom',
  'hookMessage',
  'branchSummary',
  'compactionSummary',
]);

/** Whether the record is a header or a row of a session of pi. */
export function isPiRecord(record: JsonObject): boolean {
  return isHeader(record) || isEntry(record);
}

export function isHeader(record: JsonObject): boolean {
  if (textField(record, 'type') !== 'session' || textField(record, 'id') === undefined) return false;
  const version = wholeField(record, 'version');
  const isVersioned = version === undefined ? field(record, 'version') === undefined : version >= 1;
  return (
    isVersioned && textField(record, 'cwd') !== undefined && parseTime(field(record, 'timestamp')) !== null
  );
}

function isEntry(record: JsonObject): boolean {
  const type = textField(record, 'type') ?? '';
  if (parseTime(field(record, 'timestamp')) === null || field(record, 'uuid') !== undefined) return false;
  if (type === 'message') {
    const message = objectField(record, 'message');
    return message !== undefined && ROLES.has(textField(message, 'role') ?? '') && isLinked(record);
  }
  if (type === 'compaction') return textField(record, 'summary') !== undefined && isLinked(record);
  // What newer versions and extensions add is a row of the tree all the same.
  const isOwn = /^[a-z][a-z_]{2,40}$/.test(type) && field(record, 'id') !== undefined;
  return isOwn && isLinked(record) && (type === 'custom' || field(record, 'data') === undefined);
}

/** It has an id and tells the row it continues; or, as in the oldest files, neither. */
function isLinked(record: JsonObject): boolean {
  const [id, parent] = [field(record, 'id'), field(record, 'parentId')];
  if (id === undefined) return parent === undefined && field(record, 'sessionId') === undefined;
  return typeof id === 'string' && id !== '' && (parent === null || typeof parent === 'string');
}

export function toEntry(record: JsonObject): Entry | null {
  if (!isEntry(record)) return null;
  const parent = field(record, 'parentId');
  const message = textField(record, 'type') === 'message' ? objectField(record, 'message') : undefined;
  return {
    type: textField(record, 'type') ?? '',
    record,
    id: textField(record, 'id'),
    parent: parent === null || typeof parent === 'string' ? parent : undefined,
    time: parseTime(field(record, 'timestamp')),
    message,
    role: message === undefined ? undefined : textField(message, 'role'),
  };
}

/** A tool call of the model. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** What came back for a call. */
export interface Result {
  /** What the model was given, texts of several blocks joined by line ends. */
  readonly text: string;
  readonly hasOtherBlocks: boolean;
  /** It is told as no version tells it: what it says of a file cannot be relied on. */
  readonly isOdd: boolean;
  readonly isError: boolean;
  /** What the tool recorded for itself; tools of extensions record other things. */
  readonly details: JsonObject | undefined;
  readonly time: number | null;
  /** The row that it stands in, counted from 0. */
  readonly place: number;
}

/** The tool calls of a message of the assistant. */
export function callsOf(message: JsonObject): Call[] {
  return blocksOf(message).flatMap((block) => {
    const id = textField(block, 'id') ?? '';
    const tool = textField(block, 'name');
    if (field(block, 'type') !== 'toolCall' || id === '' || tool === undefined) return [];
    return [{ id, tool, input: objectField(block, 'arguments') ?? {} }];
  });
}

/** The result that a message holds. */
export function resultOf(message: JsonObject, time: number | null, place: number): Result {
  return {
    text: textOf(message),
    hasOtherBlocks: blocksOf(message).some((block) => field(block, 'type') !== 'text'),
    isOdd: blocksOf(message).length > 1 || typeof field(message, 'isError') !== 'boolean',
    isError: field(message, 'isError') === true,
    details: objectField(message, 'details'),
    time,
    place,
  };
}

/** The text of a message; texts of several blocks joined by line ends. */
export function textOf(message: JsonObject): string {
  const content = textField(message, 'content');
  if (content !== undefined) return content;
  return blocksOf(message)
    .flatMap((block) => (field(block, 'type') === 'text' ? (textField(block, 'text') ?? []) : []))
    .join('\n');
}

function blocksOf(message: JsonObject): JsonObject[] {
  return (listField(message, 'content') ?? []).filter(isObject);
}
