import type * as Sqlite from 'node:sqlite';

export type SqliteModule = typeof Sqlite;

const NAME = 'node:sqlite';

/** Node's own SQLite; null where it has none: before 22.13, and in some editors' versions of later ones. */
export function loadSqlite(): SqliteModule | null {
  const { emitWarning } = process;
  try {
    // Node warns that it may change, in the middle of our own output.
    process.emitWarning = () => undefined;
    return builtin();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function builtin(): SqliteModule | null {
  // Older versions of Node lack the function, and what it would load.
  const load: ((name: string) => unknown) | undefined = process.getBuiltinModule;
  return (load?.(NAME) as SqliteModule | undefined) ?? null;
}
