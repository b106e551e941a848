// The JavaScript file behind a tool's name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Where the tools that we run keep their program. */
const PACKAGES = new Map([
  ['biome', '@biomejs/biome'],
  ['tsc', 'typescript'],
  ['vitest', 'vitest'],
  ['vsce', '@vscode/vsce'],
]);

/**
 * The file to run for a tool of node_modules, or for a script of the checkout ("scripts/test.mjs").
 * @param {string} name
 */
export function toolFile(name) {
  const from = PACKAGES.get(name);
  if (from === undefined) return join(root, name);
  const folder = join(root, 'node_modules', from);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}
