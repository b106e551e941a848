import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/agents/adapter';
import { opencodeAdapter } from '../../src/agents/opencode/adapter';
import { OPENCODE_LAYOUT } from '../../src/agents/opencode/transcripts';
import { databaseRows } from '../../src/ingest/sqlite/databaseRows';
import { loadSqlite } from '../../src/ingest/sqlite/sqlite';
import { ReportBuilder } from '../../src/report/reportBuilder';
import { LineHasher } from '../../src/text/lineHash';
import { captureEvents, captureSuite } from './support/captureSuite';
import { captureOf } from './support/captures';
import { withRecordedDatabase } from './support/database';

/** Each version of each row that the agent wrote, in order: it keeps them in a table of its own. */
const written = withRecordedDatabase((path): JsonObject[] => {
  const sqlite = loadSqlite();
  if (sqlite === null) throw new Error('these tests need a Node that has SQLite');
  const database = new sqlite.DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare('SELECT data FROM event ORDER BY id')
      .all()
      .flatMap(({ data }) => {
        const { part, info } = JSON.parse(String(data)) as { part?: JsonObject; info?: JsonObject };
        const row = part ?? info;
        return row === undefined ? [] : [row];
      });
  } finally {
    database.close();
  }
});
const rows = withRecordedDatabase((path) => [...databaseRows(path, [OPENCODE_LAYOUT])]);
const capture = captureOf('opencode');
const SESSION = 'ses_dd47a9e67ffeAhw4yvXgU7gZVe';
const SUBAGENT = 'ses_dd47a5699ffeB23Jfa97k3mgVs';

captureSuite(capture);

describe('opencode', () => {
  const events = captureEvents(capture);
  const of = (call: string) => events.filter((event) => event.call === call);

  it('starts the session, and its subagent below it', () => {
    expect(events.filter((event) => event.kind === 'session-start')).toMatchObject([
      { session: SESSION, actor: 'main', cwd: '/home/dev/ws', parent: null },
      { session: SESSION, actor: SUBAGENT, cwd: '/home/dev/ws', parent: 'main' },
    ]);
  });

  it('hears the person once: neither the subagent nor the agent that goes on by itself', () => {
    expect(events.filter((event) => event.kind === 'prompt')).toMatchObject([{ actor: 'main' }]);
  });

  it('tells an edit by its diff, and a new file by its content', () => {
    expect(of('call_stub0023')).toMatchObject([
      { kind: 'edit', lines: [[50, 50]], hunks: [{ oldStart: 50, oldLines: 1, newStart: 50, newLines: 1 }] },
    ]);
    expect(of('call_stub0023')[0]).toHaveProperty('lineHashes');
    expect(of('call_stub0025')).toMatchObject([{ kind: 'write', totalLines: 12 }]);
  });

  it('does not believe the total of a file that was capped', () => {
    const totals = ['call_stub0001', 'call_stub0005', 'call_stub0006', 'call_stub0012'].map((call) =>
      of(call).flatMap((event) => (event.kind === 'read' ? [event.totalLines] : [])),
    );
    expect(totals).toEqual([[20], [null], [3000], [0]]);
  });

  it('keeps what comes after the start of the tail through a compaction', () => {
    const kept = Array.from({ length: 14 }, (_, i) => `call_stub00${34 + i}`).filter(
      (call) => of(call)[0]?.actor !== SUBAGENT,
    );
    expect(events.filter((event) => event.kind === 'context-lost')).toMatchObject([
      { reason: 'compaction', actor: 'main', kept },
    ]);
    const lost = events.findIndex((event) => event.kind === 'context-lost');
    const at = (call: string) => events.findIndex((event) => event.call === call);
    expect(at('call_stub0047')).toBeLessThan(lost);
    expect(at('call_stub0048')).toBeGreaterThan(lost);
  });

  it('glimpses what a search showed', () => {
    expect(of('call_stub0020')).toMatchObject([
      { kind: 'search', tool: 'grep', glimpsed: [{ path: '/home/dev/ws/src/mid.ts', lines: [[40, 43]] }] },
    ]);
  });

  it('tells nothing again of rows that come again', () => {
    const reader = opencodeAdapter.reader({
      hasher: new LineHasher([1, 2]),
      source: 'opencode',
      baseFolder: '/',
      sessionFallback: 'unnamed',
    });
    const once = rows.flatMap((row) => reader.read(row));
    expect(once.length).toBeGreaterThan(100);
    expect([...rows.flatMap((row) => reader.read(row)), ...reader.flush()]).toEqual([]);
  });

  it('tells the same of the rows as they were written, one after the other', () => {
    const open = () =>
      opencodeAdapter.reader({
        hasher: new LineHasher([1, 2]),
        source: 'opencode',
        baseFolder: '/',
        sessionFallback: 'unnamed',
      });
    const told = (records: readonly JsonObject[]) => {
      const reader = open();
      const builder = new ReportBuilder();
      const all = [...records.flatMap((record) => reader.read(record)), ...reader.flush()];
      for (const event of all) builder.add(event);
      return {
        report: builder.finish(0),
        kinds: all.map(({ kind, actor, call }) => `${actor} ${kind} ${call}`),
      };
    };
    const live = told(written);
    const whole = told(rows);
    expect(live.report).toEqual(whole.report);
    expect(live.kinds.toSorted()).toEqual(whole.kinds.toSorted());
    expect(written.length).toBeGreaterThan(2 * rows.length);
  });

  it('leaves no file beside the database', () => {
    withRecordedDatabase((path) => {
      expect([...databaseRows(path, [OPENCODE_LAYOUT])].length).toBe(rows.length);
      expect(readdirSync(dirname(path))).toEqual(['opencode.db']);
    });
  });
});
