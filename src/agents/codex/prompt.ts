import type { JsonObject } from '../adapter';
import { isObject, listField, textField } from '../json';

/** How messages begin that the agent or its harness wrote in a person's place. */
const NOT_A_PERSON = /^(?:<[a-z_ ]+>|# AGENTS\.md|Warning: )/i;

/** Whether a message of a rollout without events is what a person wrote. */
export function isPersonsMessage(message: JsonObject): boolean {
  if (textField(message, 'type') !== 'message' || textField(message, 'role') !== 'user') return false;
  const blocks = listField(message, 'content')?.filter(isObject) ?? [];
  const text = blocks.map((block) => textField(block, 'text') ?? '').join('\n');
  return text.trim() === ''
    ? blocks.some((block) => textField(block, 'type') === 'input_image')
    : !NOT_A_PERSON.test(text.trimStart());
}
