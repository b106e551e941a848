/** The last so many of a growing list, at constant cost an item. */
export class Recent<T> {
  readonly #most: number;
  #items: T[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  copy(): Recent<T> {
    const copy = new Recent<T>(this.#most);
    copy.#items = this.#items.slice();
    return copy;
  }

  push(item: T): void {
    this.#items.push(item);
    if (this.#items.length >= 2 * this.#most) this.#items = this.#items.slice(-this.#most);
  }

  /** Oldest first. */
  items(): readonly T[] {
    return this.#items.length > this.#most ? this.#items.slice(-this.#most) : this.#items;
  }
}
