// Run inside a real extension host: how long it is kept from its own work while much is read, and how soon marks are drawn.
import { appendFileSync, mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { describe, it } from '../../test/host/runner';
import { eventually, testAccess, workspaceFile, workspaceFolder } from '../../test/host/support';
import { ownWork, percentile } from '../lib/ownWork';
import { writeTranscript } from '../lib/transcript.mjs';

const FILE = 'src/long.ts';
const { READ_COVERAGE_BENCH_RESULT: result, READ_COVERAGE_BENCH_MEGABYTES: megabytes } = process.env;
if (result === undefined || megabytes === undefined) throw new Error('not started by the bench');

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const told: Record<string, number> = {};

/** Milliseconds. Timers are late by up to one of their own steps, which is in all of these numbers. */
function tell(name: string, delay: IntervalHistogram): void {
  told[`${name}.p50`] = delay.percentile(50) / 1e6;
  told[`${name}.p99`] = delay.percentile(99) / 1e6;
  told[`${name}.max`] = delay.max / 1e6;
  if (result !== undefined) writeFileSync(result, JSON.stringify(told));
}

async function watched(name: string, work: () => Promise<void>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const stop = ownWork();
  await work();
  delay.disable();
  const own = stop();
  told[`${name}.own99`] = percentile(own, 0.99);
  told[`${name}.ownMax`] = percentile(own, 1);
  tell(name, delay);
}

function logFolder(): string {
  const folder = join(realpathSync(workspaceFolder().uri.fsPath), '.read-coverage');
  mkdirSync(folder, { recursive: true });
  return folder;
}

const read = (call: string, lines: readonly [number, number]) =>
  `${JSON.stringify({
    v: 1,
    kind: 'read',
    session: 'stream',
    agent: 'harness',
    call,
    time: new Date().toISOString(),
    path: FILE,
    returned: [lines],
    totalLines: 400,
    outcome: 'complete',
  })}\n`;

describe('a window', () => {
  it('at rest', async () => {
    await testAccess();
    await pause(5000);
    await watched('rest', () => pause(5000));
  });

  it('while a large transcript is read', async () => {
    const access = await testAccess();
    const folder = logFolder();
    const aside = join(folder, 'transcript.part');
    writeTranscript(aside, Number(megabytes) * 1e6, {
      seed: 1,
      folder: realpathSync(workspaceFolder().uri.fsPath),
      files: 400,
    });
    await pause(2000);
    const started = performance.now();
    await watched('ingest', async () => {
      renameSync(aside, join(folder, 'transcript.jsonl'));
      await eventually(() => {
        const file = access.followed()?.files.find(({ path }) => path.endsWith('transcript.jsonl'));
        if (file === undefined || file.unread > 0 || file.records === 0) throw new Error('not read yet');
        if (access.sessions().length === 0) throw new Error('no session yet');
      }, 300_000);
    });
    told['ingest.seconds'] = (performance.now() - started) / 1000;
  }, 400_000);

  it('while a session streams 200 events a second', async () => {
    await vscode.window.showTextDocument(workspaceFile(FILE));
    const log = join(logFolder(), 'stream.jsonl');
    let made = 0;
    await watched('stream', async () => {
      for (let tenth = 0; tenth < 100; tenth++) {
        const rows = Array.from({ length: 20 }, () => {
          const start = 1 + ((made * 7) % 300);
          return read(`s${made++}`, [start, start + 20]);
        });
        appendFileSync(log, rows.join(''));
        await pause(100);
      }
    });
  });

  it('from a line that is appended to the marks', async () => {
    const access = await testAccess();
    const { document } = await vscode.window.showTextDocument(workspaceFile(FILE));
    const log = join(logFolder(), 'latency.jsonl');
    const times: number[] = [];
    const row = (at: number) => read(`l${at}`, [1, 1]).replace('"stream"', '"latency"');
    appendFileSync(log, row(0));
    await pause(3000);
    const seen = () => access.sessions().find(({ session }) => session === 'latency')?.actors[0]?.reads ?? 0;
    for (let at = 1; at <= 60; at++) {
      const before = seen();
      const started = performance.now();
      appendFileSync(log, row(at));
      while (seen() === before && performance.now() - started < 5000) await pause(1);
      access.marks(document);
      times.push(performance.now() - started);
      await pause(150);
    }
    times.sort((a, b) => a - b);
    told['latency.p50'] = times[Math.floor(times.length * 0.5)] ?? Number.NaN;
    told['latency.p95'] = times[Math.floor(times.length * 0.95)] ?? Number.NaN;
    if (result !== undefined) writeFileSync(result, JSON.stringify(told));
  });
});
