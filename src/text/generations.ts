/**
 * A map that keeps between `most / 2` and `most` entries: those that were set or asked for last. Entries live in two
 * generations; when the young one is full, what was not used since the last time is forgotten, all at once: constant
 * cost an entry, which a map that drops its oldest entry one by one does not have.
 */
export class Generations<K, V> {
  readonly #half: number;
  readonly #forgotten: ((gone: ReadonlyMap<K, V>) => void) | undefined;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** @param forgotten called with the entries that are not kept any longer */
  constructor(most: number, forgotten?: (gone: ReadonlyMap<K, V>) => void) {
    this.#half = Math.max(1, Math.floor(most / 2));
    this.#forgotten = forgotten;
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.set(key, old);
    return old;
  }

  /** The same without making it count as asked for. */
  peek(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: K, value: V): void {
    this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size < this.#half) return;
    const forgotten = this.#old;
    this.#old = this.#young;
    this.#young = new Map();
    if (forgotten.size > 0) this.#forgotten?.(forgotten);
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  *[Symbol.iterator](): Generator<[K, V]> {
    yield* this.#old;
    yield* this.#young;
  }

  *values(): Generator<V> {
    yield* this.#old.values();
    yield* this.#young.values();
  }
}
