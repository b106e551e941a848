import { EventEmitter, type Memento } from 'vscode';

const KEPT = 'blindChanges.dismissed';
/** The oldest go first. */
const MOST = 200;

/** Warnings that a person has looked at, by their keys. Kept with the workspace. */
export class Dismissed {
  readonly #memory: Memento;
  readonly #changed = new EventEmitter<void>();
  #keys: readonly string[];

  readonly onDidChange = this.#changed.event;

  /** @param memory of the workspace */
  constructor(memory: Memento) {
    this.#memory = memory;
    const kept = memory.get<unknown>(KEPT);
    this.#keys = Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(-MOST) : [];
  }

  has(key: string): boolean {
    return this.#keys.includes(key);
  }

  async set(key: string, isDismissed: boolean): Promise<void> {
    const others = this.#keys.filter((each) => each !== key);
    this.#keys = isDismissed ? [...others, key].slice(-MOST) : others;
    await this.#memory.update(KEPT, this.#keys);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
