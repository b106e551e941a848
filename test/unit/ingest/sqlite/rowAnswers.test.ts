import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { OPENCODE_LAYOUT } from '../../../../src/agents/opencode/transcripts';
import { RowAnswers } from '../../../../src/ingest/sqlite/rowAnswers';
import { sqlite, TestDatabase } from './testDatabase';

let database: TestDatabase;
beforeEach(() => {
  database = new TestDatabase();
});
afterEach(() => database.dispose());

/** Somebody who follows a session. */
class Follower {
  readonly #answers = new RowAnswers(sqlite());
  readonly #path: string;
  mark: string | null = null;

  constructor(path = database.path) {
    this.#path = path;
  }

  ask(session: string, since = this.mark) {
    return this.#answers.answer({
      number: 1,
      database: this.#path,
      layout: OPENCODE_LAYOUT,
      session,
      since,
    });
  }

  /** All that there is now. */
  next(session: string): JsonObject[] {
    const records: JsonObject[] = [];
    for (;;) {
      const answer = this.ask(session);
      if (answer.kind !== 'changes') throw new Error(JSON.stringify(answer));
      records.push(...answer.changes.records);
      this.mark = answer.changes.mark;
      if (!answer.changes.hasMore) return records;
    }
  }

  sessions() {
    const answer = this.#answers.answer({
      number: 2,
      database: this.#path,
      layout: OPENCODE_LAYOUT,
      session: null,
      since: null,
    });
    return answer.kind === 'sessions' ? answer.sessions : answer;
  }
}

const ids = (records: readonly JsonObject[]) =>
  records.map(({ id, gone }) => (gone === true ? `-${id}` : id));
const tool = (status: string) => ({ type: 'tool', tool: 'read', callID: 'c', state: { status, input: {} } });

describe('the rows of a session', () => {
  it('come with the session first, each part with its message, whenever the rows were made', () => {
    database.session('ses_a');
    database.message('msg_2', 'ses_a');
    database.message('msg_3', 'ses_a');
    database.part('prt_c', 'msg_3', 'ses_a', { type: 'text' });
    // Rows that were moved from another store have the time of the move.
    database.part('prt_b', 'msg_2', 'ses_a', { type: 'text' });
    database.part('prt_a', 'msg_2', 'ses_a', { type: 'text' });
    expect(ids(new Follower().next('ses_a'))).toEqual(['ses_a', 'msg_2', 'prt_b', 'prt_a', 'msg_3', 'prt_c']);
  });

  it('come again only as they change, even if no clock tells it', () => {
    database.session('ses_a');
    database.message('msg_1', 'ses_a');
    database.part('prt_1', 'msg_1', 'ses_a', tool('pending'));
    const follower = new Follower();
    follower.next('ses_a');
    expect(follower.next('ses_a')).toEqual([]);
    // In the same millisecond.
    database.now--;
    database.part('prt_1', 'msg_1', 'ses_a', tool('completed'));
    expect(follower.next('ses_a')).toMatchObject([{ id: 'prt_1', data: { state: { status: 'completed' } } }]);
    // The clock is set back by an hour.
    database.now -= 3_600_000;
    database.part('prt_0', 'msg_1', 'ses_a', { type: 'text' });
    database.part('prt_1', 'msg_1', 'ses_a', tool('error'));
    expect(ids(follower.next('ses_a')).sort()).toEqual(['prt_0', 'prt_1']);
  });

  it('are told when they are gone', () => {
    database.session('ses_a');
    database.message('msg_1', 'ses_a');
    database.part('prt_1', 'msg_1', 'ses_a', { type: 'text' });
    const follower = new Follower();
    follower.next('ses_a');
    database.writer.exec(
      `DELETE FROM part; INSERT INTO part VALUES ('prt_2', 'msg_1', 'ses_a', 5, 5, '{"type":"x"}')`,
    );
    expect(follower.next('ses_a')).toMatchObject([
      { table: 'part', id: 'prt_1', session_id: 'ses_a', gone: true },
      { table: 'part', id: 'prt_2', data: { type: 'x' } },
    ]);
    database.writer.exec('DELETE FROM session');
    expect(follower.next('ses_a')).toEqual([]);
  });

  it('of other sessions stay where they are; those above it are named', () => {
    database.session('ses_a');
    database.session('ses_b', '/ws', 'ses_a');
    database.session('ses_c', '/ws', 'ses_b');
    database.message('msg_a', 'ses_a');
    database.message('msg_c', 'ses_c');
    expect(ids(new Follower().next('ses_c'))).toEqual(['ses_a', 'ses_b', 'ses_c', 'msg_c']);
  });

  it('tell that the session changed: what a person undid is written there', () => {
    database.session('ses_a');
    const follower = new Follower();
    follower.next('ses_a');
    database.writer.exec(`UPDATE session SET revert = '{"messageID":"msg_1"}'`);
    expect(follower.next('ses_a')).toMatchObject([{ table: 'session', revert: '{"messageID":"msg_1"}' }]);
  });

  it('come in batches, from the start again for whoever lost one', () => {
    database.session('ses_a');
    database.message('msg_1', 'ses_a');
    const many = Array.from({ length: 450 }, (_, i) => `prt_${String(i).padStart(4, '0')}`);
    for (const id of many) database.part(id, 'msg_1', 'ses_a', { type: 'text', text: 'x'.repeat(100) });
    const follower = new Follower();
    const [first, second] = [follower.ask('ses_a', null), follower.ask('ses_a', null)];
    if (first.kind !== 'changes' || second.kind !== 'changes') throw new Error('no changes');
    expect(first.changes.hasMore).toBe(true);
    expect(first.changes.records.length).toBeLessThan(500);
    expect(ids(second.changes.records)).toEqual(ids(first.changes.records));
    expect(ids(new Follower().next('ses_a'))).toEqual(['ses_a', 'msg_1', ...many]);
  });

  it('change while they are given in batches, and are told at last as they are', () => {
    database.session('ses_a');
    database.message('msg_1', 'ses_a');
    for (let i = 0; i < 420; i++) database.part(`prt_${1000 + i}`, 'msg_1', 'ses_a', tool('running'));
    const follower = new Follower();
    const first = follower.ask('ses_a');
    if (first.kind !== 'changes') throw new Error('no changes');
    follower.mark = first.changes.mark;
    for (let i = 0; i < 420; i++) database.part(`prt_${1000 + i}`, 'msg_1', 'ses_a', tool('completed'));
    const status = new Map<unknown, unknown>();
    for (const { id, data } of [
      ...first.changes.records,
      ...follower.next('ses_a'),
      ...follower.next('ses_a'),
    ]) {
      if (String(id).startsWith('prt')) status.set(id, JSON.stringify(data).includes('completed'));
    }
    expect(status.size).toBe(420);
    expect([...status.values()].every(Boolean)).toBe(true);
  });
});

describe('the sessions of a database', () => {
  it('changed last when their newest row did, whatever their own row says', () => {
    database.session('ses_a');
    database.session('ses_b', '/other', 'ses_a');
    database.message('msg_1', 'ses_a');
    database.part('prt_1', 'msg_1', 'ses_a', tool('pending'));
    database.part('prt_1', 'msg_1', 'ses_a', tool('completed'));
    expect(new Follower().sessions()).toMatchObject([
      { id: 'ses_b', cwd: '/other', parent: 'ses_a' },
      { id: 'ses_a', cwd: '/ws', parent: null, modified: database.now - 1 },
    ]);
  });
});

describe('a database that has a writer', () => {
  it('is read with what was not yet moved into it', () => {
    database.session('ses_a');
    const follower = new Follower();
    expect(ids(follower.next('ses_a'))).toEqual(['ses_a']);
    database.message('msg_1', 'ses_a');
    expect(ids(follower.next('ses_a'))).toEqual(['msg_1']);
    expect(readdirSync(database.folder).sort()).toEqual([
      'opencode.db',
      'opencode.db-shm',
      'opencode.db-wal',
    ]);
  });

  it('is given back: the writer cleans up when it ends, and comes again', () => {
    database.session('ses_a');
    const follower = new Follower();
    follower.next('ses_a');
    database.writer.close();
    expect(readdirSync(database.folder)).toEqual(['opencode.db']);
    const { mtimeMs } = statSync(database.path);
    expect(follower.next('ses_a')).toEqual([]);
    expect(readdirSync(database.folder)).toEqual(['opencode.db']);
    expect(statSync(database.path).mtimeMs).toBe(mtimeMs);
    database.writer.open();
    database.message('msg_1', 'ses_a');
    expect(ids(follower.next('ses_a'))).toEqual(['msg_1']);
  });

  it('is read after its writer died', () => {
    database.session('ses_a');
    for (const ending of ['', '-wal', '-shm'])
      copyFileSync(database.path + ending, `${database.folder}/left.db${ending}`);
    expect(ids(new Follower(`${database.folder}/left.db`).next('ses_a'))).toEqual(['ses_a']);
    rmSync(`${database.folder}/left.db-shm`);
    expect(ids(new Follower(`${database.folder}/left.db`).next('ses_a'))).toEqual(['ses_a']);
  });

  it('is busy while the writer locks it', () => {
    database.dispose();
    database = new TestDatabase(undefined, 'DELETE');
    database.session('ses_a');
    database.writer.exec('BEGIN EXCLUSIVE');
    const follower = new Follower();
    expect(follower.ask('ses_a')).toMatchObject({ kind: 'unreadable', reason: { code: 'SQLITE_BUSY' } });
    database.writer.exec('COMMIT');
    expect(ids(follower.next('ses_a'))).toEqual(['ses_a']);
  });

  it('may be no file', () => {
    expect(new Follower(database.folder).ask('ses_a')).toMatchObject({ reason: 'not-a-file' });
    expect(new Follower(`${database.path}/x`).ask('ses_a')).toMatchObject({ reason: 'missing' });
  });

  it('may be deleted, and another put in its place', () => {
    database.session('ses_a');
    const follower = new Follower();
    follower.next('ses_a');
    database.writer.close();
    rmSync(database.path);
    expect(follower.ask('ses_a')).toMatchObject({ kind: 'unreadable', reason: 'missing' });
    database.writer.open();
    database.writer.exec('CREATE TABLE other (a)');
    expect(follower.ask('ses_a')).toMatchObject({ reason: { code: 'UNKNOWN_TABLES' } });
  });
});

describe('a database that is not what it seems', () => {
  const badly = (schema: string) => {
    database.dispose();
    database = new TestDatabase(schema);
    return new Follower().ask('ses_a');
  };
  const unknown = { kind: 'unreadable', reason: { code: 'UNKNOWN_TABLES' } };
  const session = 'CREATE TABLE session (id, parent_id, directory, time_created, time_updated);';
  const message = 'CREATE TABLE message (id, session_id, time_created, time_updated, data);';
  const part = 'CREATE TABLE part (id, message_id, session_id, time_created, time_updated, data);';

  it('has tables enough for the test of the tables', () => {
    expect(badly(session + message + part)).toMatchObject({ kind: 'changes' });
  });

  it.each([
    [
      'a view',
      `${session}${message}CREATE VIEW part AS SELECT 1 AS id, 2 AS message_id, 3 AS session_id, 4 AS time_created, 5 AS time_updated, 6 AS data;`,
    ],
    ['a missing table', session + message],
    [
      'a missing column',
      `${session}${message}CREATE TABLE part (id, session_id, time_created, time_updated, data);`,
    ],
    [
      'a column that is made up',
      `${session}${message}CREATE TABLE part (id, message_id, session_id, time_created, time_updated, data, big AS (zeroblob(1000000000)));`,
    ],
    [
      'a table of a module',
      `${session}${message}CREATE VIRTUAL TABLE part USING fts5(id, message_id, session_id, time_created, time_updated, data);`,
    ],
  ])('may have %s', (_, schema) => {
    expect(badly(schema)).toMatchObject(unknown);
  });

  it('may have a table without row numbers, and rows of any type', () => {
    expect(
      badly(
        `${session}${message}CREATE TABLE part (id PRIMARY KEY, message_id, session_id, time_created, time_updated, data) WITHOUT ROWID;`,
      ),
    ).toMatchObject({ kind: 'changes' });
  });

  it('may hold values of any type and size', () => {
    database.session('ses_a');
    database.writer.exec(`
      INSERT INTO message VALUES (1, 'ses_a', 'x', 9223372036854775807, 'no json');
      INSERT INTO message VALUES ('msg_blob', 'ses_a', x'00', 'then', x'7b7d');
      INSERT INTO message VALUES ('msg_list', 'ses_a', 1, 1, '[1]');
      INSERT INTO message VALUES ('msg_null', 'ses_a', -1, 1.5, 'null');
      INSERT INTO message VALUES ('msg_large', 'ses_a', 1, 1, zeroblob(20000000));
      INSERT INTO message VALUES ('msg_' || hex(zeroblob(5000)), 'ses_a', 1, 1, '{}');
      INSERT INTO part VALUES ('prt_proto', 'msg_1', 'ses_a', 1, 1, '{"type":"text","__proto__":{"a":1}}');
      INSERT INTO part VALUES ('prt_long', 'msg_1', 'ses_a', 1, 1, json_object('type', 'tool', 'a', hex(zeroblob(1000000)), 'b', 2));
      UPDATE session SET title = hex(zeroblob(100000));
    `);
    const records = new Follower().next('ses_a');
    expect(ids(records)).toEqual(['ses_a', 'prt_long', 'prt_proto']);
    expect(records[0]).toMatchObject({ title: null });
    expect(records[1]).toMatchObject({ data: { type: 'tool', b: 2 } });
    expect(JSON.stringify(records).length).toBeLessThan(2000);
  });

  it('may be damaged', () => {
    database.session('ses_a');
    database.message('msg_1', 'ses_a');
    for (let i = 0; i < 300; i++)
      database.part(`prt_${i}`, 'msg_1', 'ses_a', { type: 'text', text: 'y'.repeat(500) });
    database.writer.close();
    const bytes = readFileSync(database.path);
    const answers = [100, 4096, 8192, 20_000, 40_000].map((from) => {
      const damaged = Buffer.from(bytes);
      damaged.fill(0xee, from, from + 4096);
      writeFileSync(database.path, damaged);
      return new Follower().ask('ses_a');
    });
    writeFileSync(database.path, bytes.subarray(0, 5000));
    answers.push(new Follower().ask('ses_a'));
    writeFileSync(database.path, 'SQLite format 3\0 and nothing that fits');
    answers.push(new Follower().ask('ses_a'));
    for (const answer of answers) expect(['unreadable', 'changes']).toContain(answer.kind);
    expect(answers.filter(({ kind }) => kind === 'unreadable').length).toBeGreaterThan(2);
  });
});

it('says where there is no SQLite', () => {
  const answer = new RowAnswers(null).answer({
    number: 1,
    database: database.path,
    layout: OPENCODE_LAYOUT,
    session: null,
    since: null,
  });
  expect(answer).toEqual({ number: 1, kind: 'unreadable', reason: 'no-sqlite' });
});
