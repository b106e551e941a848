/** The last so many of a growing list, at constant cost an item. */
export class Recent<T> {
  readonly #most: number;
  #items: T[] = [];
  /** Number of the first of them: the first that ever came is 0. */
  #first = 0;

  constructor(most: number) {
    this.#most = most;
  }

  copy(): Recent<T> {
    const copy = new Recent<T>(this.#most);
    copy.#items = this.#items.slice();
    copy.#first = this.#first;
    return copy;
  }

  /** Items that are held, which may be more than are told. */
  get size(): number {
    return this.#items.length;
  }

  /** Returns the item's number. */
  push(item: T): number {
    this.#items.push(item);
    if (this.#items.length >= 2 * this.#most) {
      this.#first += this.#items.length - this.#most;
      this.#items = this.#items.slice(-this.#most);
    }
    return this.#first + this.#items.length - 1;
  }

  /** The item of a number, where it is one of the last so many. */
  at(number: number): T | undefined {
    const at = number - this.#first;
    return at < this.#items.length - this.#most ? undefined : this.#items[at];
  }

  /** Oldest first. */
  items(): readonly T[] {
    return this.#items.length > this.#most ? this.#items.slice(-this.#most) : this.#items;
  }
}
