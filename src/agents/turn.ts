import { dropOldest } from '../text/maps';

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
  /** The how manieth call of the message it is. */
  readonly place: number;
  /** How often a reminder had gone into texts when the call was made. */
  readonly touches: number;
  result: Result | null;
}

/**
 * The tool calls of one assistant message. Results are written in the order in which they were ready; they are given out
 * in the order of the calls, once all are in or the message is over.
 */
export class Turn<Call extends { readonly id: string }, Result> {
  #message: string | undefined;
  /** The calls of the message by id; null: its result was given out. */
  readonly #slots = new Map<string, Slot<Call, Result> | null>();
  /** Those whose results are in and not given out. */
  #held: Slot<Call, Result>[] = [];
  #waiting = 0;
  #touches = 0;
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
    if (this.#slots.has(call.id) || this.#waiting >= MOST_OPEN_CALLS) return;
    const place = this.#slots.size;
    this.#slots.set(call.id, { call, place, touches: this.#touches, result: null });
    this.#waiting++;
  }

  /** A call whose result is not in. */
  callOf(id: string): Call | undefined {
    const slot = this.#slots.get(id);
    if (slot === undefined) return this.#late.get(id);
    return slot?.result === null ? slot.call : undefined;
  }

  /** Takes a result. A call that is not known, or has its result already, is passed over. */
  resolve(id: string, result: Result): Done<Call, Result>[] {
    const slot = this.#slots.get(id);
    if (slot !== undefined) {
      if (slot?.result === null) {
        slot.result = result;
        this.#held.push(slot);
        this.#waiting--;
      }
      return [];
    }
    const call = this.#late.get(id);
    if (call === undefined) return [];
    this.#late.delete(id);
    return [{ call, result, isTouched: true }];
  }

  /** A reminder went into the text of results that are held. */
  touch(): void {
    this.#touches++;
  }

  /** Whether a result that is held is one of these. */
  holds(which: (call: Call, result: Result) => boolean): boolean {
    return this.#held.some(({ call, result }) => result !== null && which(call, result));
  }

  /** Whether every call of the message has its result. */
  get isComplete(): boolean {
    return this.#waiting === 0;
  }

  /** What is in and not yet given out, in call order. */
  take(): Done<Call, Result>[] {
    const held = this.#held.sort((a, b) => a.place - b.place);
    this.#held = [];
    return held.flatMap(({ call, result, touches }) => {
      this.#slots.set(call.id, null);
      return result === null ? [] : [{ call, result, isTouched: this.#touches > touches }];
    });
  }

  /** The message is over. */
  end(): Done<Call, Result>[] {
    const done = this.take();
    for (const slot of this.#slots.values()) if (slot !== null) this.#late.set(slot.call.id, slot.call);
    this.#slots.clear();
    this.#waiting = 0;
    this.#message = undefined;
    dropOldest(this.#late, MOST_OPEN_CALLS);
    return done;
  }
}
