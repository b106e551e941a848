// A real VS Code to test and to show in: the workbench and extension host that the npm package code-server carries.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce } from './install-once.mjs';
import { Told } from './main.mjs';
import { nodeOf } from './node.mjs';
import { npm } from './npm.mjs';
import { cacheFolder } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { needPrograms } from './system-packages.mjs';

/**
 * The VS Code versions that we test with: the newest, and the oldest that `engines.vscode` allows.
 * code-server 4.x.y carries VS Code 1.x.y and wants exactly that Node.
 */
export const HOSTS = /** @type {const} */ ({
  current: { codeServer: '4.139.1', vscode: '1.139.1', node: 24 },
  minimum: { codeServer: '4.103.2', vscode: '1.103.2', node: 22 },
});

/** @typedef {keyof typeof HOSTS} HostName */
/** @typedef {{node: string, main: string, vscode: string}} VSCodeServer paths of the Node binary and of the server's program, and the version */

// Logs and terminals need these two compiled; what else is native comes prebuilt or is not missed.
const NATIVE = ['@vscode/spdlog', 'node-pty'];
// Built-in extensions that lack what they need here and say so in notifications.
const UNWANTED = ['copilot', 'typescript-language-features'];
const BUILD_PROGRAMS = new Map([
  ['tar', ['tar']],
  ['python3', ['python3']],
  ['make', ['make']],
  ['g++', ['g++']],
]);

/**
 * @param {string} partial the folder to fill
 * @param {string} version of code-server
 * @param {string} node
 */
async function fill(partial, version, node) {
  await needPrograms(BUILD_PROGRAMS);
  const archive = (await npm(node, partial, ['pack', `code-server@${version}`])).trim();
  await runQuietly('tar', ['xzf', archive, '--strip-components=3', 'package/lib/vscode'], { cwd: partial });
  for (const name of readdirSync(partial)) if (name.endsWith('.tgz')) rmSync(join(partial, name));
  for (const name of UNWANTED) rmSync(join(partial, 'extensions', name), { recursive: true, force: true });
  await npm(node, partial, ['install', '--ignore-scripts', '--omit=dev', '--legacy-peer-deps']);
  // The headers that come with this very Node; a machine-wide setting would bring those of another.
  const headers = join(node, '..', '..');
  const extra = existsSync(join(headers, 'include', 'node', 'node.h')) ? { npm_config_nodedir: headers } : {};
  await npm(node, partial, ['rebuild', ...NATIVE], { npm_config_yes: 'true', ...extra });
  const load = NATIVE.map((name) => `require('${name}');`).join('');
  await runQuietly(node, ['-e', load], { cwd: partial });
}

/**
 * Gives an installed VS Code server, installing it first where it is not in the cache.
 * @param {HostName} name
 * @returns {Promise<VSCodeServer>}
 */
export async function vscodeServer(name) {
  if (process.platform === 'win32')
    throw new Told('The VS Code server does not run on Windows: use a desktop VS Code.');
  const { codeServer, vscode, node: major } = HOSTS[name];
  const node = await nodeOf(major);
  const folder = join(
    cacheFolder(),
    `vscode-server-${codeServer}-${process.platform}-${process.arch}-node${major}`,
  );
  const main = join('out', 'server-main.js');
  if (!existsSync(folder)) process.stderr.write(`Installing VS Code ${vscode} (once, about a minute)…\n`);
  await installOnce(folder, [main], (partial) => fill(partial, codeServer, node));
  return { node, main: join(folder, main), vscode };
}
