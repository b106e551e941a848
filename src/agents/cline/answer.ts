import type { JsonObject } from '../adapter';
import { field, isObject, textField } from '../json';
import type { Result } from './items';
import { RESULT_LIMIT } from './middleCut';

/** What a tool answered. */
export interface Answer {
  /** One for each thing that was asked for: `{query, result, success, error?}`. */
  readonly parts: readonly JsonObject[];
  /** The call was refused or broke: `{error}` is all there is. */
  readonly error: string | null;
  /** The parts were given as one text: a part is not cut in its own middle. */
  readonly isOneText: boolean;
  /** That text was too long to be given whole. */
  readonly isCut: boolean;
}

/** The answer of a tool of the agent's own. */
export function answerOf({ content, isError }: Result): Answer {
  const text = textOf(content);
  const value = text === null ? content : parsed(text);
  const all = (Array.isArray(value) ? value : [value]).filter(isObject);
  const parts = all.filter((part) => textField(part, 'query') !== undefined);
  const alone = all.map((part) => textField(part, 'error')).find((error) => error !== undefined);
  const isRefused = isError || (parts.length === 0 && alone !== undefined);
  return {
    parts: isRefused ? [] : parts,
    error: isRefused ? (alone ?? text ?? '') : null,
    isOneText: text !== null,
    isCut: text !== null && text.length > RESULT_LIMIT,
  };
}

/** The one text of a result, where it is one. */
export function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content) || content.length !== 1) return null;
  const [block] = content as readonly unknown[];
  if (!isObject(block) || textField(block, 'type') !== 'text') return null;
  return textField(block, 'text') ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Words of the agent: no parts.
    return null;
  }
}

/** Why one of the things asked for was not done; null where it was. */
export function failureOf(part: JsonObject): string | null {
  if (field(part, 'success') === true) return null;
  return textField(part, 'error') ?? '';
}
