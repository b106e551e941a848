import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { parseTime } from '../time';

/** A session as its row or file tells it. */
export interface SessionRow {
  readonly kind: 'session';
  readonly id: string;
  /** The session that it is a subagent of. */
  readonly parent: string | null;
  readonly cwd: string | null;
  /** What a person undid for now: this message, or what of it follows this part, and all after it. */
  readonly revert: { readonly message: string; readonly part: string | null } | null;
  readonly created: number | null;
  readonly updated: number | null;
}

export interface MessageRow {
  readonly kind: 'message';
  readonly id: string;
  readonly session: string;
  readonly data: JsonObject;
  readonly created: number | null;
}

/** A part of a message: text, a tool call with its result, a mark of the agent's own. */
export interface PartRow {
  readonly kind: 'part';
  readonly id: string;
  readonly message: string;
  readonly session: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly time: number | null;
}

/** A message, or a part of one, that is not there any more. */
export interface GoneRow {
  readonly kind: 'gone';
  readonly of: 'message' | 'part';
  readonly id: string;
  readonly session: string;
}

export type Row = SessionRow | MessageRow | PartRow | GoneRow;

/** Whether the record is OpenCode's: a row of its database, one of its older JSON files, or an exported session. */
export function isOpenCodeRecord(record: JsonObject): boolean {
  return rowOf(record) !== null || exported(record) !== null;
}

/** The rows of a record, in order. */
export function rowsOf(record: JsonObject): Row[] {
  const row = rowOf(record);
  if (row !== null) return [row];
  const whole = exported(record);
  if (whole === null) return [];
  const messages = (listField(record, 'messages') ?? []).filter(isObject);
  return [
    whole,
    ...messages.flatMap((message) => {
      const info = objectField(message, 'info');
      const parts = (listField(message, 'parts') ?? []).filter(isObject);
      return (info === undefined ? [] : [info, ...parts]).flatMap((each) => storedRow(each) ?? []);
    }),
  ];
}

function rowOf(record: JsonObject): Row | null {
  return textField(record, 'table') === undefined ? storedRow(record) : databaseRow(record);
}

function exported(record: JsonObject): SessionRow | null {
  const info = objectField(record, 'info');
  return info === undefined || listField(record, 'messages') === undefined ? null : storedSession(info);
}

function databaseRow(record: JsonObject): Row | null {
  const id = textField(record, 'id') ?? '';
  const table = textField(record, 'table');
  const session = textField(record, 'session_id') ?? '';
  const data = objectField(record, 'data');
  const created = parseTime(field(record, 'time_created'));
  if (field(record, 'gone') === true) {
    if (!isId(session, 'ses')) return null;
    if (table === 'message' && isId(id, 'msg')) return { kind: 'gone', of: table, id, session };
    return table === 'part' && isId(id, 'prt') ? { kind: 'gone', of: table, id, session } : null;
  }
  switch (table) {
    case 'session':
      if (!isId(id, 'ses') || textField(record, 'directory') === undefined) return null;
      return {
        kind: 'session',
        id,
        parent: named(textField(record, 'parent_id')),
        cwd: folderOf(textField(record, 'directory')) ?? null,
        revert: revertOf(field(record, 'revert')),
        created,
        updated: parseTime(field(record, 'time_updated')),
      };
    case 'message':
      if (!isId(id, 'msg') || !isId(session, 'ses') || data === undefined) return null;
      return { kind: 'message', id, session, data, created };
    case 'part': {
      const message = textField(record, 'message_id') ?? '';
      const type = data === undefined ? undefined : textField(data, 'type');
      if (!isId(id, 'prt') || !isId(message, 'msg') || !isId(session, 'ses')) return null;
      if (data === undefined || type === undefined) return null;
      return { kind: 'part', id, message, session, type, data, time: created };
    }
    default:
      return null;
  }
}

/** A session, message or part as older versions stored each in a file of its own, and as exports have them. */
function storedRow(record: JsonObject): Row | null {
  const id = textField(record, 'id') ?? '';
  const session = textField(record, 'sessionID') ?? '';
  const times = objectField(record, 'time') ?? {};
  if (isId(id, 'ses')) return storedSession(record);
  if (!isId(session, 'ses')) return null;
  const created = parseTime(field(times, 'created'));
  if (isId(id, 'msg') && textField(record, 'role') !== undefined) {
    return { kind: 'message', id, session, data: record, created };
  }
  const message = textField(record, 'messageID') ?? '';
  const type = textField(record, 'type');
  if (!isId(id, 'prt') || !isId(message, 'msg') || type === undefined) return null;
  const time = parseTime(field(times, 'start')) ?? created;
  return { kind: 'part', id, message, session, type, data: record, time };
}

function storedSession(info: JsonObject): SessionRow | null {
  const id = textField(info, 'id') ?? '';
  const times = objectField(info, 'time');
  if (!isId(id, 'ses') || times === undefined || textField(info, 'version') === undefined) return null;
  return {
    kind: 'session',
    id,
    parent: named(textField(info, 'parentID')),
    cwd: folderOf(textField(info, 'directory')) ?? null,
    revert: revertOf(field(info, 'revert')),
    created: parseTime(field(times, 'created')),
    updated: parseTime(field(times, 'updated')),
  };
}

function revertOf(value: unknown): SessionRow['revert'] {
  const told = typeof value === 'string' ? parsed(value) : value;
  if (!isObject(told)) return null;
  const message = textField(told, 'messageID');
  return message === undefined ? null : { message, part: textField(told, 'partID') ?? null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A column that holds no JSON tells nothing.
    return undefined;
  }
}

function isId(id: string, prefix: string): boolean {
  return id.startsWith(`${prefix}_`) && id.length > prefix.length + 1;
}

function named(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
