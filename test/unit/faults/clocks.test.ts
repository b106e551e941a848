import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiskEvidenceFinder } from '../../../src/ingest/diskEvidence';
import { FollowedDocument } from '../../../src/ingest/followedDocument';
import { Pace } from '../../../src/ingest/pace';
import { TimedCache } from '../../../src/ingest/timedCache';
import { StopRequests } from '../../../src/stop/stopRequests';
import { sessionKey } from '../../../src/tracker/views';
import { formats, read } from '../ingest/testFormats';
import { eachInWorkspace, MINUTE, type TestWorkspace } from '../ingest/testWorkspace';
import { courseOf, expectSame, pieces, shownOfWhole, watch } from './course';

const HOUR = 60 * MINUTE;

let ws: TestWorkspace;
eachInWorkspace((made) => {
  ws = made;
});

describe.each(['transcript', 'log'])('the clock of the system (%s)', (kind) => {
  it.each([
    ['set back by an hour', [-HOUR]],
    ['set forward by a day', [24 * HOUR]],
    ['set back and forth', [-HOUR, 3 * HOUR, -24 * HOUR, 24 * HOUR]],
    ['that stands still', [0]],
  ])('%s changes nothing of what is shown', async (_, moves) => {
    const { file, lines } = courseOf(ws, kind);
    const watcher = watch(ws);
    let at = 0;
    for (const piece of pieces(lines)) {
      ws.append(file, piece);
      await watcher.poll();
      ws.now += moves[at++ % moves.length] ?? 0;
    }
    expectSame(await watcher.shown(), shownOfWhole(ws, [lines]));
  });

  it('goes on after the machine slept: what was written before and since is there', async () => {
    const { file, lines } = courseOf(ws, kind);
    const third = Math.floor(lines.length / 3);
    const watcher = watch(ws);
    ws.append(file, ...lines.slice(0, third));
    await watcher.poll();
    ws.append(file, ...lines.slice(third, 2 * third));
    ws.now += 9 * HOUR;
    await watcher.poll();
    ws.append(file, ...lines.slice(2 * third));
    expectSame(await watcher.shown(), shownOfWhole(ws, [lines]));
  });
});

describe('what waits while the clock is set back', () => {
  it('is a new log: it is found all the same', async () => {
    let heard = () => {};
    const { ingest, told } = ws.ingest({
      logPatterns: ['**/*.jsonl'],
      onEvents: (events) => {
        told.push(...events);
        heard();
      },
    });
    await ingest.poll();
    ws.now -= HOUR;
    const found = new Promise<void>((resolve) => {
      heard = resolve;
    });
    ingest.start();
    // Nothing hints at what happens so deep.
    ws.append('ws/a/b/c/log.jsonl', read('late', 'a.ts', ws.now));
    await found;
    expect(told.map(({ event }) => event.call)).toEqual(['late']);
  });

  it('is what a reader holds: it is given', async () => {
    const { ingest, calls } = ws.ingest();
    ws.append('ws/.read-coverage/log.jsonl', { ...read('held', 'a.ts'), held: true });
    await ingest.poll();
    expect(calls()).toEqual([]);
    ws.now -= HOUR;
    await ingest.poll();
    expect(calls()).toEqual(['held']);
  });

  it('is a document that was just read: it is looked at', async () => {
    const [, , documents] = formats.adapters;
    if (documents === undefined) throw new Error('no adapter');
    const path = ws.write('home/d.json', JSON.stringify({ items: [], text: 'x'.repeat(1_000_000) }));
    const context = { hasher: ws.hasher, source: 'd', baseFolder: ws.folder, sessionFallback: 's' };
    const followed = new FollowedDocument({
      path,
      openedAt: ws.now,
      wasThere: true,
      now: () => ws.now,
      reader: () => documents.reader(context),
      onFault: (fault) => ws.faults.push(fault),
    });
    await followed.check();
    await followed.refill();
    expect(followed.isDue).toBe(false);
    ws.now -= HOUR;
    expect(followed.isDue).toBe(true);
  });

  it('is a changed file: it is hashed', async () => {
    const path = ws.write('ws/a.ts', 'one\n');
    const evidence = new DiskEvidenceFinder({
      hasher: ws.hasher,
      now: () => ws.now,
      pace: new Pace(),
      mayOpen: () => true,
    });
    evidence.documentChanged(path);
    expect(await evidence.settled()).toEqual([]);
    ws.now -= HOUR;
    expect(await evidence.settled()).toMatchObject([{ kind: 'document-changed', path }]);
  });

  it('is what was believed of a path: it is asked anew', () => {
    const cache = new TimedCache<string>(() => ws.now, 5000, 10);
    cache.set('a', 'b');
    expect(cache.get('a')).toBe('b');
    ws.now -= 1;
    expect(cache.get('a')).toBeUndefined();
  });

  it('is a stop without an answer: it times out as long after', async () => {
    const requests = new StopRequests(() => undefined);
    const key = sessionKey('log:a', 's');
    const scope = { key, source: 'log:a', session: 's', agent: 'mine', actor: null, cwd: join(ws.folder) };
    const offer = {
      kind: 'command',
      label: 'a command',
      send: async () => undefined,
      withdraw: async () => undefined,
    } as const;
    await requests.request(scope, [offer], 'enough', ws.now);
    ws.now -= HOUR;
    await requests.tick(ws.now);
    expect(requests.of(key)?.state).toBe('requested');
    ws.now += MINUTE;
    await requests.tick(ws.now);
    expect(requests.of(key)?.state).toBe('timed-out');
  });
});
