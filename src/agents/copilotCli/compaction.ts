import { field, textField, wholeField } from '../json';
import type { Row } from './row';

const MOST_CALLS = 1000;

/**
 * Compactions run beside the conversation: what is made into a summary is what was there when it started. The calls since
 * then stay.
 */
export class Compactions {
  #since: string[] | null = null;

  start(): void {
    this.#since = [];
  }

  called(calls: readonly string[]): void {
    if (this.#since !== null && this.#since.length < MOST_CALLS) this.#since.push(...calls);
  }

  /** The calls that are kept; null where nothing was taken out. */
  complete({ data }: Row): readonly string[] | null {
    const since = this.#since ?? [];
    this.#since = null;
    const outcome = textField(data, 'outcome') ?? 'applied';
    if (field(data, 'success') === false || outcome !== 'applied') return null;
    const before = wholeField(data, 'preCompactionMessagesLength');
    const removed = wholeField(data, 'messagesRemoved');
    // Each call that is kept has a message of its own, and its result another.
    const isEnough = before === undefined || removed === undefined || before - removed >= 2 * since.length;
    return isEnough ? since : [];
  }
}
