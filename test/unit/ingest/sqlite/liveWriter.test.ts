import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { opencodeAdapter } from '../../../../src/agents/opencode/adapter';
import { OPENCODE_LAYOUT } from '../../../../src/agents/opencode/transcripts';
import { databaseRows } from '../../../../src/ingest/sqlite/databaseRows';
import { WorkerRowStore } from '../../../../src/ingest/sqlite/workerRowStore';
import { ReportBuilder } from '../../../../src/report/reportBuilder';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent } from '../../../../src/tracker/event';

const CALLS = 60;
/** Processes start, and a database is written: on a machine with other work that takes its time, ms. */
const PATIENCE = 120_000;
let bundles: string;
let folder: string;
let store: WorkerRowStore;

beforeAll(async () => {
  bundles = mkdtempSync(join(tmpdir(), 'rows-bundle-'));
  const bundle = (file: string, name: string, format: 'cjs' | 'esm') =>
    build({
      entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
      outfile: join(bundles, name),
      bundle: true,
      platform: 'node',
      format,
    });
  await bundle('../../../../src/ingest/sqlite/worker.ts', 'rows.cjs', 'cjs');
  await bundle('writer.ts', 'writer.mjs', 'esm');
}, PATIENCE);
afterAll(() => rmSync(bundles, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rows-live-'));
  store = new WorkerRowStore(join(bundles, 'rows.cjs'));
});
afterEach(async () => {
  await store.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** A process that writes as OpenCode does, some steps at a time. */
class Writer {
  readonly path = join(folder, 'opencode.db');
  readonly #process: ChildProcess;
  readonly #answers: Interface;

  constructor(calls = CALLS) {
    this.#process = spawn(process.execPath, [join(bundles, 'writer.mjs'), this.path, String(calls)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (this.#process.stdout === null) throw new Error('The writer cannot be heard');
    this.#answers = createInterface({ input: this.#process.stdout });
  }

  /** Whether there is more to write after so many steps. */
  async write(steps: number): Promise<boolean> {
    this.#process.stdin?.write(`${steps}\n`);
    const [answer] = await once(this.#answers, 'line');
    return answer === 'more';
  }

  async end(how: 'close' | 'die'): Promise<void> {
    const ended = once(this.#process, 'exit');
    if (how === 'die') this.#process.stdin?.write('die\n');
    else this.#process.stdin?.end();
    await ended;
  }
}

function reader() {
  return opencodeAdapter.reader({
    hasher: new LineHasher([1, 2]),
    source: 'opencode',
    baseFolder: '/',
    sessionFallback: 'unnamed',
  });
}

/** Follows the session, and collects what it tells. */
class Follower {
  readonly events: AgentEvent[] = [];
  readonly #reader = reader();
  #mark: string | null = null;

  async catchUp(path: string): Promise<void> {
    for (;;) {
      const { records, mark, hasMore } = await store.changes(path, OPENCODE_LAYOUT, 'ses_live', this.#mark);
      this.#mark = mark;
      for (const record of records) this.events.push(...this.#reader.read(record));
      if (!hasMore) return;
    }
  }

  finish(): readonly AgentEvent[] {
    this.events.push(...this.#reader.flush());
    return this.events;
  }
}

function report(events: readonly AgentEvent[]): unknown {
  const builder = new ReportBuilder();
  for (const event of events) builder.add(event);
  return builder.finish(0);
}

function replayed(path: string): AgentEvent[] {
  const whole = reader();
  const events = [...databaseRows(path, [OPENCODE_LAYOUT])].flatMap((row) => whole.read(row));
  return [...events, ...whole.flush()];
}

const made = Array.from({ length: CALLS }, (_, i) => `call_${1 + Math.floor(i / 2)}_${i % 2}`);
const told = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.kind === 'read' ? [event.call] : []));

describe('a session that is being written', { timeout: PATIENCE }, () => {
  it('is told call by call, each once, in the order of the calls; at last as if it were read whole', async () => {
    const writer = new Writer();
    const follower = new Follower();
    for (let steps = 1, more = true; more; steps = 1 + ((steps * 5) % 7)) {
      more = await writer.write(steps);
      await follower.catchUp(writer.path);
    }
    expect(told(follower.events)).toEqual(made);
    const whole = replayed(writer.path);
    expect(report(follower.finish())).toEqual(report(whole));
    await writer.end('close');
    expect(report(replayed(writer.path))).toEqual(report(whole));
  });

  it('is told so while the writer does not wait', async () => {
    const writer = new Writer();
    const follower = new Follower();
    const writing = writer.write(1).then(() => writer.write(100_000));
    let isWriting = true;
    const done = writing.finally(() => {
      isWriting = false;
    });
    await writer.write(0);
    while (isWriting) await follower.catchUp(writer.path);
    await done;
    await follower.catchUp(writer.path);
    expect(told(follower.events)).toEqual(made);
    expect(report(follower.finish())).toEqual(report(replayed(writer.path)));
    await writer.end('close');
  });

  it('is read without a byte written beside it', async () => {
    const writer = new Writer();
    await writer.write(100);
    const files = () =>
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);
    const before = files();
    expect(before.map(([name]) => name)).toEqual(['opencode.db', 'opencode.db-shm', 'opencode.db-wal']);
    const follower = new Follower();
    await follower.catchUp(writer.path);
    expect(follower.events.length).toBeGreaterThan(10);
    expect(replayed(writer.path).length).toBeGreaterThan(10);
    expect(files()).toEqual(before);
    await writer.end('close');
    expect(readdirSync(folder)).toEqual(['opencode.db']);
    await follower.catchUp(writer.path);
    expect(readdirSync(folder)).toEqual(['opencode.db']);
  });

  it('is read on when its writer was killed, as it was left', async () => {
    const writer = new Writer();
    await writer.write(200);
    const follower = new Follower();
    await follower.catchUp(writer.path);
    await writer.end('die');
    const files = () =>
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);
    const left = files();
    expect(report(replayed(writer.path))).toEqual(report(follower.finish()));
    expect(files()).toEqual(left);
  });
});

describe('the thread that reads', { timeout: PATIENCE }, () => {
  it('says why a database cannot be read', async () => {
    await expect(store.sessions(join(folder, 'none.db'), OPENCODE_LAYOUT)).rejects.toMatchObject({
      name: 'UnreadableFile',
      reason: 'missing',
    });
  });

  it('fails what was asked when it ends, and starts again', async () => {
    const writer = new Writer();
    await writer.write(10);
    expect(await store.sessions(writer.path, OPENCODE_LAYOUT)).toMatchObject([{ id: 'ses_live' }]);
    const broken = new WorkerRowStore(join(folder, 'no-such.cjs'));
    await expect(broken.sessions(writer.path, OPENCODE_LAYOUT)).rejects.toMatchObject({
      reason: { code: 'THREAD_ENDED' },
    });
    await broken.dispose();
    await expect(broken.sessions(writer.path, OPENCODE_LAYOUT)).rejects.toMatchObject({
      reason: { code: 'CLOSED' },
    });
    await writer.end('close');
  });
});
