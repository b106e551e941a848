import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, listField, objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { parseTime } from '../time';

const SPOKEN: ReadonlySet<string> = new Set(['user', 'assistant', 'tool_result']);

/** A row of a transcript. */
export interface Row {
  readonly type: string;
  /** Empty where it is a plain message. */
  readonly subtype: string;
  readonly record: JsonObject;
  readonly uuid: string;
  readonly parent: string | undefined;
  readonly session: string;
  readonly actor: string;
  /** Session that the row was copied from. */
  readonly origin: string | null;
  readonly time: number | null;
  readonly cwd: string | undefined;
}

/** Whether the record is a row of a Qwen Code transcript. */
export function isQwenRow(record: JsonObject): boolean {
  const type = textField(record, 'type') ?? '';
  if (textField(record, 'uuid') === undefined || textField(record, 'sessionId') === undefined) return false;
  if (SPOKEN.has(type)) return partsOf(record) !== undefined;
  return (
    type === 'system' && textField(record, 'subtype') !== undefined && Object.hasOwn(record, 'systemPayload')
  );
}

export function toRow(record: JsonObject): Row {
  const forked = objectField(record, 'forkedFrom');
  return {
    type: textField(record, 'type') ?? '',
    subtype: textField(record, 'subtype') ?? '',
    record,
    uuid: textField(record, 'uuid') ?? '',
    parent: textField(record, 'parentUuid'),
    session: textField(record, 'sessionId') ?? '',
    actor: actorOf(record),
    origin: forked === undefined ? null : (textField(forked, 'sessionId') ?? null),
    time: parseTime(field(record, 'timestamp')),
    cwd: folderOf(textField(record, 'cwd')),
  };
}

function actorOf(record: JsonObject): string {
  const agent = textField(record, 'agentId') ?? '';
  if (agent !== '') return agent;
  return field(record, 'isSidechain') === true ? 'sidechain' : MAIN_ACTOR;
}

/** The parts of a row's message. */
export function partsOf(record: JsonObject): readonly unknown[] | undefined {
  const message = objectField(record, 'message');
  return message === undefined ? undefined : listField(message, 'parts');
}
