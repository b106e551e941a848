import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';
import { parseTime } from '../time';

/** A call as the model made it. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** What came back for it, as the file has it: the model may have been given less. */
export interface Result {
  readonly content: unknown;
  readonly isError: boolean;
  readonly time: number | null;
}

/** A file that a person attached to a message. */
export interface Attachment {
  readonly path: string;
  readonly content: string;
}

/** What happened, one thing after the other. Messages are put together and apart anew when a session goes on. */
export type Item =
  | { readonly kind: 'turn'; readonly time: number | null }
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'result'; readonly id: string; readonly result: Result }
  | {
      readonly kind: 'words';
      readonly isPerson: boolean;
      readonly files: readonly Attachment[];
      readonly time: number | null;
    };

/** Kinds of messages that the harness speaks in the person's place. */
const HARNESS_ROLES: ReadonlySet<string> = new Set(['system', 'status', 'error']);
const RESUMED = '[TASK RESUMPTION]';

export function itemsOf(messages: readonly unknown[]): Item[] {
  return messages.flatMap((message) => (isObject(message) ? messageItems(message) : []));
}

/** What tells an item from others, however often the file is written anew. */
export function markOf(item: Item): string {
  switch (item.kind) {
    case 'call':
      return `call ${item.call.id}`;
    case 'result':
      return `result ${item.id}`;
    default:
      return item.kind;
  }
}

/** Id of the call that the item belongs to. */
export function callOf(item: Item): string | null {
  if (item.kind === 'call') return item.call.id;
  return item.kind === 'result' ? item.id : null;
}

function messageItems(message: JsonObject): Item[] {
  const time = parseTime(field(message, 'ts'));
  const blocks = listField(message, 'content')?.filter(isObject) ?? [];
  switch (textField(message, 'role')) {
    case 'assistant':
      return [{ kind: 'turn', time }, ...blocks.flatMap(callItem)];
    case 'user': {
      const results = blocks.flatMap((block) => resultItem(block, time));
      return results.length > 0 ? results : [wordsItem(message, blocks, time)];
    }
    default:
      return [];
  }
}

function callItem(block: JsonObject): Item[] {
  const id = textField(block, 'id') ?? '';
  const tool = textField(block, 'name') ?? '';
  if (textField(block, 'type') !== 'tool_use' || id === '' || tool === '') return [];
  return [{ kind: 'call', call: { id, tool: tool.toLowerCase(), input: field(block, 'input') } }];
}

function resultItem(block: JsonObject, time: number | null): Item[] {
  const id = textField(block, 'tool_use_id') ?? '';
  if (textField(block, 'type') !== 'tool_result' || id === '') return [];
  const isError = field(block, 'is_error') === true;
  return [{ kind: 'result', id, result: { content: field(block, 'content'), isError, time } }];
}

function wordsItem(message: JsonObject, blocks: readonly JsonObject[], time: number | null): Item {
  const metadata = objectField(message, 'metadata') ?? {};
  const text =
    textField(message, 'content') ?? blocks.map((block) => textField(block, 'text') ?? '').join('\n');
  const isHarness =
    HARNESS_ROLES.has(textField(metadata, 'displayRole') ?? '') ||
    textField(metadata, 'kind') !== undefined ||
    text.replace(/^<user_input[^>]*>/, '').startsWith(RESUMED);
  return { kind: 'words', isPerson: !isHarness, files: blocks.flatMap(attachment), time };
}

function attachment(block: JsonObject): Attachment[] {
  const path = textField(block, 'path') ?? '';
  const content = textField(block, 'content');
  return textField(block, 'type') !== 'file' || path === '' || content === undefined
    ? []
    : [{ path, content }];
}
