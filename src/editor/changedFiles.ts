import path from 'node:path';
import { Disposable, type Uri, workspace } from 'vscode';
import type { CanonicalPaths } from '../ingest/canonicalPath';
import { isWithin } from '../ingest/workspaceFolders';
import type { CoverageService } from './coverageService';
import { openFolders } from './following';

/**
 * Tells which files with coverage may have changed on disk. After a `git checkout` there are thousands of changed files:
 * those without coverage cost no look at the disk.
 */
export class ChangedFiles implements Disposable {
  readonly #service: CoverageService;
  readonly #paths: CanonicalPaths;
  readonly #tell: (path: string) => void;
  readonly #listeners: Disposable;
  /** Workspace folders as they are named, and as they are. */
  #roots: readonly (readonly [named: string, canonical: string])[] = [];

  /** @param tell called with canonical paths */
  constructor(service: CoverageService, paths: CanonicalPaths, tell: (path: string) => void) {
    this.#service = service;
    this.#paths = paths;
    this.#tell = tell;
    const watcher = workspace.createFileSystemWatcher('**/*');
    this.#listeners = Disposable.from(
      watcher,
      watcher.onDidChange((uri) => this.#changed(uri)),
      watcher.onDidCreate((uri) => this.#changed(uri)),
      workspace.onDidSaveTextDocument(({ uri }) => this.#changed(uri)),
      // A watcher may be told to leave a folder alone.
      workspace.onDidRenameFiles(({ files }) => {
        for (const { newUri } of files) this.#changed(newUri);
      }),
      workspace.onDidChangeWorkspaceFolders(() => this.#resolveRoots()),
    );
    this.#resolveRoots();
  }

  #changed(uri: Uri): void {
    if (uri.scheme !== 'file') return;
    for (const [named, canonical] of this.#roots) {
      if (!isWithin(uri.fsPath, named)) continue;
      const way = path.relative(named, uri.fsPath);
      // Canonical paths have their case folded where the file system does.
      const known = [way, way.toLowerCase()]
        .map((each) => path.join(canonical, each))
        .find((each) => this.#service.knows(each));
      if (known !== undefined) this.#tell(known);
    }
  }

  #resolveRoots(): void {
    const folders = openFolders();
    // The resolver never throws: what it cannot resolve it normalises.
    void Promise.all(
      folders.map(async (folder) => [folder, await this.#paths.resolve(folder)] as const),
    ).then((roots) => {
      this.#roots = roots;
    });
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}
