import type { Disposable } from 'vscode';

export interface SeenViewParts {
  readonly isSeen: () => boolean;
  /** Brings the view up to date. Returns how long it is to be left alone then, ms. */
  readonly update: () => number;
}

/** Keeps a view up to date while somebody sees it: at once, and then now and then. What nobody sees costs nothing. */
export class SeenView implements Disposable {
  readonly #parts: SeenViewParts;
  #isStale = false;
  #resting: NodeJS.Timeout | undefined;

  constructor(parts: SeenViewParts) {
    this.#parts = parts;
  }

  /** What it shows is another now. */
  changed(): void {
    this.#isStale = true;
    this.catchUp();
  }

  /** It may be seen again, or the rest may be over. */
  catchUp(): void {
    if (this.#isStale && this.#resting === undefined && this.#parts.isSeen()) this.update();
  }

  /** At once, rest or no rest: a person asked for it. */
  update(): void {
    this.#isStale = false;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.catchUp();
    }, this.#parts.update());
  }

  dispose(): void {
    clearTimeout(this.#resting);
    this.#isStale = false;
  }
}
