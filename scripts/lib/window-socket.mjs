// The socket through which an open window takes commands: what the `code` command in a terminal of that window speaks to.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runQuietly } from './run.mjs';
import { temporaryFolder } from './temporary.mjs';

/** A new folder for the sockets of a server; the names of sockets must be short, so not below a temporary folder of one's own. */
export const socketFolder = () => temporaryFolder('run', '/tmp');

/**
 * What makes a server put its sockets there.
 * @param {string} folder
 * @returns {NodeJS.ProcessEnv}
 */
export function socketEnvironment(folder) {
  return process.platform === 'darwin' ? { TMPDIR: folder } : { XDG_RUNTIME_DIR: folder };
}

/**
 * Waits for a window and gives its socket.
 * @param {string} folder
 * @returns {Promise<string>}
 */
export async function windowSocket(folder) {
  for (;;) {
    const name = readdirSync(folder).find((each) => /^vscode-ipc-.*\.sock$/.test(each));
    if (name !== undefined) return join(folder, name);
    // Does not keep the script alive: there may never be a window.
    await sleep(200, undefined, { ref: false });
  }
}

/**
 * Opens a file in the window that listens on this socket.
 * @param {import('./vscode-server.mjs').VSCodeServer} server
 * @param {string} socket
 * @param {string} file absolute
 */
export async function openInWindow(server, socket, file) {
  const program = join(dirname(server.main), 'server-cli.js');
  // Its first arguments are its own name, version and commit, which only --version shows.
  const args = [program, 'code', server.vscode, '', 'code', '--reuse-window', file];
  await runQuietly(server.node, args, { env: { ...process.env, VSCODE_IPC_HOOK_CLI: socket } });
}
