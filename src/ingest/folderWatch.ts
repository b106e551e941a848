import { type FSWatcher, watch } from 'node:fs';

/** So many folders are watched at most: each takes a handle of the system, and there is the poll besides. */
const MOST_FOLDERS = 64;

/**
 * Tells that something in a folder may have changed, so that it is looked at once. A hint and no more: watching can
 * fail silently (network drives, too many watchers), and nothing depends on it.
 */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #hint: (isName: boolean) => void;

  /** @param hint is told whether a name came or went, or else a content may have changed */
  constructor(hint: (isName: boolean) => void) {
    this.#hint = hint;
  }

  /** Watches these folders and no others; of too many the first ones. */
  set(folders: Iterable<string>): void {
    const wanted = new Set<string>();
    for (const folder of folders) {
      if (wanted.size < MOST_FOLDERS) wanted.add(folder);
    }
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#drop(folder);
    for (const folder of wanted) this.#watch(folder);
  }

  dispose(): void {
    for (const folder of this.#watchers.keys()) this.#drop(folder);
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (kind) => this.#hint(kind === 'rename'));
      this.#watchers.set(folder, watcher);
      watcher.on('error', () => this.#drop(folder));
    } catch {
      // The folder may not exist yet, or cannot be watched: the poll sees what happens in it.
    }
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}
