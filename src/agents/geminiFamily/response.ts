import { field, isObject, listField, objectField, textField } from '../json';

/** An answer to a call, as it stands in the conversation. */
export interface Response {
  /** Id of the call; empty where it is missing. */
  readonly id: string;
  readonly name: string;
  /** Its words: of its output or, if that is missing, of its error. */
  readonly text: string;
  readonly isError: boolean;
  /** It holds something that is no text. */
  readonly hasMedia: boolean;
}

/** The answers among the parts of a message. */
export function responsesOf(parts: readonly unknown[]): Response[] {
  const hasMedia = parts.some((part) => isObject(part) && isMedia(part));
  return parts.filter(isObject).flatMap((part) => {
    const answer = objectField(part, 'functionResponse');
    if (answer === undefined) return [];
    const response = objectField(answer, 'response') ?? {};
    const output = textField(response, 'output');
    const error = textField(response, 'error');
    const nested = listField(answer, 'parts') ?? [];
    return [
      {
        id: textField(answer, 'id') ?? '',
        name: textField(answer, 'name') ?? '',
        text: output ?? error ?? '',
        isError: output === undefined && error !== undefined,
        hasMedia: hasMedia || nested.some((one) => isObject(one) && isMedia(one)),
      },
    ];
  });
}

function isMedia(part: { readonly [key: string]: unknown }): boolean {
  return field(part, 'inlineData') !== undefined || field(part, 'fileData') !== undefined;
}

/** The texts of the parts of a message that are words, and no thoughts. */
export function textsOf(parts: readonly unknown[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    if (!isObject(part) || field(part, 'thought') === true) return [];
    return textField(part, 'text') ?? [];
  });
}

/** A message's content is a list of parts, one part, or a text. */
export function partsOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  return content === undefined || content === null ? [] : [content];
}
