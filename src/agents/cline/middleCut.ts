/**
 * What the model is given of a long text. The transcript keeps the whole; each time the messages are sent, every string
 * of a tool's result that is longer than a limit loses its middle, and nothing in the record says so. The limit is
 * the agent's default (a variable of its environment, meant for its developers, may set another), the same in all
 * versions since June 2026; those before gave more. What was cut how was seen in runs and agrees with the agent's source.
 */

/** Longest string of a tool's result that is given whole, in UTF-16 code units. */
export const RESULT_LIMIT = 8_000;
/** The same for a file that a person attached. */
export const ATTACHMENT_LIMIT = 50_000;

/** The parts of a text that are given: up to `head`, and from `tail` on. */
export interface Given {
  readonly head: number;
  readonly tail: number;
}

/** The parts that are given, or null where the text is given whole. */
export function middleCut(text: string, limit: number): Given | null {
  if (text.length <= limit) return null;
  // The notice in the middle says how much is missing, and takes its own room from both ends.
  const first = room(text.length - limit, limit);
  const keep = room(Math.max(0, text.length - 2 * first), limit);
  return { head: keep, tail: text.length - keep };
}

/** The text with a notice where its middle was, as long as the one the model is given. */
export function withMiddleCut(text: string, limit: number): string {
  const given = middleCut(text, limit);
  if (given === null) return text;
  const { head, tail } = given;
  return `${text.slice(0, head)}${notice(tail - head)}${text.slice(tail)}`;
}

function room(missing: number, limit: number): number {
  return Math.max(0, Math.floor((limit - notice(missing).length) / 2));
}

function notice(missing: number): string {
  return `\n\n...[truncated ${missing} chars]...\n\n`;
}
