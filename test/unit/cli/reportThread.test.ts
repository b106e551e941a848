import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWorthThread, ReportThread } from '../../../src/cli/reportThread';
import { KNOWN_FORMATS } from '../../../src/ingest/knownFormats';
import { Replay } from '../../../src/ingest/replay';
import { ReportBuilder } from '../../../src/report/reportBuilder';
import { reportJson } from '../../../src/report/reportJson';
import { LineHasher } from '../../../src/text/lineHash';
import type { AgentEvent } from '../../../src/tracker/event';

let folder: string;
let program: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replay-thread-'));
  program = join(folder, 'cli.cjs');
  const entry = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: readonly string[]) {
  const env = { ...process.env, READ_COVERAGE_HOME: join(folder, 'home') };
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env });
}

function report(file: string) {
  return run('report', '--json', file);
}

/** A log of so many reads, half of which the next edit makes old; each is of a few long lines. */
function log(reads: number): string {
  const padding = 'x'.repeat(20_000);
  const lines = Array.from({ length: reads }, (_, at) => {
    const base = { v: 1, session: `s${at % 3}`, call: `c${at}`, path: `/ws/${at % 7}.ts`, padding };
    const read = { ...base, kind: 'read', returned: [[1 + (at % 50), 60]], totalLines: 90 };
    return at % 5 === 0 ? { ...base, kind: 'edit', outcome: 'ok' } : read;
  });
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\nno record\n`;
}

describe('a report of much that is to be read', () => {
  it('says in one line why a file cannot be read whose size the system does not tell', () => {
    const { status, stderr } = report('a'.repeat(5000));
    expect(stderr).toMatch(/^read-coverage: [^\n]+\n$/);
    expect(status).toBe(2);
  });

  it('is the same as one that is made without a thread', () => {
    const file = join(folder, 'long.jsonl');
    writeFileSync(file, log(900));
    expect(isWorthThread([file])).toBe(availableParallelism() > 1);
    const builder = new ReportBuilder();
    const replay = new Replay([file], KNOWN_FORMATS, { hasher: new LineHasher([1, 2]) });
    for (const { event } of replay) builder.add(event);
    const [skipped] = replay.skipped;
    expect(skipped).toEqual({ file, count: 1, first: [901] });
    const { sessions } = JSON.parse([...reportJson(builder.finish(1))].join(''));
    const { status, stdout, stderr } = report(file);
    expect(stderr).toBe('read-coverage: long.jsonl: 1 line was not understood and skipped: line 901\n');
    expect(status).toBe(0);
    const told = JSON.parse(stdout);
    expect(told.skippedLines).toBe(1);
    const withoutSource = (session: object) => ({ ...session, source: 'log:long.jsonl' });
    expect(told.sessions).toEqual(sessions.map(withoutSource));
  });

  it('is refused where the files are nothing that is known', () => {
    const file = join(folder, 'other.jsonl');
    writeFileSync(file, `${JSON.stringify({ padding: 'x'.repeat(1e6) })}\n`.repeat(17));
    const { status, stderr } = report(file);
    expect(status).toBe(2);
    expect(stderr).toContain('is neither a log nor a transcript');
  });

  it('fails where its thread does, also while more is read than can be on its way', async () => {
    const broken = join(folder, 'broken.cjs');
    writeFileSync(broken, 'throw new Error("broken");\n');
    const event: AgentEvent = {
      kind: 'turn',
      source: 's',
      session: 's',
      agent: 'a',
      actor: 'main',
      time: 0,
      call: null,
    };
    const short = new ReportThread(broken, 'text');
    await expect(short.pieces(0).next()).rejects.toThrow('broken');
    const long = new ReportThread(broken, 'text');
    const reading = async () => {
      for (;;) await long.add({ event, file: '/ws/a.jsonl', line: 1 });
    };
    await expect(reading()).rejects.toThrow('broken');
    await Promise.all([short.close(), long.close()]);
  });

  it('prints nothing, and says so, where coverage is asked for of what holds no event', () => {
    const file = join(folder, 'empty.jsonl');
    const row = { type: 'summary', summary: 'x'.repeat(1e6), leafUuid: 'a' };
    writeFileSync(file, `${JSON.stringify(row)}\n`.repeat(17));
    const { status, stdout, stderr } = run('export', '--format', 'lcov', file);
    expect([status, stdout, stderr]).toEqual([0, '', `read-coverage: no event was found in ${file}\n`]);
  });
});
