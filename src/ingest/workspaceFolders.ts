import { lstat } from 'node:fs/promises';
import nodePath, { dirname, join, type PlatformPath } from 'node:path';
import type { CanonicalPaths } from './canonicalPath';

/** One open folder under its canonical path. */
interface WorkspaceFolder {
  readonly path: string;
  /** The root of the repository that the folder is in, if it is below one. */
  readonly repository: string | null;
}

/** The folders that are open in the window, and what belongs to them. All paths canonical. */
export class WorkspaceFolders {
  readonly #folders: readonly WorkspaceFolder[];

  private constructor(folders: readonly WorkspaceFolder[]) {
    this.#folders = folders;
  }

  static async open(folders: readonly string[], paths: CanonicalPaths): Promise<WorkspaceFolders> {
    const canonical = await Promise.all(folders.map((folder) => paths.resolve(folder)));
    return new WorkspaceFolders(
      await Promise.all(canonical.map(async (path) => ({ path, repository: await repositoryAround(path) }))),
    );
  }

  get paths(): readonly string[] {
    return this.#folders.map(({ path }) => path);
  }

  /** Whether a file or folder is in one of the folders, or is one. */
  contain(path: string): boolean {
    return this.folderOf(path) !== null;
  }

  /** The innermost of the folders that a path is in, or is; null where it is in none. */
  folderOf(path: string): string | null {
    const around = this.paths.filter((folder) => isWithin(path, folder));
    return around.sort((a, b) => b.length - a.length)[0] ?? null;
  }

  /**
   * Whether a session that was started in `cwd` is about these folders: started in one, below one, or at the root of the
   * repository that one is in (a package of a monorepo is open, the agent runs at its top). Other worktrees of the
   * repository are other folders.
   */
  ownSession(cwd: string): boolean {
    return this.contain(cwd) || this.#folders.some(({ repository }) => repository === cwd);
  }
}

/** Whether a path is a folder or in it; both absolute and normal. */
export function isWithin(path: string, folder: string, style: PlatformPath = nodePath): boolean {
  const way = style.relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${style.sep}`) || style.isAbsolute(way));
}

/** The root of the repository that a folder is in; null where there is none. */
export async function repositoryAround(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await lstat(join(at, '.git')).then(
      () => true,
      () => false,
    );
    if (found) return at;
    if (at === dirname(at)) return null;
  }
}
