// Whole processes, measured side by side: in turns, so that what else the machine does hits all of them alike.
import { fileURLToPath } from 'node:url';
import { startGroup } from '../../scripts/lib/processes.mjs';

const METER = fileURLToPath(new URL('meter.cjs', import.meta.url));

/**
 * What a process used: time on the clock and of the processor (all threads) in milliseconds, memory at its highest in MiB.
 * @typedef {{ wall: number, cpu: number, memory: number }} Used
 * @typedef {{ name: string, args: readonly string[], env?: NodeJS.ProcessEnv }} Contender
 */

/**
 * @param {Contender} contender
 * @returns {Promise<Used>}
 */
export async function measured(contender) {
  const started = performance.now();
  const told = await toldAtEnd(METER, contender);
  return { wall: performance.now() - started, ...JSON.parse(told) };
}

/**
 * Runs a process, and gives what a script that is loaded first wrote to file descriptor 3.
 * @param {string} first
 * @param {Contender} contender
 * @returns {Promise<string>}
 */
export function toldAtEnd(first, { name, args, env }) {
  return new Promise((resolve, reject) => {
    const child = startGroup(process.execPath, ['--require', first, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    let told = '';
    let errors = '';
    child.stdio[3]?.on('data', (chunk) => {
      told += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(told) : reject(new Error(`${name} ended with code ${code}: ${errors}`)),
    );
  });
}

/**
 * The least that each contender used in any of the rounds: what disturbs only ever adds.
 * @param {readonly Contender[]} contenders
 * @param {number} rounds
 * @returns {Promise<Map<string, Used>>}
 */
export async function race(contenders, rounds) {
  /** @type {Map<string, Used>} */
  const best = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      const used = await measured(contender);
      const known = best.get(contender.name) ?? used;
      best.set(contender.name, {
        wall: Math.min(known.wall, used.wall),
        cpu: Math.min(known.cpu, used.cpu),
        memory: Math.min(known.memory, used.memory),
      });
    }
  }
  return best;
}
