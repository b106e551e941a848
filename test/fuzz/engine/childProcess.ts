import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keep } from './corpus';
import type { Found, Outcome } from './fuzzer';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const OUT = fileURLToPath(new URL('../../../out/fuzz', import.meta.url));
/** MiB. */
const MOST_HEAP = 768;
/** A process that takes no further input for so long hangs, ms: whatever else the machine has to do. */
const HANGS = 180_000;

interface Message {
  readonly inputs?: number;
  readonly outcome?: Outcome;
}

/** Runs a target in a process of its own. One that ends by itself or hangs is a fault of the input that it had. */
export async function runTarget(target: string, seconds: number, seed: number): Promise<Outcome> {
  mkdirSync(OUT, { recursive: true });
  const current = join(OUT, `current-${target}`);
  writeFileSync(current, '');
  const start = performance.now();
  const child = fork(join(FOLDER, 'child.ts'), [target, String(seconds), String(seed), current], {
    execArgv: [
      '--experimental-strip-types',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      '--import',
      join(FOLDER, 'loader.mjs'),
      '--expose-gc',
      `--max-old-space-size=${MOST_HEAP}`,
    ],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const { outcome, inputs, how } = await ended(child);
  if (outcome !== null) return outcome;
  const last = readFileSync(current);
  // Without an input it did not even begin.
  const file = last.length === 0 ? '' : keep(target, 'fault', last);
  const found: Found = { what: how, file };
  return { target, inputs, news: 0, faults: [found], seconds: (performance.now() - start) / 1000 };
}

function ended(
  child: ChildProcess,
): Promise<{ readonly outcome: Outcome | null; readonly inputs: number; readonly how: string }> {
  return new Promise((resolve) => {
    let inputs = 0;
    let outcome: Outcome | null = null;
    let said = '';
    let how = '';
    const hang = () => {
      how = `no end after ${HANGS / 1000} s`;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(hang, HANGS);
    child.stderr?.on('data', (data: Buffer) => {
      said = (said + data.toString('utf8')).slice(-3000);
    });
    child.on('message', (message: Message) => {
      clearTimeout(timer);
      timer = setTimeout(hang, HANGS);
      inputs = message.inputs ?? inputs;
      outcome = message.outcome ?? outcome;
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ outcome, inputs, how: how || `the process ended (${signal ?? code}): ${said}` });
    });
  });
}
