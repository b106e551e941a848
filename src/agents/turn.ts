const MOST_OPEN_CALLS = 1000;

/** A call and what came back. */
export interface Done<Call, Result> {
  readonly call: Call;
  readonly result: Result;
  /** The agent put a reminder of its own into the text that the model was given. */
  readonly isTouched: boolean;
}

interface Slot<Call, Result> {
  readonly call: Call;
  result: Result | null;
  isTouched: boolean;
  isOut: boolean;
}

/**
 * The tool calls of one assistant message. Results are written in the order in which they were ready; they are given out
 * in the order of the calls, once all are in or the message is over.
 */
export class Turn<Call extends { readonly id: string }, Result> {
  #message: string | undefined;
  #slots: Slot<Call, Result>[] = [];
  /** Calls of earlier messages whose results may still come. */
  readonly #late = new Map<string, Call>();

  /** Starts the message if it is a new one: says so, with what was still held of the last. */
  enter(message: string | undefined): {
    readonly isNew: boolean;
    readonly done: readonly Done<Call, Result>[];
  } {
    if (message !== undefined && message === this.#message) return { isNew: false, done: [] };
    const done = this.end();
    this.#message = message;
    return { isNew: true, done };
  }

  add(call: Call): void {
    if (!this.#slots.some((slot) => slot.call.id === call.id)) {
      this.#slots.push({ call, result: null, isTouched: false, isOut: false });
    }
  }

  /** A call whose result is not in. */
  callOf(id: string): Call | undefined {
    const slot = this.#slots.find(({ call }) => call.id === id);
    return slot === undefined ? this.#late.get(id) : slot.result === null ? slot.call : undefined;
  }

  /** Takes a result. A call that is not known, or has its result already, is passed over. */
  resolve(id: string, result: Result): Done<Call, Result>[] {
    const slot = this.#slots.find(({ call }) => call.id === id);
    if (slot !== undefined) {
      slot.result ??= result;
      return [];
    }
    const call = this.#late.get(id);
    if (call === undefined) return [];
    this.#late.delete(id);
    return [{ call, result, isTouched: true }];
  }

  /** A reminder went into the text of results that are held. */
  touch(): void {
    for (const slot of this.#slots) if (!slot.isOut) slot.isTouched = true;
  }

  /** Whether a result that is held is one of these. */
  holds(which: (call: Call, result: Result) => boolean): boolean {
    return this.#slots.some(({ call, result, isOut }) => result !== null && !isOut && which(call, result));
  }

  /** Whether every call of the message has its result. */
  get isComplete(): boolean {
    return this.#slots.every((slot) => slot.result !== null);
  }

  /** What is in and not yet given out, in call order. */
  take(): Done<Call, Result>[] {
    const done: Done<Call, Result>[] = [];
    for (const slot of this.#slots) {
      if (slot.result === null || slot.isOut) continue;
      slot.isOut = true;
      done.push({ call: slot.call, result: slot.result, isTouched: slot.isTouched });
    }
    return done;
  }

  /** The message is over. */
  end(): Done<Call, Result>[] {
    const done = this.take();
    for (const { call, result } of this.#slots) if (result === null) this.#late.set(call.id, call);
    this.#slots = [];
    this.#message = undefined;
    for (const oldest of this.#late.keys()) {
      if (this.#late.size <= MOST_OPEN_CALLS) break;
      this.#late.delete(oldest);
    }
    return done;
  }
}
