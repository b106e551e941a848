// npm, run under a Node of our choice.
import { delimiter, dirname } from 'node:path';
import { runQuietly } from './run.mjs';

/**
 * The environment in which `node` and what npm starts are the given Node.
 * @param {string} node path of a Node binary
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(node) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [key]: [dirname(node), process.env[key] ?? ''].join(delimiter) };
}

/**
 * Runs npm quietly in `folder` and gives what it printed.
 * @param {string} node path of the Node binary that runs it
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 */
export function npm(node, folder, args, extra = {}) {
  const options = {
    cwd: folder,
    env: { ...environmentOf(node), npm_config_update_notifier: 'false', ...extra },
  };
  // Inside "npm run", npm says where its own program is; elsewhere it is found on PATH.
  const { npm_execpath: program } = process.env;
  const all = [...args, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel', 'error'];
  if (program?.endsWith('npm-cli.js')) return runQuietly(node, [program, ...all], options);
  return runQuietly(process.platform === 'win32' ? 'npm.cmd' : 'npm', all, options);
}
