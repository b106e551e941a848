// Plays OpenCode: writes a session's rows into a database in WAL mode, each step a transaction of its own, as slowly as it
// is told on its standard input. Ends without closing the database if the last line says so.
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

const [path = '', calls = '0'] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 20;
  CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT NOT NULL, revert TEXT,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL,
    time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE INDEX part_session_idx ON part (session_id);
`);
let now = 1_800_000_000_000;
const put = (table: string, columns: readonly string[], values: readonly (string | null)[]) =>
  database
    .prepare(
      `INSERT INTO ${table} (id, ${columns.join(', ')}, time_created, time_updated) VALUES (${values.map(() => '?').join(', ')}, ?, ?)
       ON CONFLICT (id) DO UPDATE SET ${columns.at(-1)} = excluded.${columns.at(-1)}, time_updated = excluded.time_updated`,
    )
    .run(...values, now, now++);
const number = (n: number) => String(n).padStart(6, '0');
const message = (n: number, data: object) =>
  put('message', ['session_id', 'data'], [`msg_${number(n)}`, 'ses_live', JSON.stringify(data)]);
const part = (n: number, k: number, data: object) =>
  put(
    'part',
    ['message_id', 'session_id', 'data'],
    [`prt_${number(n)}_${k}`, `msg_${number(n)}`, 'ses_live', JSON.stringify(data)],
  );

function call(n: number, k: number, status: string): object {
  const first = 1 + ((n * 7 + k) % 40);
  const lines = Array.from({ length: 3 }, (_, i) => `${first + i}: line ${first + i}`);
  const display = { type: 'file', lineStart: first, lineEnd: first + 2, totalLines: 60, truncated: true };
  const mark = `(Showing lines ${first}-${first + 2} of 60. Use offset=${first + 3} to continue.)`;
  const output = `<path>/ws/a.ts</path>\n<type>file</type>\n<content>\n${lines.join('\n')}\n\n${mark}\n</content>`;
  const done =
    status === 'completed' ? { output, metadata: { display }, time: { start: now, end: now } } : {};
  const state = { status, input: { filePath: '/ws/a.ts', offset: first, limit: 3 }, ...done };
  return { type: 'tool', tool: 'read', callID: `call_${n}_${k}`, state };
}

/** Two calls a message, of which the second is done first. */
function* steps(): Generator<void> {
  put('session', ['parent_id', 'directory'], ['ses_live', null, '/ws']);
  yield;
  message(0, { role: 'user', time: { created: now } });
  part(0, 0, { type: 'text', text: 'go' });
  yield;
  for (let n = 1; n <= Number(calls) / 2; n++) {
    const created = now;
    message(n, { role: 'assistant', time: { created } });
    yield;
    for (const [k, status] of [
      [0, 'pending'],
      [1, 'pending'],
      [0, 'running'],
      [1, 'running'],
      [1, 'completed'],
      [0, 'completed'],
    ] as const) {
      part(n, k, call(n, k, status));
      yield;
    }
    message(n, { role: 'assistant', time: { created, completed: now } });
    yield;
  }
}

const todo = steps();
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'die') process.kill(process.pid, 'SIGKILL');
  let isDone = false;
  for (let i = 0; i < Number(line) && !isDone; i++) isDone = todo.next().done === true;
  process.stdout.write(isDone ? 'done\n' : 'more\n');
}
database.close();
