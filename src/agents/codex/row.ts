import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField, wholeField } from '../json';
import { parseTime } from '../time';

/** One line of a rollout. */
export interface Row {
  readonly type: 'meta' | 'context' | 'item' | 'event' | 'compacted' | 'other';
  readonly payload: JsonObject;
  readonly time: number | null;
  /** Written before lines had an envelope with type and time. */
  readonly isBare: boolean;
}

const TYPES: ReadonlyMap<string, Row['type']> = new Map([
  ['session_meta', 'meta'],
  ['turn_context', 'context'],
  ['response_item', 'item'],
  ['event_msg', 'event'],
  ['compacted', 'compacted'],
]);

/** Lines that say nothing about files. */
const BOOKS: ReadonlySet<string> = new Set([
  'world_state',
  'token_usage_record',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
]);

/** Whether the record is a line of a rollout. */
export function isCodexRecord(record: JsonObject): boolean {
  return toRow(record) !== null;
}

/** The line as a row; null where it is none. */
export function toRow(record: JsonObject): Row | null {
  const payload = objectField(record, 'payload');
  const time = parseTime(field(record, 'timestamp'));
  const type = textField(record, 'type') ?? '';
  if (payload !== undefined) {
    const known = TYPES.get(type);
    const isBook = BOOKS.has(type) || wholeField(record, 'ordinal') !== undefined;
    if (time === null || (known === undefined && !isBook)) return null;
    return { type: known ?? 'other', payload, time, isBare: false };
  }
  if (isBareMeta(record)) return { type: 'meta', payload: record, time, isBare: true };
  if (isBareItem(record, type)) return { type: 'item', payload: record, time, isBare: true };
  return textField(record, 'record_type') === 'state'
    ? { type: 'other', payload: record, time, isBare: true }
    : null;
}

/** The first line of rollouts before September 2025. */
function isBareMeta(record: JsonObject): boolean {
  if (Object.hasOwn(record, 'type') || !Object.hasOwn(record, 'instructions')) return false;
  return textField(record, 'id') !== undefined && textField(record, 'timestamp') !== undefined;
}

function isBareItem(record: JsonObject, type: string): boolean {
  switch (type) {
    case 'message': {
      const blocks = listField(record, 'content');
      if (textField(record, 'role') === undefined || blocks === undefined) return false;
      return blocks.every(
        (block) => isObject(block) && /^(?:in|out)put_/.test(textField(block, 'type') ?? ''),
      );
    }
    case 'function_call':
      return textField(record, 'call_id') !== undefined && textField(record, 'arguments') !== undefined;
    case 'function_call_output':
      return textField(record, 'call_id') !== undefined && Object.hasOwn(record, 'output');
    case 'local_shell_call':
      return objectField(record, 'action') !== undefined;
    case 'reasoning':
      return listField(record, 'summary') !== undefined;
    default:
      return false;
  }
}
