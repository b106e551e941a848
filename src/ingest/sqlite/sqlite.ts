import type * as Sqlite from 'node:sqlite';
import { pathToFileURL } from 'node:url';

export type SqliteModule = typeof Sqlite;

const NAME = 'node:sqlite';

/**
 * Node's own SQLite; null where it has none, or one that cannot be told how to open a file: before 22.15, and in some
 * editors' versions of later ones.
 */
export function loadSqlite(): SqliteModule | null {
  const { emitWarning } = process;
  try {
    // Node warns that it may change, in the middle of our own output.
    process.emitWarning = () => undefined;
    const module = builtin();
    return module !== null && takesOptions(module) ? module : null;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function builtin(): SqliteModule | null {
  // Older versions of Node lack the function, and what it would load.
  const load: ((name: string) => unknown) | undefined = process.getBuiltinModule;
  return (load?.(NAME) as SqliteModule | undefined) ?? null;
}

/** Whether a database can be opened by an address, which says how. */
function takesOptions({ DatabaseSync }: SqliteModule): boolean {
  const nowhere = pathToFileURL(process.execPath);
  nowhere.searchParams.set('mode', 'memory');
  try {
    new DatabaseSync(nowhere).close();
    return true;
  } catch {
    return false;
  }
}
