import type { Item } from './items';
import { passedOn, textsOf } from './shownInScript';

const MOST_ITEMS = 500;
const MOST_SCRIPTS = 200;

/**
 * What scripts did. The records do not name the script: they stand before its result, and where several run side by side,
 * the one whose result shows them.
 */
export class ScriptItems {
  /** What no result has claimed yet. */
  #loose: Item[] = [];
  /** Scripts without a result, by call. */
  readonly #open = new Set<string>();
  readonly #byCall = new Map<string, readonly Item[]>();

  began(call: string): void {
    this.#open.add(call);
    if (this.#open.size > MOST_SCRIPTS) this.#open.clear();
  }

  note(item: Item): void {
    this.#loose.push(item);
    if (this.#loose.length > MOST_ITEMS) this.#loose.shift();
  }

  /** A result has come, of a script or another call: claims what stands before it. */
  ended(call: string, blocks: readonly string[]): void {
    if (!this.#open.delete(call)) return;
    const texts = textsOf(blocks.slice(1));
    const isElsewhere = (item: Item) =>
      this.#open.size > 0 &&
      item.kind === 'command' &&
      passedOn(item.recorded.printed ?? '', texts, '') === null;
    this.#byCall.set(
      call,
      this.#loose.filter((item) => !isElsewhere(item)),
    );
    this.#loose = this.#loose.filter(isElsewhere);
    if (this.#byCall.size > MOST_SCRIPTS) this.#byCall.clear();
  }

  take(call: string): readonly Item[] {
    const items = this.#byCall.get(call) ?? [];
    this.#byCall.delete(call);
    return items;
  }
}
