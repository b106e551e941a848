import type { LineRange } from '../text/ranges';
import { MOST_RANGES } from './limits';
import { RangeSet } from './rangeSet';

/** Lines that an actor knows in one way, and which of them its context still has. */
export class HeldLines {
  #lines = new RangeSet(MOST_RANGES);
  /** null: all of them, as in most files. */
  #held: RangeSet | null = null;

  get lines(): RangeSet {
    return this.#lines;
  }

  get held(): RangeSet {
    return this.#held ?? this.#lines;
  }

  copy(): HeldLines {
    const copy = new HeldLines();
    copy.#lines = this.#lines.copy();
    copy.#held = this.#held?.copy() ?? null;
    return copy;
  }

  addAll(lines: readonly LineRange[], isHeld: boolean): void {
    if (isHeld) this.#held?.addAll(lines);
    else this.#held ??= this.#lines.copy();
    this.#lines.addAll(lines);
  }

  /** What of these lines is known is in the context after all. */
  restore(lines: readonly LineRange[]): void {
    for (const [start, end] of lines) this.#held?.addAll(this.#lines.within(start, end));
  }

  /** The context lost all of them. */
  lose(): void {
    this.#held = new RangeSet(MOST_RANGES);
  }
}
