// The recorded session, at a pace that one can watch, and the report on it.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './paths.mjs';
import { runInTerminal } from './run.mjs';

/** How often it is looked for a stop while nothing else happens. */
const LOOK_MS = 300;

/** @typedef {ReturnType<typeof import('./player.mjs').openPlayer>} Player */

/**
 * Plays the recording, one line a call, and prints the report at the end.
 * @param {Player} player
 * @param {number} pauseMs after each result
 * @returns {Promise<number>} the exit code of the report
 */
export async function playDemo(player, pauseMs) {
  for (let step = player.next(); step !== undefined; step = player.next()) {
    if (step.text !== undefined) console.log(`  ${step.text}`);
    if (step.kind === 'result' && pauseMs > 0) await sleep(pauseMs);
  }
  console.log('');
  return runInTerminal(process.execPath, [join(root, 'dist', 'cli.cjs'), 'report', player.log]);
}

/**
 * Answers a stop that comes when everything was played, so that nobody waits for an agent that is not there.
 * @param {Player} player
 */
export async function heedLateStop(player) {
  while (player.state !== 'stopped') {
    const step = player.heedStop();
    if (step?.text !== undefined) console.log(step.text);
    await sleep(LOOK_MS, undefined, { ref: false });
  }
}
