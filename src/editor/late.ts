import type { Disposable } from 'vscode';

/** What `load` gives, loaded with the first call. What cannot be loaded rejects; called again, that is tried again. */
export function late<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/**
 * A part that few windows need: its code is loaded, and it is made, when it is asked for first. VS Code waits for whatever
 * is loaded with the extension.
 */
export class Late<T extends Disposable> implements Disposable {
  /** As {@link late}. */
  readonly get: () => Promise<T>;
  #part: T | undefined;
  #isDisposed = false;

  constructor(load: () => Promise<T>) {
    this.get = late(async () => {
      const part = await load();
      this.#part = part;
      if (this.#isDisposed) part.dispose();
      return part;
    });
  }

  /** Undefined: nobody has asked for it. */
  get part(): T | undefined {
    return this.#part;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#part?.dispose();
  }
}
