// Child processes that never outlive the script: each long-lived one leads its own process group, and the groups
// are ended when the script ends, however it ends.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @type {Set<import('node:child_process').ChildProcess>} */
const groups = new Set();
/** @type {Set<() => void>} */
const clearances = new Set();
let watching = false;

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // The group is gone already, which is what was wanted.
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error;
  }
}

function watchForTheEnd() {
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const child of groups) signalGroup(child, 'SIGKILL');
    for (const clear of clearances) {
      try {
        clear();
      } catch (error) {
        // The others are cleared all the same.
        console.error(error instanceof Error ? error.message : error);
      }
    }
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/**
 * Runs `clear` (synchronous) when the script ends, by whatever way; the returned function runs it now instead.
 * @param {() => void} clear
 */
export function atTheEnd(clear) {
  watchForTheEnd();
  clearances.add(clear);
  return () => {
    if (clearances.delete(clear)) clear();
  };
}

/**
 * Starts a process that leads a process group.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function startGroup(command, args, options = {}) {
  watchForTheEnd();
  const child = spawn(command, args, { ...options, detached: process.platform !== 'win32' });
  groups.add(child);
  child.once('exit', () => {
    // What the leader leaves behind is ended with it.
    signalGroup(child, 'SIGKILL');
    groups.delete(child);
  });
  child.once('error', () => groups.delete(child));
  return child;
}

/**
 * Ends a group: asks first, and insists after two seconds.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function stopGroup(child) {
  if (child.exitCode !== null || child.signalCode !== null || !groups.has(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  signalGroup(child, 'SIGTERM');
  const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), 2000);
  await ended;
  clearTimeout(insist);
}
