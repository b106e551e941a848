import type { JsonObject } from '../adapter';
import { field, isObject, listField, textField } from '../json';

/** What came back for a call of a server's tool. */
export interface ServerResult {
  /**
   * Exactly what the model was given, nothing cut off or added; null where that is not known. Agents give the server's
   * text, or its structured content as JSON.
   */
  readonly text: string | null;
  /** Which of the two, where the agent's record tells. */
  readonly form: 'text' | 'json' | 'either';
  /** The structured content, where the record has it beside the text. */
  readonly structured?: JsonObject | undefined;
  readonly isError: boolean;
}

/** The server's own words. */
export interface ServerText {
  readonly text: string;
  /** They may be those of another server, or a file's own text that looks like structured content. */
  readonly isDoubtful: boolean;
}

/**
 * What the server said, as far as the model was given it; null where that cannot be told.
 *
 * @param isOwnName the tool's name tells that the server is the filesystem server: else its structured content must
 */
export function serverText(result: ServerResult, isOwnName: boolean): ServerText | null {
  const { text, form } = result;
  if (text === null) return null;
  const recorded = result.structured === undefined ? null : contentOf(result.structured);
  if (recorded !== null && recorded === text) return { text, isDoubtful: false };
  const inner = form === 'text' ? null : decoded(text);
  if (inner !== null) return { text: inner, isDoubtful: form === 'either' && inner !== recorded };
  return form === 'json' ? null : { text, isDoubtful: !isOwnName };
}

/** The one text of a structured content that was printed as JSON. */
function decoded(text: string): string | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? contentOf(value) : null;
  } catch {
    // No JSON: it is the text itself.
    return null;
  }
}

/** The text of `{content}`; some versions have a list of one block there. */
function contentOf(structured: JsonObject): string | null {
  if (Object.keys(structured).length !== 1) return null;
  const content = textField(structured, 'content');
  if (content !== undefined) return content;
  const blocks = listField(structured, 'content') ?? [];
  const [block] = blocks;
  const isText = blocks.length === 1 && isObject(block) && field(block, 'type') === 'text';
  return isText ? (textField(block, 'text') ?? null) : null;
}
