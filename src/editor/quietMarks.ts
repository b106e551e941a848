import type { Memento } from 'vscode';
import type { SessionKey } from '../tracker/views';

const KEPT = 'quiet.marks';
/** The oldest go first. */
const MOST_MARKS = 200;

/** A file that a person said is no loop, in one session. */
export interface QuietMark {
  readonly session: SessionKey;
  /** Canonical. */
  readonly path: string;
}

/** What a person said of files in sessions, kept with the workspace: a reload of the window is no change of mind. */
export class QuietMarks {
  readonly #memory: Memento;
  #marks: readonly QuietMark[];

  /** @param memory of the workspace */
  constructor(memory: Memento) {
    this.#memory = memory;
    const kept = memory.get<unknown>(KEPT);
    this.#marks = Array.isArray(kept) ? kept.filter(isMark).slice(-MOST_MARKS) : [];
  }

  has(session: SessionKey, path: string): boolean {
    return this.#marks.some((mark) => mark.session === session && mark.path === path);
  }

  /** The marked files of a session. */
  of(session: SessionKey): readonly string[] {
    return this.#marks.filter((mark) => mark.session === session).map(({ path }) => path);
  }

  async set(mark: QuietMark, isQuiet: boolean): Promise<void> {
    const others = this.#marks.filter(({ session, path }) => session !== mark.session || path !== mark.path);
    this.#marks = isQuiet ? [...others, mark].slice(-MOST_MARKS) : others;
    await this.#memory.update(KEPT, this.#marks);
  }
}

function isMark(value: unknown): value is QuietMark {
  return (
    typeof value === 'object' &&
    value !== null &&
    'session' in value &&
    typeof value.session === 'string' &&
    'path' in value &&
    typeof value.path === 'string'
  );
}
