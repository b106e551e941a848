// Run inside a real extension host: how long it is kept from its own work while much is read, and how soon what happened is
// shown. The times are in milliseconds.
import { appendFileSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { markAt } from '../../src/editor/marks/drawing';
import { describe, it } from '../../test/host/runner';
import { eventually, testAccess, workspaceFile, workspaceFolder } from '../../test/host/support';
import { ownWork, percentile } from '../lib/ownWork';
import { writeTranscript } from '../lib/transcript.mjs';
import { hookOf } from './hook';
import { loggedFile, readLine, shownAfter, until } from './latency';

const HUGE = 'src/huge.ts';
const HUGE_LINES = 50_000;
const RANGES = 5000;
const TIMES = 60;

const {
  READ_COVERAGE_BENCH_RESULT: result,
  READ_COVERAGE_BENCH_MEGABYTES: megabytes,
  READ_COVERAGE_BENCH_ONLY: only,
} = process.env;
if (result === undefined || megabytes === undefined) throw new Error('not started by the bench');

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const folder = realpathSync(workspaceFolder().uri.fsPath);
const FILE = loggedFile(folder, 'src/long.ts');
const told: Record<string, number> = {};

function tell(numbers: Readonly<Record<string, number>>): void {
  Object.assign(told, numbers);
  if (result !== undefined) writeFileSync(result, JSON.stringify(told));
}

/** Timers are late by up to one of their own steps, which is in all of these numbers. */
async function watched(name: string, work: () => Promise<void>): Promise<void> {
  const delay: IntervalHistogram = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const stop = ownWork();
  await work();
  delay.disable();
  const own = stop();
  tell({
    [`${name}.own99`]: percentile(own, 0.99),
    [`${name}.ownMax`]: percentile(own, 1),
    [`${name}.p99`]: delay.percentile(99) / 1e6,
    [`${name}.max`]: delay.max / 1e6,
  });
}

function tellTimes(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  tell({ [`${name}.p50`]: percentile(sorted, 0.5), [`${name}.p95`]: percentile(sorted, 0.95) });
}

function logNamed(name: string): string {
  const logs = join(folder, '.read-coverage');
  mkdirSync(logs, { recursive: true });
  return join(logs, name);
}

/** Draws a session, and gives the document that it is drawn in. */
async function drawnIn(session: string, file: string): Promise<vscode.TextDocument> {
  const access = await testAccess();
  const node = await eventually(() => {
    const found = access.tree.getChildren().find(({ key }) => String(key).includes(session));
    if (found === undefined) throw new Error(`no session ${session} yet`);
    return found;
  });
  await vscode.commands.executeCommand('readCoverage.tree.drawSession', node);
  return (await vscode.window.showTextDocument(workspaceFile(file))).document;
}

describe('a window', () => {
  it('is activated', async () => {
    const { activation } = await testAccess();
    tell({ 'activation.wall': activation.wall, 'activation.processor': activation.processor });
  });
  if (only === 'activation') return;

  it('at rest', async () => {
    await pause(5000);
    await watched('rest', () => pause(5000));
  });

  it('from a line that is appended to what is known, and to the marks', async () => {
    const access = await testAccess();
    const log = logNamed('latency.jsonl');
    appendFileSync(log, readLine('latency', 'l0', FILE, [[1, 1]]));
    const document = await drawnIn('latency', FILE.path);
    const reads = () => access.sessions().find(({ session }) => session === 'latency')?.actors[0]?.reads ?? 0;
    await eventually(() => {
      if (access.marks(document).length === 0) throw new Error('no marks yet');
    });
    const known: number[] = [];
    const drawn: number[] = [];
    for (let at = 1; at <= TIMES; at++) {
      await pause(150);
      const before = reads();
      known.push(
        await shownAfter(log, readLine('latency', `k${at}`, FILE, [[1, 1]]), () => reads() > before),
      );
      await pause(150);
      const line = 2 * at + 1;
      const isDrawn = () => markAt({ marks: access.marks(document) }, line) !== undefined;
      drawn.push(await shownAfter(log, readLine('latency', `d${at}`, FILE, [[line, line]]), isDrawn));
    }
    tellTimes('known', known);
    tellTimes('drawn', drawn);
  }, 120_000);

  it('from a hook to the status bar', async () => {
    const access = await testAccess();
    // Every read counts, and none is the last before a stop.
    await vscode.workspace.getConfiguration('readCoverage').update('levels.stop', 1000, true);
    await vscode.workspace.getConfiguration('readCoverage').update('levels.warning', 900, true);
    const path = join(folder, 'src/small.ts');
    const content = readFileSync(path, 'utf8');
    const status: number[] = [];
    const answer: number[] = [];
    for (let at = 0; at <= TIMES; at++) {
      const deliver = hookOf({ session: 'hooked', cwd: folder, call: `h${at}`, path, content });
      await pause(150);
      const before = access.statusBar().text;
      const started = performance.now();
      const answered = deliver().then(() => performance.now() - started);
      const shown = at === 0 ? 0 : await until(() => access.statusBar().text !== before);
      const took = await answered;
      if (at === 0) continue;
      status.push(shown);
      answer.push(took);
    }
    tellTimes('status', status);
    tellTimes('answer', answer);
  }, 120_000);

  it('redraws a large file with many ranges', async () => {
    const access = await testAccess();
    writeFileSync(join(folder, HUGE), Array.from({ length: HUGE_LINES }, (_, at) => `line ${at}\n`).join(''));
    const file = loggedFile(folder, HUGE);
    const log = logNamed('redraw.jsonl');
    const step = HUGE_LINES / RANGES;
    const ranges = Array.from({ length: RANGES }, (_, at) => [at * step + 1, at * step + 1] as const);
    for (let at = 0; at < RANGES; at += 100) {
      appendFileSync(log, readLine('redraw', `r${at}`, file, ranges.slice(at, at + 100)));
    }
    const document = await drawnIn('redraw', HUGE);
    await eventually(() => {
      if (access.marks(document).length < RANGES) throw new Error('not drawn yet');
    });
    const times: number[] = [];
    const stopAll = ownWork();
    for (let at = 0; at < TIMES; at++) {
      await pause(200);
      const line = at * step + 2;
      const isDrawn = () => markAt({ marks: access.marks(document) }, line) !== undefined;
      times.push(await shownAfter(log, readLine('redraw', `a${at}`, file, [[line, line]]), isDrawn));
    }
    tellTimes('redraw', times);
    const work = stopAll();
    tell({ 'redraw.ownMax': percentile(work, 1) });
  }, 120_000);

  it('while a session streams 200 events a second', async () => {
    const log = logNamed('stream.jsonl');
    let made = 0;
    appendFileSync(log, readLine('stream', 's', FILE, [[1, 20]]));
    await drawnIn('stream', FILE.path);
    await watched('stream', async () => {
      for (let tenth = 0; tenth < 100; tenth++) {
        const rows = Array.from({ length: 20 }, () => {
          const start = 1 + ((made * 7) % 300);
          return readLine('stream', `s${made++}`, FILE, [[start, start + 20]]);
        });
        appendFileSync(log, rows.join(''));
        await pause(100);
      }
    });
  }, 60_000);

  it('while a large transcript is read', async () => {
    const access = await testAccess();
    const aside = logNamed('transcript.part');
    writeTranscript(aside, Number(megabytes) * 1e6, { seed: 1, folder, files: 400 });
    await pause(2000);
    const started = performance.now();
    await watched('ingest', async () => {
      renameSync(aside, logNamed('transcript.jsonl'));
      await eventually(() => {
        const file = access.followed()?.files.find(({ path }) => path.endsWith('transcript.jsonl'));
        if (file === undefined || file.unread > 0 || file.records === 0) throw new Error('not read yet');
      }, 300_000);
    });
    tell({ 'ingest.seconds': (performance.now() - started) / 1000 });
  }, 400_000);
});
