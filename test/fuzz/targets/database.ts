import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { opencodeAdapter } from '../../../src/agents/opencode/adapter';
import { OPENCODE_LAYOUT } from '../../../src/agents/opencode/transcripts';
import { withSoundNames } from '../../../src/agents/soundNames';
import { InputError } from '../../../src/ingest/inputError';
import { databaseRows } from '../../../src/ingest/sqlite/databaseRows';
import { loadSqlite } from '../../../src/ingest/sqlite/sqlite';
import { mutateBytes } from '../engine/mutateBytes';
import type { Target } from '../engine/target';
import { checkEvents } from '../oracles/events';
import { KnownTexts } from '../oracles/knownTexts';
import { temporaryFolder } from './temporaryFolder';

const TABLES = `
  CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, revert TEXT, time_created INTEGER, time_updated INTEGER);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);`;
const ODD = [
  `CREATE VIEW part AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id, x AS message_id, x AS session_id, x AS time_created, x AS time_updated, x AS data FROM c;`,
  `CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT, more TEXT GENERATED ALWAYS AS (hex(zeroblob(100000))));`,
];

const tool = {
  type: 'tool',
  callID: 'call_1',
  tool: 'read',
  state: {
    status: 'completed',
    input: { filePath: '/ws/a.ts' },
    output:
      '<path>/ws/a.ts</path>\n<type>file</type>\n<content>\n1: first line of a\n2: second line of a\n\n(End of file - total 2 lines)\n</content>',
    time: { start: 3, end: 4 },
  },
};

/** Small databases: sound, and made to hold up whoever reads them. */
function seeds(): Buffer[] {
  const sqlite = loadSqlite();
  if (sqlite === null) return [];
  const folder = temporaryFolder();
  const made = [TABLES, ...ODD.map((odd) => TABLES.replace(/ {2}CREATE TABLE part[^;]*;/, odd)), ''].map(
    (sql, i) => {
      const path = join(folder.path, `${i}.db`);
      const database = new sqlite.DatabaseSync(path);
      database.exec(`PRAGMA page_size = 512; ${sql}`);
      if (sql === TABLES) {
        database.exec(
          `INSERT INTO session VALUES ('ses_1', NULL, '/ws', NULL, 1, 9), ('ses_2', 'ses_1', '/ws', NULL, 2, 8);`,
        );
        const message = database.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)');
        const part = database.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)');
        for (let n = 1; n <= 8; n++) {
          message.run(
            `msg_${n}`,
            `ses_${1 + (n % 2)}`,
            n,
            n,
            JSON.stringify({ role: n % 2 ? 'user' : 'assistant', time: { created: n } }),
          );
          part.run(
            `prt_${n}`,
            `msg_${n}`,
            `ses_${1 + (n % 2)}`,
            n,
            n,
            JSON.stringify({ ...tool, callID: `call_${n}` }),
          );
        }
      }
      database.close();
      return readFileSync(path);
    },
  );
  folder.remove();
  return made;
}

/** The bytes of a database of OpenCode. */
export const DATABASE: Target = {
  name: 'database',
  checks: 'rows, or one clear reason why there are none; ranges, round trip, tracker',
  seeds,
  mutate: mutateBytes,
  slowest: 15_000,
  open: async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'opencode.db');
    const hasher = new KnownTexts([31, 37]);
    return {
      run: (input) => {
        hasher.forget();
        writeFileSync(path, input);
        const context = { hasher, source: 'opencode', baseFolder: '/ws', sessionFallback: 's' };
        const reader = opencodeAdapter.reader(context);
        try {
          const events = [...databaseRows(path, [OPENCODE_LAYOUT])].flatMap((record) => reader.read(record));
          checkEvents(withSoundNames([...events, ...reader.flush()]), hasher, true);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
        } finally {
          for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(path + ending, { force: true });
        }
      },
      close: folder.remove,
    };
  },
};
