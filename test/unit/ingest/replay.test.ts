import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InputError } from '../../../src/ingest/inputError';
import { Replay } from '../../../src/ingest/replay';
import { displayedSource } from '../../../src/ingest/sourceName';
import { LineHasher } from '../../../src/text/lineHash';
import { type AgentEvent, DISK_SOURCE } from '../../../src/tracker/event';
import { sessionKey } from '../../../src/tracker/views';
import { formats, read, transcriptRow } from './testFormats';

const hasher = new LineHasher([1, 2]);
let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'replay-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, ...rows: readonly (object | string)[]): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const text = rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
  writeFileSync(path, text);
  return path;
}

function replay(files: readonly string[], agent?: string) {
  const all = new Replay(files, formats, agent === undefined ? { hasher } : { hasher, agent });
  const found = [...all];
  return {
    found,
    events: found.map(({ event }) => event),
    skipped: all.skipped.reduce((sum, { count }) => sum + count, 0),
  };
}

const calls = (events: readonly AgentEvent[]) => events.map(({ call }) => call);
const key = ({ source, session }: AgentEvent) => sessionKey(source, session);

function refusal(files: readonly string[], agent?: string): string {
  try {
    replay(files, agent);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error instanceof Error ? error.message : '';
  }
  return 'accepted';
}

describe('replaying files', () => {
  it('merges them by time, a row without time after the row before it', () => {
    const a = file('a.jsonl', transcriptRow('a1', 10), transcriptRow('a2', null), transcriptRow('a3', 30));
    const b = file('b.jsonl', transcriptRow('b1', 10), transcriptRow('b2', 20));
    expect(calls(replay([a, b]).events)).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
    expect(calls(replay([b, a]).events)).toEqual(['b1', 'a1', 'a2', 'b2', 'a3']);
  });

  it('tells where each event was found, a last line without line end too', () => {
    const path = file('a.jsonl', transcriptRow('a1', 1), '', 'broken', transcriptRow('a2', 2));
    writeFileSync(path, JSON.stringify(transcriptRow('a3', 3)), { flag: 'a' });
    const { found, skipped } = replay([path]);
    expect(found.map(({ file, line }) => [file, line])).toEqual([
      [path, 1],
      [path, 4],
      [path, 5],
    ]);
    expect(skipped).toBe(1);
  });

  it('takes a file that is one JSON value as one record on line 1', () => {
    const row = transcriptRow('a1', 1);
    for (const [name, text] of [
      ['one.json', JSON.stringify(row)],
      ['pretty.json', JSON.stringify(row, null, 2)],
      ['marked.json', `\ufeff\r\n${JSON.stringify(row, null, 2)}\r\n`],
    ] as const) {
      const { found, skipped } = replay([file(name, text)]);
      expect(found.map(({ event, line }) => [event.call, line])).toEqual([['a1', 1]]);
      expect(skipped).toBe(0);
    }
  });

  it('takes a JSON array as an object of its items', () => {
    for (const space of [0, 2]) {
      const path = file(
        'items.json',
        JSON.stringify([transcriptRow('a1', 1), transcriptRow('a2', 2)], null, space),
      );
      expect(calls(replay([path]).events)).toEqual(['a1', 'a2']);
    }
  });

  it('takes a file whose first line is damaged, or that is cut, line by line', () => {
    const damaged = file('damaged.jsonl', '{"row":', transcriptRow('a1', 1));
    expect(calls(replay([damaged]).events)).toEqual(['a1']);
    expect(refusal([file('cut.json', '{\n  "row": "test-agent",')])).toContain(
      'is neither a log nor a transcript',
    );
  });

  it('asks for the rows of a database, told by its first bytes', () => {
    const path = file('sessions.db', 'SQLite format 3\0 and pages');
    const asked: string[] = [];
    const databaseRows = (database: string) => {
      asked.push(database);
      return [transcriptRow('a1', 1), transcriptRow('a2', 2)];
    };
    const all = [...new Replay([path], { ...formats, databaseRows }, { hasher })];
    expect(all.map(({ event, line }) => [event.call, line])).toEqual([
      ['a1', 1],
      ['a2', 2],
    ]);
    expect(new Set(asked)).toEqual(new Set([path]));
    expect(refusal([path])).toContain('is a database of an unknown kind');
  });

  it('gives what a reader still holds at the end', () => {
    const path = file('a.jsonl', transcriptRow('a1', 1), { ...transcriptRow('held', 2), held: true });
    expect(calls(replay([path]).events)).toEqual(['a1', 'held']);
  });

  it('names files by their canonical paths, relative ones from the folder of the log', () => {
    mkdirSync(join(folder, 'src'));
    symlinkSync('src', join(folder, 'alias'));
    const inFolder = file('.read-coverage/deep/a.jsonl', read('n1', 'alias/x.ts'));
    const outside = file('logs/b.jsonl', read('n2', '../alias/x.ts'));
    const { events } = replay([inFolder, outside]);
    const paths = events.map((event) => (event.kind === 'read' ? event.path : ''));
    expect(paths[0]).toBe(paths[1]);
    expect(paths[0]).toMatch(/src.x\.ts$/);
  });

  it('reads a file once, however often it is named', () => {
    const path = file('a.jsonl', transcriptRow('a1', 1));
    symlinkSync('a.jsonl', join(folder, 'link.jsonl'));
    expect(calls(replay([path, join(folder, 'link.jsonl'), join(folder, './a.jsonl')]).events)).toEqual([
      'a1',
    ]);
  });

  it('counts the lines of a log that are neither events nor known records', () => {
    const path = file('a.jsonl', read('n1', 'x.ts'), { other: 1 }, '[]', transcriptRow('a1', 1));
    const { events, skipped } = replay([path]);
    expect(calls(events)).toEqual(['n1', 'a1']);
    expect(skipped).toBe(2);
  });

  it('does not count what a transcript holds besides', () => {
    expect(replay([file('a.jsonl', { type: 'summary' }, transcriptRow('a1', 1))]).skipped).toBe(0);
  });
});

describe('sources of replayed files', () => {
  it('are the kind of the agent, or the log', () => {
    const transcript = file('a.jsonl', transcriptRow('a1', 1));
    const log = file('.read-coverage/b.jsonl', transcriptRow('b1', 1));
    const [first, second] = replay([transcript, log]).events;
    expect(first?.source).toBe('test-agent');
    expect(displayedSource(second?.source ?? '')).toBe('log:b.jsonl');
  });

  it('keep a log apart that claims the session of a transcript', () => {
    const transcript = file('a.jsonl', transcriptRow('a1', 1, 's'));
    const log = file('b.jsonl', { ...read('n1', 'x.ts'), session: 's', source: 'test-agent' });
    const [first, second] = replay([transcript, log]).events;
    expect(displayedSource(second?.source ?? '')).toBe('test-agent');
    expect(second && key(second)).not.toBe(first && key(first));
  });

  it('keep two logs of one name apart', () => {
    const logs = ['x', 'y'].map((place) => file(`${place}/b.jsonl`, read(place, 'x.ts')));
    expect(new Set(replay(logs).events.map(key)).size).toBe(2);
  });

  it('are those that printed events name', () => {
    const log = file(
      'b.jsonl',
      { ...read('n1', 'x.ts'), source: 'one' },
      { ...read('n2', 'x.ts'), source: 'two' },
    );
    expect(replay([log]).events.map(({ source }) => displayedSource(source))).toEqual(['one', 'two']);
  });

  it('let the disk speak to all of a record, and to nothing else', () => {
    const changed = { v: 1, kind: 'document-changed', session: 'd', source: DISK_SOURCE, path: '/x.ts' };
    const log = file('b.jsonl', { ...read('n1', 'x.ts'), source: 'one', session: 's1' }, changed);
    expect(replay([log]).events.at(-1)?.source).toBe(DISK_SOURCE);
    const transcript = file('a.jsonl', transcriptRow('a1', 1));
    const { events } = replay([transcript, log]);
    const own = events.find(({ call }) => call === 'n1');
    const told = events.filter(({ kind }) => kind === 'document-changed');
    expect(told).toHaveLength(1);
    expect(told[0] && key(told[0])).toBe(own && key(own));
  });
});

describe('input that cannot be replayed', () => {
  it('is refused with one line', () => {
    expect(refusal([join(folder, 'gone.jsonl')])).toMatch(/gone\.jsonl does not exist: name a transcript/);
    expect(refusal([folder])).toMatch(/is a folder, not a file: name the files in it$/);
    if (process.platform !== 'win32') expect(refusal(['/dev/null'])).toMatch(/is not a regular file$/);
    expect(refusal([file('text.txt', 'some', 'words')])).toMatch(/neither a log nor a transcript/);
    expect(refusal([file('other.jsonl', { other: 1 })])).toMatch(/neither a log nor a transcript/);
    expect(refusal([file('a.jsonl', transcriptRow('a1', 1))], 'nobody')).toMatch(/^nobody is not an agent/);
    expect(refusal([join(folder, 'bad\nname')])).not.toMatch(/\n/);
  });

  it.skipIf(process.platform === 'win32')('is refused where it is a pipe that nobody writes to', () => {
    const pipe = join(folder, 'pipe.jsonl');
    execFileSync('mkfifo', [pipe]);
    expect(refusal([pipe])).toMatch(/is not a regular file$/);
  });

  it.skipIf(process.getuid?.() === 0)('is refused where there is no permission', () => {
    const path = file('a.jsonl', transcriptRow('a1', 1));
    chmodSync(path, 0);
    expect(refusal([path])).toMatch(/no permission$/);
  });

  it('is not what is empty, or told by hand', () => {
    expect(refusal([file('empty.jsonl')])).toBe('accepted');
    expect(replay([file('other.jsonl', { other: 1 })], 'test-agent').events).toEqual([]);
  });
});
