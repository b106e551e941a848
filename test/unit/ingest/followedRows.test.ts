import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Adapter, JsonObject } from '../../../src/agents/adapter';
import { opencodeTranscripts } from '../../../src/agents/opencode/transcripts';
import type { Formats } from '../../../src/ingest/formats';
import { UnreadableFile } from '../../../src/ingest/regularFile';
import type { RowSession, RowStore } from '../../../src/ingest/rowStore';
import { formats, transcriptRow } from './testFormats';
import { MINUTE, NOW, TestWorkspace } from './testWorkspace';

const DATABASE = 'home/.local/share/opencode/opencode.db';
let ws: TestWorkspace;

beforeEach(() => {
  ws = new TestWorkspace();
});
afterEach(() => ws.dispose());

const [testAgent] = formats.adapters;
if (testAgent === undefined) throw new Error('There is no format to test with');
const opencode: Adapter = { ...testAgent, kind: 'opencode', transcripts: opencodeTranscripts };
const withRows: Formats = { ...formats, adapters: [opencode] };

/** Rows as a store would tell them, two at a time; its file only says that something changed. */
class TestStore implements RowStore {
  readonly known: RowSession[] = [];
  readonly rows = new Map<string, JsonObject[]>();
  asked = 0;
  fault: UnreadableFile | null = null;

  add(session: string, ...rows: readonly JsonObject[]): void {
    const before = this.rows.get(session) ?? [];
    this.rows.set(session, [...before, ...rows]);
    ws.append(DATABASE, 'x'.repeat(rows.length));
  }

  async sessions() {
    if (this.fault !== null) throw this.fault;
    return this.known;
  }

  async changes(_database: string, _layout: unknown, session: string, since: string | null) {
    this.asked++;
    if (this.fault !== null) throw this.fault;
    const start = Number(since ?? 0);
    const rows = this.rows.get(session) ?? [];
    const records = rows.slice(start, start + 2);
    const end = start + records.length;
    return { records, mark: `${end}`, hasMore: end < rows.length };
  }

  async dispose() {}
}

function following() {
  const store = new TestStore();
  const session = (id: string, parent: string | null = null) =>
    store.known.push({ id, parent, cwd: ws.folder, modified: NOW });
  const { ingest, calls } = ws.ingest({ agents: ['opencode'], formats: withRows, rows: store });
  return { store, session, ingest, calls };
}

describe('a database with the sessions of an agent', () => {
  it('is read to its end, and then as rows come', async () => {
    const { store, session, ingest, calls } = following();
    session('a');
    const rows = Array.from({ length: 5 }, (_, at) => transcriptRow(`a${at}`, NOW + at));
    store.add('a', ...rows);
    await ingest.poll();
    expect(calls()).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
    store.add('a', transcriptRow('a5', NOW + 10));
    await ingest.poll();
    expect(calls()).toEqual(['a5!']);
    await ingest.poll();
    expect(calls()).toEqual([]);
    expect(ingest.state().files).toMatchObject([
      { source: 'opencode', records: 6, unread: 0, state: 'following' },
    ]);
    expect(ingest.state().places).toMatchObject([{ path: join(ws.root, DATABASE), own: 1, transcripts: 1 }]);
  });

  it('has the rows of subagents with those of the session they come from, by time', async () => {
    const { store, session, ingest, calls } = following();
    session('a');
    session('b', 'a');
    store.add('a', transcriptRow('a1', NOW), transcriptRow('a2', NOW + 20));
    store.add('b', transcriptRow('b1', NOW + 10));
    await ingest.poll();
    expect(calls()).toEqual(['a1', 'b1', 'a2']);
    expect(ingest.state().sessions.map((each) => each.session)).toEqual(['a']);
    session('c', 'b');
    store.add('c', transcriptRow('c1', NOW + 30));
    ws.now += MINUTE;
    await ingest.poll();
    expect(calls()).toEqual(['c1!']);
  });

  it('is tried again after a fault, and given up where there is no SQLite', async () => {
    const { store, session, ingest, calls } = following();
    session('a');
    store.add('a', transcriptRow('a1', NOW));
    await ingest.poll();
    expect(calls()).toEqual(['a1']);
    store.fault = new UnreadableFile({ code: 'SQLITE_BUSY' });
    store.add('a', transcriptRow('a2', NOW + 1));
    await ingest.poll();
    expect(ingest.state().files).toMatchObject([{ state: { code: 'SQLITE_BUSY' } }]);
    store.fault = null;
    await ingest.poll();
    expect(calls()).toEqual(['a2!']);
    store.fault = new UnreadableFile('no-sqlite');
    store.add('a', transcriptRow('a3', NOW + 2));
    await ingest.poll();
    const { asked } = store;
    await ingest.poll();
    expect(store.asked).toBe(asked);
    expect(ingest.state().files).toMatchObject([{ state: 'no-sqlite' }]);
    expect(ws.faults).toEqual([]);
  });
});
