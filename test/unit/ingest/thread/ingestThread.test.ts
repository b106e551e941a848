import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IngestedEvent } from '../../../../src/ingest/ingest';
import { KNOWN_FORMATS } from '../../../../src/ingest/knownFormats';
import { IngestThread } from '../../../../src/ingest/thread/ingestThread';
import { MOST_ON_THEIR_WAY } from '../../../../src/ingest/thread/protocol';
import type { RemoteIngest, RemoteIngestOptions } from '../../../../src/ingest/thread/remoteIngest';
import { ServedIngest } from '../../../../src/ingest/thread/servedIngest';
import { formats, read } from '../testFormats';
import { NOW, TestWorkspace } from '../testWorkspace';

/** As many events are told at once. */
const BATCH = 64;
const LOG = 'ws/.read-coverage/log.jsonl';

let bundles: string;
let script: string;
let ws: TestWorkspace;
let thread: IngestThread | undefined;
const { CLAUDE_CONFIG_DIR: configFolder } = process.env;

beforeAll(async () => {
  bundles = realpathSync(mkdtempSync(join(tmpdir(), 'thread-')));
  script = join(bundles, 'ingest.cjs');
  await build({
    entryPoints: ['src/ingest/thread/worker.ts'],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
});
afterAll(() => {
  rmSync(bundles, { recursive: true, force: true });
});
beforeEach(() => {
  ws = new TestWorkspace();
  Object.assign(process.env, { CLAUDE_CONFIG_DIR: join(ws.home, '.claude') });
});
afterEach(async () => {
  await thread?.dispose();
  thread = undefined;
  if (configFolder === undefined) Reflect.deleteProperty(process.env, 'CLAUDE_CONFIG_DIR');
  else Object.assign(process.env, { CLAUDE_CONFIG_DIR: configFolder });
  expect(ws.faults).toEqual([]);
  await ws.dispose();
});

function settings() {
  return {
    folders: [ws.folder],
    key: ws.hasher.key,
    logPatterns: ['.read-coverage/*.jsonl'],
    agents: ['claude-code'],
  };
}

function open(opened: IngestThread, options: Partial<RemoteIngestOptions> = {}) {
  thread = opened;
  const told: IngestedEvent[] = [];
  const ends: string[] = [];
  const ingest: RemoteIngest = opened.open({
    ...settings(),
    onEvents: (events) => void told.push(...events),
    onFault: (fault) => ws.faults.push(fault),
    onEnd: () => ends.push('ended'),
    ...options,
  });
  return { ingest, told, ends };
}

/** A read that shows its lines. */
const lines = (call: string) => ({
  ...read(call, 'a.ts', NOW),
  agent: 'harness',
  returned: [[1, 2]],
  outcome: 'complete',
  lineHashes: [1, 2],
});

const prompt = (sessionId: string) => ({
  type: 'user',
  message: { role: 'user', content: 'go on' },
  uuid: 'u1',
  parentUuid: null,
  sessionId,
  cwd: ws.folder,
  isSidechain: false,
  timestamp: new Date(NOW).toISOString(),
});

const noThreads = () => {
  throw new Error('no threads here');
};
const endsAtOnce = () => new Worker('process.exit(3)', { eval: true });

describe.each([
  ['on a thread', undefined],
  ['where no thread can be made', noThreads],
  ['where a thread ends before it says anything', endsAtOnce],
])('an ingest %s', (_, startWorker) => {
  it('tells the same events, in the same order, as one that is not', async () => {
    ws.append(LOG, ...Array.from({ length: 700 }, (_each, at) => lines(`c${at}`)));
    ws.append('home/.claude/projects/-ws/s1.jsonl', prompt('s1'));
    const local = ws.ingest({ formats: KNOWN_FORMATS, env: process.env });
    await local.ingest.poll();
    const { ingest, told } = open(new IngestThread(script, startWorker));
    await ingest.poll();
    expect(told).toHaveLength(702);
    expect(told).toEqual(local.told);
    expect(ingest.state().caughtUp).toBe(true);
    expect(
      ingest
        .state()
        .files.map(({ path }) => path)
        .sort(),
    ).toEqual(
      local.ingest
        .state()
        .files.map(({ path }) => path)
        .sort(),
    );
  });

  it('answers what is asked, and tells nothing once it is disposed of', async () => {
    const file = ws.write('ws/a.ts', 'one\ntwo\n');
    ws.append(LOG, lines('c'));
    const { ingest, told } = open(new IngestThread(script, startWorker));
    await ingest.poll();
    const disk = await ingest.look(file);
    expect(disk?.lineHashes).toEqual(ws.hasher.lines('one\ntwo\n'));
    expect(await ingest.look(join(ws.root, 'elsewhere'))).toBeNull();
    const [first] = told;
    if (first === undefined) throw new Error('nothing was told');
    const link = { ...first.event, path: `${ws.folder}/x/../a.ts` };
    expect(await ingest.complete([link])).toMatchObject([{ kind: 'read', path: file }]);
    await ingest.tell([{ ...first.event, call: 'told' }], true);
    expect(told.at(-1)).toMatchObject({ live: true, origin: null, event: { call: 'told' } });
    const before = told.length;
    await ingest.dispose();
    ws.append(LOG, lines('late'));
    await expect(ingest.poll()).rejects.toThrow('none of this thread');
    expect(told).toHaveLength(before);
  });

  it('remembers what heads of transcripts told, where it is let', async () => {
    ws.append('home/.claude/projects/-ws/s1.jsonl', prompt('s1'));
    const heads = { file: join(ws.root, 'heads.json'), version: '1' };
    const { ingest } = open(new IngestThread(script, startWorker), { heads });
    await ingest.poll();
    await ingest.dispose();
    expect(readFileSync(heads.file, 'utf8')).toContain(JSON.stringify(ws.folder));
  });

  it('tells what agents are here', async () => {
    ws.append('home/.claude/projects/x/s1.jsonl', '');
    const { CLAUDE_CONFIG_DIR: here } = process.env;
    Object.assign(process.env, { CLAUDE_CONFIG_DIR: join(ws.root, 'nowhere') });
    thread = new IngestThread(script, startWorker);
    expect(await thread.agentsFound({})).not.toContain('claude-code');
    // The environment is that of the window, also after the thread has started.
    Object.assign(process.env, { CLAUDE_CONFIG_DIR: here });
    expect(await thread.agentsFound({})).toContain('claude-code');
    expect(await thread.agentsUsed({ folders: [ws.folder], agents: ['claude-code'] })).toEqual([]);
    const project = ws.folder.replace(/[^a-zA-Z0-9]/g, '-');
    ws.append(`home/.claude/projects/${project}/s1.jsonl`, '');
    expect(await thread.agentsUsed({ folders: [ws.folder], agents: ['claude-code'] })).toEqual([
      'claude-code',
    ]);
  });
});

describe('a thread that ends', () => {
  it('fails what waits, and says so once', async () => {
    let worker: Worker | undefined;
    const starts = (path: string) => {
      worker = new Worker(path, { workerData: 'read-coverage ingest' });
      return worker;
    };
    const { ingest, ends } = open(new IngestThread(script, starts));
    await ingest.poll();
    const asked = expect(ingest.poll()).rejects.toThrow('has ended');
    await worker?.terminate();
    await asked;
    expect(ends).toEqual(['ended']);
    await ingest.dispose();
    expect(ends).toEqual(['ended']);
  });

  it('is followed by another one', async () => {
    let worker: Worker | undefined;
    const starts = (path: string) => {
      worker = new Worker(path, { workerData: 'read-coverage ingest' });
      return worker;
    };
    const first = open(new IngestThread(script, starts));
    await first.ingest.poll();
    await worker?.terminate();
    ws.append(LOG, lines('c'));
    if (thread === undefined) throw new Error('none');
    const second = open(thread);
    await second.ingest.poll();
    expect(second.told.map(({ event }) => event.call)).toEqual(['c']);
  });
});

describe('a window that is slow', () => {
  it('is never far behind: only so many batches are on their way', async () => {
    ws.append(LOG, ...Array.from({ length: 3000 }, (_, at) => read(`c${at}`, 'a.ts', NOW + at)));
    const sent: string[] = [];
    const served = new ServedIngest(7, settings(), { formats, rows: undefined }, (message) => {
      if (message.kind === 'events') sent.push(...message.events.map(({ event }) => event.call ?? ''));
      if (message.kind === 'fault') ws.faults.push(message.error);
    });
    const polled = served.poll();
    const settled = async () => {
      for (let before = -1; before !== sent.length; ) {
        before = sent.length;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return sent.length;
    };
    const most = BATCH * MOST_ON_THEIR_WAY;
    expect(await settled()).toBe(most);
    served.taken();
    expect(await settled()).toBe(most + BATCH);
    const isDone = polled.then(() => 'done');
    while ((await Promise.race([isDone, new Promise((resolve) => setTimeout(resolve, 5))])) !== 'done') {
      served.taken();
    }
    expect(sent).toHaveLength(3000);
    await served.dispose();
  });
});
