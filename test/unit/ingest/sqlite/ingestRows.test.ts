import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KNOWN_FORMATS } from '../../../../src/ingest/knownFormats';
import { UnreadableFile } from '../../../../src/ingest/regularFile';
import type { RowStore } from '../../../../src/ingest/rowStore';
import { RowAnswers } from '../../../../src/ingest/sqlite/rowAnswers';
import { message, readOf, session } from '../../agents/opencode/rows';
import { TestWorkspace } from '../testWorkspace';
import { sqlite } from './testDatabase';

let ws: TestWorkspace;
let writer: DatabaseSync;
let asked: string[];

beforeEach(() => {
  ws = new TestWorkspace();
  ws.now = Date.now();
  asked = [];
  const path = join(ws.home, '.local/share/opencode/opencode.db');
  mkdirSync(dirname(path), { recursive: true });
  writer = new (sqlite().DatabaseSync)(path);
  writer.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, revert TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);`);
});
afterEach(async () => {
  writer.close();
  await ws.dispose();
});

/** The store without its thread. */
function store(): RowStore {
  const answers = new RowAnswers(sqlite());
  const ask = (question: Omit<Parameters<RowAnswers['answer']>[0], 'number'>) => {
    const answer = answers.answer({ ...question, number: 1 });
    if (answer.kind === 'unreadable') throw new UnreadableFile(answer.reason);
    return answer;
  };
  return {
    async sessions(database, layout) {
      const answer = ask({ database, layout, session: null, since: null });
      return answer.kind === 'sessions' ? answer.sessions : [];
    },
    async changes(database, layout, session, since) {
      asked.push(session);
      const answer = ask({ database, layout, session, since });
      if (answer.kind !== 'changes') throw new Error(answer.kind);
      return answer.changes;
    },
    async dispose() {},
  };
}

/** Puts the row of a record into its table. */
function put(record: object): void {
  const { table, ...columns } = record as { table: string; time_created: number };
  const row = { time_updated: columns.time_created, ...columns };
  const values = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string | number | null),
  );
  writer
    .prepare(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.map(() => '?').join(', ')})`,
    )
    .run(...values);
}

describe('a database of many folders', () => {
  it('is read for the sessions of the open ones, with their subagents, as they go on', async () => {
    put(session('ses_a', { directory: ws.folder }));
    put(message('msg_1'));
    put(readOf('prt_1', 'msg_1', 1, 5));
    put(session('ses_sub', { directory: ws.folder, parent_id: 'ses_a' }));
    put(message('msg_2', {}, 'ses_sub'));
    put({ ...readOf('prt_2', 'msg_2', 6, 9), session_id: 'ses_sub' });
    put(session('ses_other', { directory: '/elsewhere' }));
    put(message('msg_3', {}, 'ses_other'));
    const { ingest, told } = ws.ingest({ agents: ['opencode'], formats: KNOWN_FORMATS, rows: store() });
    await ingest.poll();
    const reads = () =>
      told.flatMap(({ event }) =>
        event.kind === 'read' ? [`${event.session} ${event.actor} ${event.call}`] : [],
      );
    expect(reads()).toEqual(['ses_a main call_1', 'ses_a ses_sub call_2']);
    put(message('msg_4'));
    put(readOf('prt_4', 'msg_4', 1, 5));
    await ingest.poll();
    expect(reads()).toEqual(['ses_a main call_1', 'ses_a ses_sub call_2', 'ses_a main call_4']);
    expect(asked).not.toContain('ses_other');
    expect(ws.faults).toEqual([]);
    expect(ingest.state().sessions).toMatchObject([{ source: 'opencode', session: 'ses_a', followed: true }]);
  });
});
