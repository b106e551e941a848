import { CLOCK_TICK, statFile, UnreadableFile } from './regularFile';

/** What a database's writer changes before it changes the database itself. */
const JOURNAL = '-wal';

/** How a database and its journal are now. */
export interface DatabaseStamp {
  /** The same as long as nothing changed; never the same twice where that cannot be told yet. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

let unsettled = 0;

/** @throws UnreadableFile where the database cannot be looked at */
export async function databaseStamp(path: string): Promise<DatabaseStamp> {
  const database = await statFile(path, 'refuse');
  const journal = await statFile(path + JOURNAL, 'refuse').catch(missing);
  const parts = journal === null ? [database] : [database, journal];
  const modified = Math.max(...parts.map(({ mtimeMs }) => Number(mtimeMs)));
  const text = parts.map(({ size, mtimeNs }) => `${size}:${mtimeNs}`).join(' ');
  const isSettled = Date.now() - modified > CLOCK_TICK;
  return { text: isSettled ? text : `${text} ${++unsettled}`, modified };
}

function missing(error: unknown): null {
  if (error instanceof UnreadableFile) return null;
  throw error;
}
