// Starts the VS Code server on loopback with a data folder of its own.
import { randomBytes } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { environmentOf } from './npm.mjs';
import { startGroup, stopGroup } from './processes.mjs';
import { writeUserSettings } from './profile.mjs';
import { runQuietly } from './run.mjs';
import { temporaryFolder } from './temporary.mjs';
import { openInWindow, socketEnvironment, socketFolder, windowSocket } from './window-socket.mjs';

/** The server's own words when it is ready, with the port that it chose. */
const READY = /Extension host agent listening on (\d+)/;
const READY_WITHIN_MS = 60_000;

/**
 * @typedef {object} RunningServer
 * @property {string} origin `http://127.0.0.1:PORT`
 * @property {string} authority `127.0.0.1:PORT`, the authority of its vscode-remote URIs
 * @property {string | undefined} token what a browser has to bring as `?tkn=`; undefined where none is asked for
 * @property {() => string} output what it has printed so far
 * @property {string} logs the folder of its logs
 * @property {(file: string) => Promise<void>} openFile opens a file (absolute) in the window, for which it waits
 * @property {Promise<void>} ended settles when the server has ended
 * @property {() => Promise<void>} stop
 */

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => string} output
 * @returns {Promise<number>}
 */
function portOf(child, output) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => reject(new Error(`The VS Code server ${why}:\n${output()}`));
    const late = setTimeout(() => fail('did not start in time'), READY_WITHIN_MS);
    const look = () => {
      const port = READY.exec(output())?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      child.stdout?.off('data', look);
      resolve(Number(port));
    };
    child.stdout?.on('data', look);
    child.once('exit', () => {
      clearTimeout(late);
      fail('ended');
    });
  });
}

/**
 * @param {import('./vscode-server.mjs').VSCodeServer} server
 * @param {object} options
 * @param {boolean} options.driven for tests inside the extension host: the address of a window may name an extension to develop and to test.
 *   VS Code shows no notifications then, and no random token is asked for, so that any local user could come in
 * @param {Record<string, unknown>} options.settings more user settings
 * @param {boolean} [options.askForTrust] whether the window may ask if the folder is trusted
 * @param {string} [options.vsix] a packaged extension to install first
 * @param {readonly string[]} [options.beside] absolute folders of other extensions, which are there from the start
 * @param {NodeJS.ProcessEnv} [options.env] more environment, which the extension host inherits
 * @returns {Promise<RunningServer>}
 */
export async function startServer(
  server,
  { driven, settings, askForTrust = false, vsix, beside = [], env = {} },
) {
  const data = temporaryFolder('vscode');
  writeUserSettings(join(data, 'data', 'User'), settings);
  // A window of the server takes one extension under development: others are there as if they had been installed.
  for (const folder of beside)
    cpSync(folder, join(data, 'extensions', basename(folder)), { recursive: true });
  const own = ['--accept-server-license-terms', '--telemetry-level', 'off', '--server-data-dir', data];
  const sockets = socketFolder();
  const logs = join(data, 'data', 'logs');
  const options = {
    cwd: data,
    env: {
      ...environmentOf(server.node),
      ...socketEnvironment(sockets),
      // Where tests inside the extension host find what an output channel says.
      ...(driven && { READ_COVERAGE_HOST_LOGS: logs }),
      ...env,
    },
  };
  if (vsix !== undefined)
    await runQuietly(server.node, [server.main, ...own, '--install-extension', vsix], options);

  const token = driven ? undefined : randomBytes(24).toString('base64url');
  const secret = join(data, 'token');
  // In a file, since other users of the machine can read command lines.
  if (token !== undefined) writeFileSync(secret, token, { mode: 0o600 });
  const access = token === undefined ? ['--without-connection-token'] : ['--connection-token-file', secret];
  const trust = askForTrust ? [] : ['--disable-workspace-trust'];
  const listen = ['--host', '127.0.0.1', '--port', '0', ...(driven ? ['--enable-smoke-test-driver'] : [])];
  const child = startGroup(server.node, [server.main, ...listen, ...access, ...trust, ...own], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('exit', () => resolve()));
  const authority = `127.0.0.1:${await portOf(child, () => output)}`;
  return {
    origin: `http://${authority}`,
    authority,
    token,
    output: () => output,
    logs,
    openFile: async (file) => openInWindow(server, await windowSocket(sockets), file),
    ended,
    stop: () => stopGroup(child),
  };
}

/**
 * The address of a window of this server.
 * @param {RunningServer} server
 * @param {string} opened absolute path of a folder, or of a `.code-workspace` file
 * @param {object} [driven] only for a driven server
 * @param {string} driven.development absolute path of an extension under development
 * @param {string} driven.tests absolute path of a CommonJS module that exports `run()`
 */
export function windowAddress(server, opened, driven) {
  const uri = (/** @type {string} */ path) => `vscode-remote://${server.authority}${path}`;
  const query = new URLSearchParams({
    ...(server.token !== undefined && { tkn: server.token }),
    ...(opened.endsWith('.code-workspace') ? { workspace: opened } : { folder: opened }),
    ...(driven && {
      payload: JSON.stringify([
        ['extensionDevelopmentPath', uri(driven.development)],
        ['extensionTestsPath', uri(driven.tests)],
      ]),
    }),
  });
  // Slashes may stay as they are, so that a person can read the address; spaces may not be plus signs.
  return `${server.origin}/?${String(query).replaceAll('%2F', '/').replaceAll('+', '%20')}`;
}
