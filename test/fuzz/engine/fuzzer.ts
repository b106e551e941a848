import { setImmediate as pause } from 'node:timers/promises';
import { Random } from '../../golden/support/random';
import { keep, keptInputs } from './corpus';
import { Coverage } from './coverage';
import { mutateBytes } from './mutateBytes';
import { Pool } from './pool';
import { shrunk } from './shrink';
import type { Target } from './target';
import { trial } from './trial';

/** Heap that inputs may leave behind, in bytes, besides those that are held here. */
const MOST_LEFT = 96 * 1024 * 1024;
const LOOK_AT_HEAP = 15_000;
/** The share of the time that looking at what has run may take. */
const SHARE_OF_LOOKING = 0.25;
const MOST_FAULTS = 5;

export interface Found {
  readonly what: string;
  /** In the corpus. */
  readonly file: string;
}

export interface Outcome {
  readonly target: string;
  readonly inputs: number;
  /** How many times an input made something run that had never run before. */
  readonly news: number;
  readonly faults: readonly Found[];
  readonly seconds: number;
}

export interface FuzzOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Called before each input: should it be the last, it is known which one it was. */
  readonly before: (input: Buffer) => void;
  readonly tick: (inputs: number) => void;
}

/** Gives a target inputs for so long, those first that it was given before. */
export async function fuzz(target: Target, options: FuzzOptions): Promise<Outcome> {
  const random = new Random(options.seed);
  const kept = [...keptInputs(target.name).values()];
  const first = [...kept, ...target.seeds()];
  const pool = new Pool(first, random);
  const coverage = new Coverage();
  const attempt = await target.open();
  const faults: Found[] = [];
  const start = performance.now();
  const end = start + 1000 * options.seconds;
  let inputs = 0;
  let looking = 0;
  let lookedAt = start;
  let heap: number | null = null;
  let heapAt = start + LOOK_AT_HEAP;
  const since: Buffer[] = [];

  const found = async (input: Buffer, what: string): Promise<void> => {
    const first = firstLine(what);
    const smallest = await shrunk(input, async (smaller) => {
      const other = await trial(target, attempt, smaller);
      return other !== null && firstLine(other) === first;
    });
    const file = keep(target.name, 'fault', smallest);
    if (!faults.some((known) => firstLine(known.what) === first)) faults.push({ what, file });
  };

  for (; performance.now() < end && faults.length < MOST_FAULTS; inputs++) {
    const seed = first[inputs];
    const input = seed ?? (target.mutate ?? mutateBytes)(pool.any(), random, pool.any());
    options.before(input);
    const wrong = await trial(target, attempt, input);
    options.tick(inputs);
    if (wrong !== null) await found(input, wrong);
    else if (seed === undefined) since.push(input);
    const now = performance.now();
    if (looking <= SHARE_OF_LOOKING * (now - lookedAt) || since.length >= 64) {
      if (coverage.hasNews()) for (const each of since) pool.add(each);
      since.length = 0;
      looking = performance.now() - now;
      // What the process is told meanwhile is heard.
      await pause();
      lookedAt = performance.now();
    }
    if (now > heapAt) {
      heapAt = now + LOOK_AT_HEAP;
      const used = heapUsed() - pool.bytes;
      heap ??= used;
      if (used - heap > MOST_LEFT) {
        faults.push({ what: `${Math.round((used - heap) / 1e6)} MB of heap are left behind`, file: '' });
        break;
      }
    }
  }
  await attempt.close();
  const seconds = (performance.now() - start) / 1000;
  return { target: target.name, inputs, news: coverage.found, faults, seconds };
}

/** After what nobody needs any more is gone. */
function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replaceAll(/\d+/g, '0').slice(0, 120);
}
