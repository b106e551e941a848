import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';

/** A call, as the transcript has it: nothing that came back stands anywhere. */
export interface Request {
  readonly tool: string;
  readonly input: JsonObject;
}

const BLOCKS: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
  'image',
]);

/** Whether the record is a line of a Cursor transcript: a message without id, time and type, or the end of a turn. */
export function isCursorRecord(record: JsonObject): boolean {
  if (textField(record, 'type') === 'turn_ended') return textField(record, 'status') !== undefined;
  const role = textField(record, 'role');
  if (role !== 'user' && role !== 'assistant') return false;
  if (['type', 'id', 'uuid', 'timestamp', 'content'].some((name) => Object.hasOwn(record, name)))
    return false;
  const message = objectField(record, 'message');
  if (message === undefined || Object.hasOwn(message, 'role')) return false;
  const content = field(message, 'content');
  if (typeof content === 'string') return true;
  return (
    Array.isArray(content) &&
    content.every((block) => isObject(block) && BLOCKS.has(textField(block, 'type') ?? ''))
  );
}

export function requestsOf(record: JsonObject): Request[] {
  return blocksOf(record).flatMap((block) => {
    const tool = textField(block, 'name') ?? '';
    if (textField(block, 'type') !== 'tool_use' || tool === '') return [];
    const input = field(block, 'input');
    return [{ tool, input: isObject(input) ? input : { input } }];
  });
}

/** Whether a person spoke: their words are wrapped up, and what the harness adds stands in other tags. */
export function isPersonsWord(record: JsonObject): boolean {
  if (textField(record, 'role') !== 'user') return false;
  const message = objectField(record, 'message') ?? {};
  const texts = [
    textField(message, 'content') ?? '',
    ...blocksOf(record).map((block) => textField(block, 'text') ?? ''),
  ];
  return texts.some((text) => text.includes('<user_query>') || /^\s*[^\s<]/.test(text));
}

function blocksOf(record: JsonObject): JsonObject[] {
  return (listField(objectField(record, 'message') ?? {}, 'content') ?? []).filter(isObject);
}

/** Session and actor, which only the place of the file tells. */
export function speakerOf(
  file: string | undefined,
  fallback: string,
): { readonly session: string; readonly actor: string } {
  const [, session, child] =
    /\/agent-transcripts\/([^/]+)\/subagents\/([^/]+)\.jsonl$/.exec(file ?? '') ?? [];
  if (session !== undefined && child !== undefined) return { session, actor: child };
  return { session: fallback, actor: MAIN_ACTOR };
}
