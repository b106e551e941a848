import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../text/errorCode';
import type { Runtimes } from './runtimes';
import { shellCommand } from './shellCommand';
import { writeWholeFile } from './wholeFile';

const FOLDER = 'companion';

/** The stable copy of the companion in the product's own folder. */
export function companionFileIn(userFolder: string): string {
  return join(userFolder, FOLDER, 'companion.cjs');
}

/** What agents' settings name on systems with a POSIX shell. */
export function launcherIn(userFolder: string): string {
  return join(userFolder, FOLDER, 'run');
}

/**
 * A script that runs the companion with the first runtime that is still there, so that an agent's settings need no
 * change when Node or VS Code moves. Where none is left it does nothing and succeeds: the agent must not notice.
 * What its environment says to Node is for other programs.
 */
export function launcherScript(userFolder: string, { nodes, editor }: Runtimes): string {
  const quoted = (word: string) => shellCommand([word], 'linux');
  return [
    '#!/bin/sh',
    '# Written by Agent Read Coverage, which writes it anew when a runtime moves.',
    'unset NODE_OPTIONS NODE_EXTRA_CA_CERTS',
    `export ELECTRON_RUN_AS_NODE=1 READ_COVERAGE_HOME=${quoted(userFolder)}`,
    `companion=${quoted(companionFileIn(userFolder))}`,
    'if [ ! -f "$companion" ]; then exit 0; fi',
    `for runtime in ${[...new Set([...nodes, editor])].map(quoted).join(' ')}; do`,
    '  if [ -x "$runtime" ]; then exec "$runtime" "$companion" "$@"; fi',
    'done',
    'exit 0',
    '',
  ].join('\n');
}

/** Writes the launcher where it is another, whole or not at all. */
export async function writeLauncher(userFolder: string, runtimes: Runtimes): Promise<void> {
  const file = launcherIn(userFolder);
  const script = launcherScript(userFolder, runtimes);
  if ((await textIn(file)) === script) return;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeWholeFile({ file, text: script, mode: 0o700, target: 'any' });
}

async function textIn(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
