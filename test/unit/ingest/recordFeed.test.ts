import { describe, expect, it } from 'vitest';
import { RecordFeed } from '../../../src/ingest/recordFeed';
import { LineHasher } from '../../../src/text/lineHash';
import { formats, read } from './testFormats';

const inner = () =>
  formats.logReader({
    hasher: new LineHasher([1, 2]),
    source: 's',
    baseFolder: '/ws',
    sessionFallback: 's',
  });

describe('records on their way through a reader', () => {
  it('go on where it fails at one of them, or at giving what it holds, and each fault is told', () => {
    const faults: unknown[] = [];
    let now = 0;
    const reader = inner();
    const failing = {
      rejected: 0,
      read: (record: ReturnType<typeof read>) => {
        if (Object.values(record).includes('bad')) throw new Error('at a record');
        return reader.read(record);
      },
      flush: () => {
        throw new Error('at what is held');
      },
    };
    const feed = new RecordFeed(failing, {
      path: '/ws/log.jsonl',
      now: () => now,
      onFault: (fault) => faults.push(fault),
      isLive: () => true,
    });
    feed.touch();
    feed.push(read('bad', 'a.ts'), 1);
    feed.push(read('first', 'a.ts'), 2);
    now += 1000;
    feed.flush(500);
    // Once: it is not asked again for what it failed at.
    feed.flush(500);
    feed.push(read('second', 'a.ts'), 3);
    expect([feed.take(), feed.take(), feed.take()].map((found) => found?.event.call)).toEqual([
      'first',
      'second',
      undefined,
    ]);
    expect(faults).toEqual([new Error('at a record'), new Error('at what is held')]);
    expect(feed.skipped.first).toEqual([1]);
  });
});
