import type { JsonObject } from '../adapter';
import { field, listField, textField } from '../json';
import type { Row } from './row';

/** Attachments that never reach the model as text beside a result. */
const NOT_SENT: ReadonlySet<string> = new Set(['hook_success', 'prompt_snapshot', 'read_truncation_notice']);

/**
 * The agent's reminders to the model. Some versions fold them into the text of the last tool result, and take the white
 * space from both ends of that text: the first line of a shell output then has lost its indentation. The transcript
 * keeps the text as it was before.
 */
export class Reminders {
  #areNoted = false;
  #areRendered = false;
  #areFolded = false;

  /** Whether results are touched: never; where an attachment follows them; or where nothing tells. */
  get touch(): 'never' | 'noted' | 'unseen' {
    if (!this.#areNoted) return 'unseen';
    return this.#areRendered && !this.#areFolded ? 'never' : 'noted';
  }

  /** Takes note of an attachment: whether it is folded into the results before it. */
  note(row: Row, attachment: JsonObject): boolean {
    this.#areNoted = true;
    const type = textField(attachment, 'type') ?? '';
    if (type === 'prompt_snapshot') this.#areFolded = field(attachment, 'reminderFold') === true;
    const isRendered = listField(row.record, 'rendered') !== undefined;
    this.#areRendered ||= isRendered;
    if (NOT_SENT.has(type)) return false;
    return this.#areRendered ? isRendered && this.#areFolded : true;
  }
}
