import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mixedLogReader } from '../../../src/agents/mixedLog';
import { ADAPTERS } from '../../../src/agents/registry';
import { Replay } from '../../../src/ingest/replay';
import type { AgentEvent } from '../../../src/tracker/event';
import { eachInWorkspace, type TestWorkspace } from './testWorkspace';

const recording = gunzipSync(
  readFileSync(new URL('../../../samples/recordings/repeat.jsonl.gz', import.meta.url)),
);
const formats = { adapters: ADAPTERS, logReader: mixedLogReader };

let ws: TestWorkspace;
eachInWorkspace((made) => {
  ws = made;
});

/** The recording as if it had been made in the workspace of the test. */
function inWorkspace(): Buffer {
  return Buffer.from(recording.toString().replaceAll('/home/dev/ws', ws.folder));
}

describe('a real transcript', () => {
  it.each([1_000_000, 70_001, 9973])('gives the same in pieces of %i bytes as in a replay', async (size) => {
    const bytes = inWorkspace();
    const stored = ws.write('stored.jsonl', bytes);
    const replayed = Array.from(new Replay([stored], formats, { hasher: ws.hasher }), ({ event }) => event);
    expect(replayed.filter(({ kind }) => kind === 'read').length).toBeGreaterThan(10);

    const { ingest, told } = ws.ingest({ formats });
    const path = 'home/.claude/projects/x/repeat.jsonl';
    for (let at = 0; at < bytes.length; at += size) {
      ws.append(path, bytes.subarray(at, at + size));
      await ingest.poll();
    }
    ws.now += 2000;
    await ingest.poll();
    expect(told.map(({ event }) => event)).toEqual(replayed);
  });

  it('tells the same calls as a log of the workspace, under another source', async () => {
    ws.write('ws/.read-coverage/log.jsonl', inWorkspace());
    ws.write('home/.claude/projects/x/repeat.jsonl', inWorkspace());
    const { ingest, told } = ws.ingest({ formats });
    await ingest.poll();
    const calls = (source: string): AgentEvent['call'][] =>
      told.filter(({ event }) => event.source === source).map(({ event }) => event.call);
    expect(calls('log:.read-coverage/log.jsonl')).toEqual(calls('claude-code'));
    expect(calls('claude-code').length).toBeGreaterThan(10);
  });
});
