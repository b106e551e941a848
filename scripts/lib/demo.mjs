// The recorded session, at a pace that one can watch, and the report on it.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './paths.mjs';
import { openPlayer } from './player.mjs';
import { runInTerminal } from './run.mjs';

/**
 * Plays the recording into a copy of the sample workspace, one line a call, and prints the report at the end.
 * @param {string} workspace
 * @param {number} pauseMs after each result
 * @returns {Promise<number>} the exit code of the report
 */
export async function playDemo(workspace, pauseMs) {
  const player = openPlayer(workspace);
  for (let step = player.next(); step !== undefined; step = player.next()) {
    if (step.text !== undefined) console.log(`  ${step.text}`);
    if (step.kind === 'result' && pauseMs > 0) await sleep(pauseMs);
  }
  console.log('');
  return runInTerminal(process.execPath, [join(root, 'dist', 'cli.cjs'), 'report', player.log]);
}
