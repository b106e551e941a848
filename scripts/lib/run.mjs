// Runs one command to its end.
import { spawn } from 'node:child_process';
import { startGroup } from './processes.mjs';

/** A command that ended with another code than 0, or could not be started. */
export class CommandFailed extends Error {
  /**
   * @param {string} command
   * @param {number} code
   * @param {string} output
   */
  constructor(command, code, output) {
    super(`${command} ended with code ${code}${output ? `:\n${output.trimEnd()}` : ''}`);
    this.name = 'CommandFailed';
    this.code = code;
  }
}

/**
 * Runs a command with the terminal of this script and gives its exit code (127 where it cannot be started).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<number>}
 */
export function runInTerminal(command, args, options = {}) {
  // In the terminal's own process group, so that Ctrl+C and questions reach it.
  const child = spawn(command, args, { ...options, stdio: 'inherit' });
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code ?? 130);
    });
  });
}

/**
 * Runs a command without showing what it prints; gives its standard output, or throws CommandFailed with all it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv}} [options]
 * @returns {Promise<string>}
 */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = startGroup(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let all = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      all += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      all += chunk;
    });
    const shown = [command, ...args].join(' ');
    child.once('error', (error) => reject(new CommandFailed(shown, 127, error.message)));
    child.once('close', (code) =>
      code === 0 ? resolve(out) : reject(new CommandFailed(shown, code ?? 1, all)),
    );
  });
}
