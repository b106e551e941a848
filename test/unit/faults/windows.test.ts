import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StopFileWay, writeStopFile } from '../../../src/stop/stopFile';
import { StopRequests } from '../../../src/stop/stopRequests';
import { sessionKey } from '../../../src/tracker/views';
import { eachInWorkspace, type TestWorkspace } from '../ingest/testWorkspace';
import { courseOf, expectSame, pieces, shownOfWhole, watch } from './course';
import { Window } from './window';

let ws: TestWorkspace;
eachInWorkspace((made) => {
  ws = made;
});

describe.each(['transcript', 'log'])('windows and a session in mid-stream (%s)', (kind) => {
  it('is the same after a reload, wherever that comes', async () => {
    const { file, lines } = courseOf(ws, kind);
    let watcher = watch(ws);
    // Within a line too.
    for (const piece of pieces(lines, Math.ceil(Buffer.concat(lines).length / 7))) {
      ws.append(file, piece);
      await watcher.poll();
      await watcher.ingest.dispose();
      watcher = watch(ws);
    }
    expectSame(await watcher.shown(), shownOfWhole(ws, [lines]));
  });

  it('is the same in two windows, however often each looks', async () => {
    const { file, lines } = courseOf(ws, kind);
    const [first, second] = [watch(ws), watch(ws)];
    let at = 0;
    for (const piece of pieces(lines)) {
      ws.append(file, piece);
      await first.poll();
      if (at++ % 3 === 0) await second.poll();
    }
    const whole = shownOfWhole(ws, [lines]);
    expectSame(await first.shown(), whole);
    expectSame(await second.shown(), whole);
  });

  it('is the same after the extension host was killed', async () => {
    const { file, lines } = courseOf(ws, kind);
    const bytes = Buffer.concat(lines);
    const killedAt = Math.floor(bytes.length / 2);
    const killed = new Window(ws);
    ws.append(file, bytes.subarray(0, killedAt));
    await killed.hasTold(3);
    await killed.kill();
    ws.append(file, bytes.subarray(killedAt, killedAt + 1000));
    const fresh = new Window(ws);
    await fresh.hasTold(3);
    ws.append(file, bytes.subarray(killedAt + 1000));
    expectSame(await fresh.ask('shown'), shownOfWhole(ws, [lines]));
    // It only ever reads.
    expect(readFileSync(join(ws.root, file)).equals(bytes)).toBe(true);
  });
});

describe('two windows and a stop', () => {
  const LOG = 'ws/.read-coverage/log.jsonl';
  const line = (kind: string, time: number) => ({ v: 1, kind, session: 's1', agent: 'mine', time });
  const source = 'log:.read-coverage/log.jsonl';
  const scope = {
    key: sessionKey(source, 's1'),
    source,
    session: 's1',
    agent: 'mine',
    actor: null,
    cwd: null,
  };

  it('that one asked for ends in both once the harness has seen it', async () => {
    const way = new StopFileWay(() => ws.folder);
    const windows = [watch(ws), watch(ws)].map((watcher) => ({
      watcher,
      requests: new StopRequests(() => undefined),
    }));
    ws.append(LOG, line('session-start', ws.now));
    for (const { watcher, requests } of windows) {
      await watcher.poll();
      const offer = await way.offer(scope);
      if (offer === undefined) throw new Error('no way');
      await requests.request(scope, [offer], 'Six reads in a row brought nothing new.', ws.now);
    }
    ws.now += 1000;
    ws.append(LOG, line('stop-acknowledged', ws.now), line('session-end', ws.now + 1));
    const states = [];
    for (const { watcher, requests } of windows) {
      await watcher.poll();
      for (const { event } of watcher.told) await requests.observe(event, ws.now);
      states.push(requests.of(scope.key)?.state);
    }
    expect(states).toEqual(['stopped', 'stopped']);
  });

  it('that the other one asked for before is the one that stands, and is not written over by half', async () => {
    const request = {
      id: 1,
      scope,
      reason: 'a',
      requestedAt: ws.now,
      state: 'requested',
      via: [],
      problems: [],
    } as const;
    const texts = ['a', 'b'.repeat(50_000)];
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        writeStopFile(ws.folder, { ...request, reason: texts[at % 2] ?? '' }),
      ),
    );
    const written = JSON.parse(readFileSync(join(ws.folder, '.read-coverage', 'stop.json'), 'utf8'));
    expect(texts).toContain(written.reason);
  });
});
