import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { errorCode } from '../../text/errors';
import { UnreadableFile } from '../regularFile';
import type { SqliteModule } from './sqlite';
import { sqliteFault } from './sqliteFault';

/** How long a lock of the writer is waited for, in milliseconds. */
const PATIENCE = 500;
const ATTEMPTS = 3;
/** Where the header tells the journal mode, and its value for WAL. */
const [MODE_AT, WAL] = [18, 2];

/**
 * Does something with a database, within one read transaction, and closes it again: whoever keeps it open is in its
 * writer's way (a file that cannot be deleted on Windows, a log that is not cleaned up when the writer ends).
 *
 * The database is never written to, and no file is made beside it:
 * - In WAL mode, SQLite's readers need the files `-wal` and `-shm`, and would make them, or write to the second. Where
 *   there is a writer, both are there: the index is then opened read-only (`readonly_shm`); where its writer died,
 *   SQLite makes an index of its own in memory.
 * - Where there is no `-wal`, there is no writer and everything is in the database itself. It is read as a file that does
 *   not change (`immutable`), and read again if it did, or a writer came meanwhile.
 * - A `-wal` without `-shm` is what somebody copied, or a writer that is just starting. Only this is opened in the
 *   ordinary way, in which SQLite makes a `-shm`.
 *
 * @throws UnreadableFile
 */
export function withDatabase<T>(sqlite: SqliteModule, path: string, work: (database: DatabaseSync) => T): T {
  for (let attempt = 1; ; attempt++) {
    const way = wayToOpen(path);
    try {
      const result = inTransaction(open(sqlite, path, way), work);
      if (way.kind !== 'still' || way.stamp === stampOf(path)) return result;
    } catch (fault) {
      // What was read while the file changed may look damaged.
      const hasChanged = way.kind === 'still' && way.stamp !== stampOf(path);
      if (!hasChanged) throw sqliteFault(fault);
    }
    if (attempt === ATTEMPTS) throw new UnreadableFile({ code: 'SQLITE_BUSY' });
  }
}

type Way =
  | { readonly kind: 'beside-writer' | 'ordinary' }
  | { readonly kind: 'still'; readonly stamp: string };

function wayToOpen(path: string): Way {
  if (!isWal(path)) return { kind: 'ordinary' };
  const wal = sizeOf(`${path}-wal`);
  if (sizeOf(`${path}-shm`) !== null && wal !== null) return { kind: 'beside-writer' };
  return wal === null || wal === 0 ? { kind: 'still', stamp: stampOf(path) } : { kind: 'ordinary' };
}

function open(sqlite: SqliteModule, path: string, way: Way): DatabaseSync {
  const place = pathToFileURL(path);
  place.searchParams.set('mode', 'ro');
  if (way.kind === 'still') place.searchParams.set('immutable', '1');
  if (way.kind === 'beside-writer') place.searchParams.set('readonly_shm', '1');
  return new sqlite.DatabaseSync(place, {
    readOnly: true,
    allowExtension: false,
    enableForeignKeyConstraints: false,
  });
}

function inTransaction<T>(database: DatabaseSync, work: (database: DatabaseSync) => T): T {
  try {
    // The file is not trusted: it may hold anything, damaged pages and functions in its schema too.
    database.exec(
      `PRAGMA busy_timeout = ${PATIENCE}; PRAGMA query_only = 1; PRAGMA trusted_schema = 0;
       PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0; PRAGMA temp_store = 2; BEGIN`,
    );
    const result = work(database);
    database.exec('COMMIT');
    return result;
  } finally {
    database.close();
  }
}

function isWal(path: string): boolean {
  const header = Buffer.alloc(MODE_AT + 2);
  try {
    // Opening a pipe would wait for its writer.
    if (!statSync(path).isFile()) throw new UnreadableFile('not-a-file');
    const file = openSync(path, 'r');
    try {
      readSync(file, header, 0, header.length, 0);
    } finally {
      closeSync(file);
    }
  } catch (fault) {
    throw sqliteFault(fault);
  }
  return header[MODE_AT] === WAL || header[MODE_AT + 1] === WAL;
}

/** What changes with the database; a writer that came changes it too. */
function stampOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}:${sizeOf(`${path}-wal`) ?? 0}`;
  } catch (fault) {
    throw sqliteFault(fault);
  }
}

function sizeOf(path: string): number | null {
  try {
    return statSync(path).size;
  } catch (fault) {
    if (errorCode(fault) === 'ENOENT') return null;
    throw sqliteFault(fault);
  }
}
