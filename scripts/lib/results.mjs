// How a part of the tests tells the whole how many passed: a small file, since what is printed is for people.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const folder = join(root, 'out', 'results');

/** @typedef {{passed: number, failed: number}} Counts */

/** @param {string} name */
export function resultFile(name) {
  return join(folder, `${name}.json`);
}

/** Forgets an earlier run. @param {string} name */
export function clearResult(name) {
  mkdirSync(folder, { recursive: true });
  rmSync(resultFile(name), { force: true });
}

/**
 * Writes the counts and prints them.
 * @param {string} name
 * @param {Counts} counts
 */
export function writeResult(name, { passed, failed }) {
  clearResult(name);
  writeFileSync(resultFile(name), JSON.stringify({ passed, failed }));
  console.log(`${name}: ${passed} passed, ${failed} failed`);
}

/**
 * The counts that a part left, its own or Vitest's; undefined where it left none.
 * @param {string} name
 * @returns {Counts | undefined}
 */
export function readResult(name) {
  if (!existsSync(resultFile(name))) return undefined;
  const result = JSON.parse(readFileSync(resultFile(name), 'utf8'));
  return { passed: result.passed ?? result.numPassedTests, failed: result.failed ?? result.numFailedTests };
}
