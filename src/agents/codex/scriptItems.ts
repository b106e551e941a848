import type { Item } from './items';
import { passedOn, textsOf } from './shownInScript';

const MOST_ITEMS = 500;
const MOST_SCRIPTS = 200;

type Time = number | null;

/**
 * What scripts did. The records do not name the script: they were written between its call and its result, and where
 * several run side by side, the one whose result shows them.
 */
export class ScriptItems {
  /** What no result has claimed yet. */
  #loose: { readonly item: Item; readonly time: Time }[] = [];
  /** Scripts without a result, and when they were called. */
  readonly #open = new Map<string, Time>();
  readonly #byCall = new Map<string, readonly Item[]>();
  /** A script has given a part of its result, and goes on. */
  #goesOn = false;

  began(call: string, time: Time): void {
    if (this.#open.size >= MOST_SCRIPTS) this.#open.clear();
    // What was done before any script was called is none's.
    if (this.#open.size === 0 && !this.#goesOn) this.#loose = [];
    this.#open.set(call, time);
  }

  note(item: Item, time: Time): void {
    this.#loose.push({ item, time });
    if (this.#loose.length > MOST_ITEMS) this.#loose.shift();
  }

  /** A result has come, of a script or another call: claims what stands before it. */
  ended(call: string, blocks: readonly string[], time: Time): void {
    const since = this.#open.get(call);
    if (!this.#open.delete(call)) return;
    const texts = textsOf(blocks.slice(1));
    const isElsewhere = (item: Item) =>
      this.#open.size > 0 &&
      item.kind === 'command' &&
      passedOn(item.recorded.printed ?? '', texts, '') === null;
    const start = this.#goesOn ? null : since;
    const inTime = this.#loose.filter((one) => isBetween(one.time, start ?? null, time));
    this.#byCall.set(
      call,
      inTime.flatMap(({ item }) => (isElsewhere(item) ? [] : [item])),
    );
    if (this.#byCall.size > MOST_SCRIPTS) this.#byCall.clear();
    this.#loose = inTime.filter(({ item }) => isElsewhere(item));
    this.#goesOn = blocks[0]?.startsWith('Script running') === true;
  }

  /** The message is over: what it did not show, no later one will. */
  over(): void {
    this.#open.clear();
    if (!this.#goesOn) this.#loose = [];
  }

  take(call: string): readonly Item[] {
    const items = this.#byCall.get(call) ?? [];
    this.#byCall.delete(call);
    return items;
  }
}

function isBetween(time: Time, from: Time, to: Time): boolean {
  return time === null || ((from === null || time >= from) && (to === null || time <= to));
}
