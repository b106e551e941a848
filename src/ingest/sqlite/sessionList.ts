import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../agents/adapter';
import type { RowSession } from '../rowStore';
import { exactNumber, RowFetcher } from './rows';
import { query, quoted, type Tables } from './tables';

const MOST_SESSIONS = 10_000;
/** So many of the newest are looked at for what changed without their own row. */
const LOOKED_AT = 50;
const LONGEST_NAME = 4096;
const DEEPEST = 20;

export interface ListedRow extends RowSession {
  /** When it began, in milliseconds since the epoch; 0 where it is not known. */
  readonly created: number;
}

/** The sessions of a database, those that changed last first. */
export function listSessions(database: DatabaseSync, tables: Tables): ListedRow[] {
  const { id, parent, cwd, created, changed } = tables.layout.sessions;
  const texts = [id, parent, cwd].map((column) => {
    const name = quoted(column);
    return `CASE WHEN octet_length(${name}) <= ${LONGEST_NAME} THEN ${name} END`;
  });
  const sql = `SELECT ${texts[0]} AS id, ${texts[1]} AS parent, ${texts[2]} AS cwd, ${quoted(created)} AS created,
    ${quoted(changed)} AS changed FROM ${quoted(tables.sessions.name)} ORDER BY ${quoted(changed)} DESC LIMIT ${MOST_SESSIONS}`;
  const newest = newestRows(database, tables);
  const sessions: ListedRow[] = [];
  for (const row of query(database, sql).iterate()) {
    const [name, folder, above] = [row['id'], row['cwd'], row['parent']];
    if (typeof name !== 'string' || name === '' || typeof folder !== 'string' || folder === '') continue;
    const own = exactNumber(row['changed']) ?? 0;
    sessions.push({
      id: name,
      parent: typeof above === 'string' && above !== '' ? above : null,
      cwd: folder,
      created: exactNumber(row['created']) ?? 0,
      modified: sessions.length < LOOKED_AT ? Math.max(own, newest(name)) : own,
    });
  }
  return sessions;
}

/** When the newest row of a session changed; a session's own row does not tell while its calls run. */
function newestRows(database: DatabaseSync, { layout }: Tables): (session: string) => number {
  const statements = layout.tables.flatMap(({ table, session, changed }) => {
    // Without an index, each would look at the whole table.
    const index = query(
      database,
      `SELECT 1 FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
       WHERE info.seqno = 0 AND info.name = ? AND list.partial = 0`,
    ).get(table, session);
    if (index === undefined) return [];
    return [
      query(
        database,
        `SELECT ${quoted(changed)} AS changed FROM ${quoted(table)} WHERE rowid =
         (SELECT max(rowid) FROM ${quoted(table)} WHERE ${quoted(session)} = ?)`,
      ),
    ];
  });
  return (session) =>
    Math.max(0, ...statements.map((one) => exactNumber(one.get(session)?.['changed']) ?? 0));
}

/** The rows of a session and of those above it, the topmost first; none where the session is not there. */
export function sessionChain(database: DatabaseSync, tables: Tables, session: string): JsonObject[] {
  const { id, parent } = tables.layout.sessions;
  const place = query(
    database,
    `SELECT rowid AS at FROM ${quoted(tables.sessions.name)} WHERE ${quoted(id)} = ?`,
  );
  const fetcher = new RowFetcher(database, tables.sessions, null);
  const chain: JsonObject[] = [];
  let next: unknown = session;
  while (typeof next === 'string' && chain.length < DEEPEST) {
    const rowid = place.get(next)?.['at'];
    const row: JsonObject | null = typeof rowid === 'bigint' ? fetcher.fetch(rowid) : null;
    if (row === null) break;
    chain.unshift(row);
    next = row[parent];
  }
  return chain;
}
