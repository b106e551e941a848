import { dropOldest } from '../text/maps';

const MOST_ROWS = 100_000;
const MOST_CALLS = 20_000;

/**
 * Where a conversation was taken up again. A person's prompt continues the row it names as its parent; if calls were made
 * after that row, the person went back before them, and they are undone.
 */
export class Branches {
  readonly #places = new Map<string, number>();
  #calls: { readonly place: number; readonly call: string }[] = [];
  #next = 0;

  /** A row of the conversation, and the calls in it. */
  note(row: string | undefined, calls: readonly string[]): void {
    const place = this.#next++;
    if (row !== undefined) this.#places.set(row, place);
    for (const call of calls) this.#calls.push({ place, call });
    if (this.#calls.length > MOST_CALLS) this.#calls = this.#calls.slice(-MOST_CALLS / 2);
    dropOldest(this.#places, MOST_ROWS);
  }

  /** The first call that a prompt undoes which continues this row; null where it undoes none. */
  undone(parent: string | undefined): string | null {
    const place = this.#places.get(parent ?? '');
    // Most prompts continue the last row: no call is looked at.
    if (place === undefined || (this.#calls.at(-1)?.place ?? 0) <= place) return null;
    const first = this.#calls.find((one) => one.place > place);
    if (first === undefined) return null;
    this.#calls = this.#calls.filter((one) => one.place <= place);
    return first.call;
  }
}
