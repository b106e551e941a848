import { hasPassed } from './hasPassed';

/** A map that forgets: entries after a while, the oldest ones when there are too many. */
export class TimedCache<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly since: number }>();
  readonly #now: () => number;
  readonly #lifetime: number;
  readonly #most: number;

  /** @param lifetime milliseconds an entry is believed */
  constructor(now: () => number, lifetime: number, most: number) {
    this.#now = now;
    this.#lifetime = lifetime;
    this.#most = most;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (!hasPassed(entry.since, this.#now(), this.#lifetime)) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, since: this.#now() });
    if (this.#entries.size <= this.#most) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  clear(): void {
    this.#entries.clear();
  }
}
