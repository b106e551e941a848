// Tells from VS Code's own logs that the extension has been activated in a window.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ACTIVATED = /_doActivateExtension read-coverage\.agent-read-coverage,/;

/**
 * Waits until an extension host of this data folder has activated the extension: the server's, or a desktop window's.
 * @param {string} logs the folder of the logs; it need not exist yet
 */
export async function extensionActivated(logs) {
  for (;;) {
    const files = globSync('**/{exthost,remoteexthost}.log', { cwd: logs });
    if (files.some((file) => ACTIVATED.test(readFileSync(join(logs, file), 'utf8')))) return;
    // Does not keep the script alive: there may never be a window.
    await sleep(300, undefined, { ref: false });
  }
}
