import type { LineHasher } from '../../text/lineHash';
import type { JsonObject } from '../adapter';
import { field, isObject, listField, textField } from '../json';
import { parseTime } from '../time';

/** A message of a task's history. */
export interface Message {
  /** Tells it from the others, however often the file is written anew. */
  readonly key: string;
  readonly role: 'user' | 'assistant';
  readonly time: number | null;
  readonly blocks: readonly JsonObject[];
  /** Set for a summary of what came before, or for the mark that older messages are left out. */
  readonly boundary: string | null;
  /** A summary or mark is there, so that it is not sent any more. */
  readonly isHidden: boolean;
}

/** Messages looked at to tell whether the file is a task's history. */
const LOOKED_AT = 4;
const TYPES: ReadonlySet<string> = new Set([
  'text',
  'image',
  'tool_use',
  'tool_result',
  'reasoning',
  'thinking',
]);

/**
 * Whether the record is the history of a task: a list of messages as they are sent to the model. The file beside it
 * (`ui_messages.json`) holds what people were shown, and is no such list.
 */
export function isTaskHistory(record: JsonObject): boolean {
  const items = listField(record, 'items');
  if (items === undefined || items.length === 0 || Object.keys(record).length !== 1) return false;
  return items.slice(0, LOOKED_AT).every((item) => {
    if (!isObject(item) || roleOf(item) === null) return false;
    const content = field(item, 'content');
    if (typeof content === 'string') return true;
    if (!Array.isArray(content)) return false;
    return content.every((block) => isObject(block) && TYPES.has(textField(block, 'type') ?? ''));
  });
}

/** Id of the task, which is the name of the folder. */
export function taskOf(file: string | undefined, fallback: string): string {
  return /\/([^/]+)\/api_conversation_history\.json$/.exec(file ?? '')?.[1] ?? fallback;
}

export function messagesOf(record: JsonObject, hasher: LineHasher): Message[] {
  const items = (listField(record, 'items') ?? []).filter(isObject);
  const boundaries = new Set(items.flatMap((item) => boundaryOf(item) ?? []));
  const seen = new Map<string, number>();
  return items.flatMap((item) => {
    const role = roleOf(item);
    if (role === null) return [];
    const blocks = blocksOf(item);
    const time = parseTime(field(item, 'ts'));
    const base = time === null ? `${role} ${hasher.line(JSON.stringify(blocks))}` : `${role} ${time}`;
    const copies = seen.get(base) ?? 0;
    seen.set(base, copies + 1);
    const parent = textField(item, 'condenseParent') ?? textField(item, 'truncationParent') ?? '';
    const boundary = boundaryOf(item);
    return [{ key: `${base} ${copies}`, role, time, blocks, boundary, isHidden: boundaries.has(parent) }];
  });
}

function roleOf(item: JsonObject): Message['role'] | null {
  const role = textField(item, 'role');
  return role === 'user' || role === 'assistant' ? role : null;
}

function boundaryOf(item: JsonObject): string | null {
  if (field(item, 'isTruncationMarker') === true) return textField(item, 'truncationId') ?? null;
  if (field(item, 'isSummary') !== true) return null;
  return textField(item, 'condenseId') ?? `summary ${String(field(item, 'ts'))}`;
}

function blocksOf(item: JsonObject): JsonObject[] {
  const content = field(item, 'content');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}
