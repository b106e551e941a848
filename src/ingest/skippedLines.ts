/** How many line numbers are kept to show. */
const KEPT = 10;

/** The lines of one file that were not understood: how many, and which came first. */
export class SkippedLines {
  #count = 0;
  readonly #first: number[] = [];

  add(line: number): void {
    this.#count++;
    if (this.#first.length < KEPT) this.#first.push(line);
  }

  get count(): number {
    return this.#count;
  }

  /** 1-based numbers of the first of them. */
  get first(): readonly number[] {
    return this.#first;
  }
}
