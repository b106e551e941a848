import { Generations } from '../text/generations';
import type { LineRange } from '../text/ranges';
import { MOST_CALLS, MOST_CONTEXT_ENTRIES } from './limits';

/** Lines that one call put into the context. */
export interface ContextEntry {
  /** Order of the call within its actor. */
  readonly order: number;
  readonly call: string | null;
  readonly path: string;
  readonly version: number;
  /** Epoch of the file's history when they came. */
  readonly epoch: number;
  readonly lines: readonly LineRange[];
  /** Written by the actor, not given. */
  readonly authored: boolean;
}

/**
 * Which call brought which lines, so that single calls can be taken out of the context again. Bounded: what is
 * forgotten here stays in the context until something is taken out of its file, and is then taken out with it.
 */
export class ContextLog {
  #entries: ContextEntry[] = [];
  readonly #orderOfCall = new Generations<string, number>(MOST_CALLS);
  readonly #original: ContextLog | null;
  #order = 0;
  /** Of a copy: calls of its original from this one on were undone here. */
  #undoneFrom = Number.POSITIVE_INFINITY;

  /** @param original the log that this is a copy of */
  constructor(original: ContextLog | null = null) {
    this.#original = original;
    if (original === null) return;
    this.#entries = original.#entries.slice();
    this.#order = original.#order;
  }

  /** A call was made; its order. */
  note(call: string | null): number {
    if (call === null) return ++this.#order;
    const known = this.#orderOf(call);
    if (known !== undefined) return known;
    this.#orderOfCall.set(call, ++this.#order);
    return this.#order;
  }

  add(entry: ContextEntry): void {
    this.#entries.push(entry);
    // Cut in halves, not one by one: constant cost an entry.
    if (this.#entries.length >= 2 * MOST_CONTEXT_ENTRIES)
      this.#entries = this.#entries.slice(-MOST_CONTEXT_ENTRIES);
  }

  /** The context keeps only these calls; what is left. */
  keep(calls: ReadonlySet<string>): readonly ContextEntry[] {
    this.#entries = this.#entries.filter(({ call }) => call !== null && calls.has(call));
    return this.#entries;
  }

  /** Takes the results of these calls out; the files they were of, each with what is left of it. */
  evict(calls: ReadonlySet<string>): ReadonlyMap<string, readonly ContextEntry[]> {
    return this.#remove(({ call }) => call !== null && calls.has(call));
  }

  /** Undoes a call and all after it; null where the call is not known any more. */
  rewind(toCall: string): ReadonlyMap<string, readonly ContextEntry[]> | null {
    const from = this.#orderOf(toCall);
    if (from === undefined) return null;
    this.#undoneFrom = Math.min(this.#undoneFrom, from);
    for (const [call, order] of [...this.#orderOfCall]) if (order >= from) this.#orderOfCall.delete(call);
    return this.#remove(({ order }) => order >= from);
  }

  /** A copy asks its original for the older calls: they are many. */
  #orderOf(call: string): number | undefined {
    const known = this.#orderOfCall.get(call);
    if (known !== undefined || this.#original === null) return known;
    const before = this.#original.#orderOf(call);
    return before !== undefined && before < this.#undoneFrom ? before : undefined;
  }

  #remove(isGone: (entry: ContextEntry) => boolean): Map<string, ContextEntry[]> {
    const left = new Map<string, ContextEntry[]>();
    const kept: ContextEntry[] = [];
    for (const entry of this.#entries) {
      if (isGone(entry)) left.set(entry.path, []);
      else kept.push(entry);
    }
    if (left.size > 0) for (const entry of kept) left.get(entry.path)?.push(entry);
    this.#entries = kept;
    return left;
  }
}
