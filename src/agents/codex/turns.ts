const MOST_TURNS = 5000;

/** The turns of a thread, each begun by a prompt, and the first call of each: for what going back undoes. */
export class Turns {
  #firstCalls: (string | null)[] = [];

  begin(): void {
    this.#firstCalls.push(null);
    if (this.#firstCalls.length > MOST_TURNS) this.#firstCalls.shift();
  }

  called(call: string): void {
    const last = this.#firstCalls.length - 1;
    if (last >= 0) this.#firstCalls[last] ??= call;
  }

  /** Takes the last so many turns back; the first call that was made in them, null if none was. */
  undo(count: number): string | null {
    if (!Number.isSafeInteger(count) || count <= 0) return null;
    const undone = this.#firstCalls.splice(Math.max(0, this.#firstCalls.length - count));
    return undone.find((call) => call !== null) ?? null;
  }
}
