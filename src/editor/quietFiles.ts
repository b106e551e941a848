import { Disposable, EventEmitter, type Memento, workspace } from 'vscode';
import type { CanonicalPaths } from '../ingest/canonicalPath';
import { PathPatterns } from '../ingest/pathPatterns';
import { platformOf } from '../text/platform';
import type { SessionKey } from '../tracker/views';
import type { Configuration } from './configuration';
import { openFolders } from './following';
import { QuietMarks } from './quietMarks';

/** Systems whose names commonly pass over case; canonical paths are folded there. */
const IGNORES_CASE = platformOf(process.platform).ignoresCase;

/** Why a file is quiet. */
export type Quieted = 'setting' | 'marked';

/** Files that are read again for good reason: by the setting in all sessions, or in one that a person marked. */
export class QuietFiles implements Disposable {
  readonly #configuration: Configuration;
  readonly #paths: CanonicalPaths;
  readonly #marks: QuietMarks;
  readonly #failed: (error: unknown) => void;
  readonly #changed = new EventEmitter<void>();
  readonly #listeners: Disposable;
  #patterns: PathPatterns;

  /** Other files are quiet now. */
  readonly onDidChange = this.#changed.event;

  /** @param memory of the workspace */
  constructor(
    configuration: Configuration,
    paths: CanonicalPaths,
    memory: Memento,
    failed: (error: unknown) => void,
  ) {
    this.#configuration = configuration;
    this.#paths = paths;
    this.#marks = new QuietMarks(memory);
    this.#failed = failed;
    this.#patterns = this.#compiled(openFolders());
    this.#listeners = Disposable.from(
      configuration.onDidChange((names) => {
        if (names.has('quiet.files')) this.#settingChanged();
      }),
      workspace.onDidChangeWorkspaceFolders(() => this.#settingChanged()),
    );
    this.#settingChanged();
  }

  /** Undefined: it is not. */
  why(session: SessionKey, path: string): Quieted | undefined {
    if (this.#marks.has(session, path)) return 'marked';
    return this.isQuietBySetting(path) ? 'setting' : undefined;
  }

  isQuietBySetting(path: string): boolean {
    return this.#patterns.fits(path);
  }

  /** The files that a person marked in a session. */
  markedIn(session: SessionKey): readonly string[] {
    return this.#marks.of(session);
  }

  /** A person says that reads of the file are no loop in this session, or takes it back. */
  async mark(session: SessionKey, path: string, isQuiet: boolean): Promise<void> {
    await this.#marks.set({ session, path }, isQuiet);
    this.#changed.fire();
  }

  #settingChanged(): void {
    Promise.all(openFolders().map((folder) => this.#paths.resolve(folder)))
      .then((folders) => {
        this.#patterns = this.#compiled(folders);
        this.#changed.fire();
      })
      .catch(this.#failed);
  }

  #compiled(folders: readonly string[]): PathPatterns {
    return new PathPatterns(folders, this.#configuration.get('quiet.files'), IGNORES_CASE);
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}
