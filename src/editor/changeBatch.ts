import type { SessionKey } from '../tracker/views';

/** Least time between two notices of a change, ms: fast enough to look instant, slow enough not to flicker. */
const PAUSE = 30;

/** What may look different now. */
export interface CoverageChange {
  /** Canonical paths. */
  readonly paths: ReadonlySet<string>;
  readonly sessions: ReadonlySet<SessionKey>;
}

/** Gathers changes: the first is told at once, those that follow closely are told together. */
export class ChangeBatch {
  readonly #tell: (change: CoverageChange) => void;
  #paths = new Set<string>();
  #sessions = new Set<SessionKey>();
  #resting: NodeJS.Timeout | undefined;

  constructor(tell: (change: CoverageChange) => void) {
    this.#tell = tell;
  }

  add(session: SessionKey, paths: readonly string[]): void {
    this.#sessions.add(session);
    for (const path of paths) this.#paths.add(path);
  }

  /** Tells what was gathered, now or when the pause is over. */
  flush(): void {
    if (this.#resting !== undefined || this.#sessions.size === 0) return;
    const change = { paths: this.#paths, sessions: this.#sessions };
    this.#paths = new Set();
    this.#sessions = new Set();
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.flush();
    }, PAUSE);
    this.#tell(change);
  }

  dispose(): void {
    clearTimeout(this.#resting);
    this.#sessions.clear();
  }
}
