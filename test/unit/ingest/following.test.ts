import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FollowedFile } from '../../../src/ingest/followedFile';
import { FollowedGroup } from '../../../src/ingest/followedGroup';
import { Pace } from '../../../src/ingest/pace';
import { formats, read, transcriptRow } from './testFormats';
import { MINUTE, NOW, TestWorkspace } from './testWorkspace';

const LOG = 'ws/.read-coverage/log.jsonl';
let ws: TestWorkspace;

beforeEach(() => {
  ws = new TestWorkspace();
});
afterEach(() => ws.dispose());

describe('following by itself', () => {
  it('tells what is there and what comes, until it is disposed', async () => {
    let heard = () => {};
    const next = () =>
      new Promise<void>((resolve) => {
        heard = resolve;
      });
    const { ingest, calls, told } = ws.ingest({
      onEvents: (events) => {
        told.push(...events);
        heard();
      },
    });
    ws.append(LOG, read('a', 'a.ts'));
    const first = next();
    ingest.start();
    await first;
    expect(calls()).toEqual(['a']);
    const second = next();
    ws.append(LOG, read('b', 'a.ts'));
    await second;
    expect(calls()).toEqual(['b!']);
    await ingest.dispose();
    ws.append(LOG, read('c', 'a.ts'));
    await ingest.poll();
    expect(calls()).toEqual([]);
  });

  it('waits for whoever takes the events', async () => {
    ws.append(LOG, ...Array.from({ length: 600 }, (_, i) => read(`${i}`, 'a.ts')));
    let taking = 0;
    let most = 0;
    const { ingest } = ws.ingest({
      onEvents: async () => {
        taking++;
        most = Math.max(most, taking);
        await new Promise(setImmediate);
        taking--;
      },
    });
    await Promise.all([ingest.poll(), ingest.poll()]);
    expect(most).toBe(1);
  });

  it('goes on where a reader or a listener fails, and says so', async () => {
    ws.append(LOG, read('bad', 'a.ts'), read('good', 'a.ts'));
    ws.append('ws/.read-coverage/other.jsonl', read('other', 'a.ts'));
    const { ingest, calls } = ws.ingest({
      formats: {
        ...formats,
        logReader: (context) => {
          const reader = formats.logReader(context);
          return {
            rejected: 0,
            flush: () => reader.flush(),
            read: (record) => {
              if (Object.values(record).includes('bad')) throw new Error('a fault');
              return reader.read(record);
            },
          };
        },
      },
    });
    await ingest.poll();
    await ingest.poll();
    expect(calls().sort()).toEqual(['good', 'other']);
    expect(ws.faults).toHaveLength(1);
  });
});

describe('a group of files', () => {
  let group: FollowedGroup;
  beforeEach(() => {
    group = new FollowedGroup();
  });
  afterEach(() => group.release());

  const add = (file: FollowedFile) => group.add(file.path, file);
  const follow = (path: string) =>
    new FollowedFile({
      path,
      symlinks: 'refuse',
      openedAt: NOW,
      wasThere: true,
      now: () => ws.now,
      restarts: 'same',
      onFault: (fault) => ws.faults.push(fault),
      reader: () =>
        formats.logReader({ hasher: ws.hasher, source: 's', baseFolder: ws.folder, sessionFallback: 's' }),
    });

  it('is read in the order of time, over many slices, whatever is asked for at once', async () => {
    const filler = 'x'.repeat(5000);
    const expected: string[] = [];
    const files = [0, 1, 2].map((file) => ({ path: `${file}.jsonl`, rows: [] as object[] }));
    for (let i = 0; i < 600; i++) {
      const file = files[(i * 7) % 3];
      file?.rows.push({ ...transcriptRow(`${i}`, NOW + i), filler });
      expected.push(`${i}`);
    }
    for (const { path, rows } of files) add(follow(ws.append(path, ...rows)));
    await group.check(true);
    const seen: string[] = [];
    for (const most of [1, 2, 100, 1000]) {
      const found = await group.read(most, new Pace());
      expect(found.length).toBeLessThanOrEqual(most);
      seen.push(...found.map(({ event }) => event.call ?? ''));
    }
    expect(seen).toEqual(expected);
    expect(group.hasMore).toBe(false);
  });

  it('is read in the order of the files where times are the same', async () => {
    add(follow(ws.append('a.jsonl', transcriptRow('a1', NOW), transcriptRow('a2', NOW))));
    add(follow(ws.append('b.jsonl', transcriptRow('b1', NOW))));
    await group.check(true);
    const found = await group.read(10, new Pace());
    expect(found.map(({ event }) => event.call)).toEqual(['a1', 'a2', 'b1']);
  });

  it('waits for files in which nothing is found for long, and keeps the order all the same', async () => {
    const nothing = Array.from({ length: 300 }, () => ({ type: 'other', filler: 'x'.repeat(10_000) }));
    add(follow(ws.append('a.jsonl', ...nothing, transcriptRow('a1', NOW))));
    add(follow(ws.append('b.jsonl', transcriptRow('b1', NOW + 1))));
    await group.check(true);
    expect(await group.read(10, new Pace())).toEqual([]);
    expect(group.hasMore).toBe(true);
    const found = [...(await group.read(10, new Pace())), ...(await group.read(10, new Pace()))];
    while (group.hasMore) found.push(...(await group.read(10, new Pace())));
    expect(found.map(({ event }) => event.call)).toEqual(['a1', 'b1']);
  });

  it('keeps the order of a file whose times run back', async () => {
    add(follow(ws.append('a.jsonl', transcriptRow('a1', NOW + 5), transcriptRow('a2', NOW + 1))));
    add(follow(ws.append('b.jsonl', transcriptRow('b1', NOW + 3), transcriptRow('b2', NOW + 6 * MINUTE))));
    await group.check(true);
    const found = await group.read(10, new Pace());
    expect(found.map(({ event }) => event.call)).toEqual(['b1', 'a1', 'a2', 'b2']);
  });
});

describe('giving way', () => {
  it('happens once a slice of time is used up, and not before', async () => {
    let time = 0;
    const pace = new Pace(() => time);
    let others = 0;
    setImmediate(() => others++);
    time = 3;
    await pace.rest();
    expect(others).toBe(0);
    time = 4;
    await pace.rest();
    expect(others).toBe(1);
    expect(pace.isUsedUp).toBe(false);
  });
});
