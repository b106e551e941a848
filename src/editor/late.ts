import type { Disposable } from 'vscode';

/**
 * A part that few windows need: its code is loaded, and it is made, when it is asked for first. VS Code waits for whatever
 * is loaded with the extension.
 */
export class Late<T extends Disposable> implements Disposable {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #part: T | undefined;
  #isDisposed = false;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Undefined: nobody has asked for it. */
  get part(): T | undefined {
    return this.#part;
  }

  /** Rejects where it cannot be loaded; asked for again, that is tried again. */
  get(): Promise<T> {
    this.#loading ??= this.#load().then(
      (part) => {
        this.#part = part;
        if (this.#isDisposed) part.dispose();
        return part;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#part?.dispose();
  }
}
