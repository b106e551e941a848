// Tells from VS Code's own logs, and from the extension's, how far the extension has come in a window.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ACTIVATED = /_doActivateExtension read-coverage\.agent-read-coverage,/;
const FOLLOWS = /what comes is followed/;
/** A window that logs elsewhere, or less, is not waited for any longer. */
const FOLLOWS_WITHIN_MS = 30_000;

/**
 * @param {string} logs
 * @param {string} name a pattern
 * @param {RegExp} words
 */
const isSaid = (logs, name, words) =>
  globSync(`**/${name}`, { cwd: logs }).some((file) => words.test(readFileSync(join(logs, file), 'utf8')));

/**
 * Waits until an extension host of this data folder, the server's or a desktop window's, has activated the extension and
 * this has read what was there: whatever is written from then on is shown as it comes.
 * @param {string} logs the folder of the logs; it need not exist yet
 */
export async function extensionFollows(logs) {
  let end = Number.POSITIVE_INFINITY;
  while (performance.now() < end && !isSaid(logs, 'Read Coverage.log', FOLLOWS)) {
    if (end === Number.POSITIVE_INFINITY && isSaid(logs, '{exthost,remoteexthost}.log', ACTIVATED)) {
      end = performance.now() + FOLLOWS_WITHIN_MS;
    }
    // Does not keep the script alive: there may never be a window.
    await sleep(300, undefined, { ref: false });
  }
}
