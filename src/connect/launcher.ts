import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { companionFileIn } from '../channel/companionFile';
import { makePrivateFolder } from '../channel/registry';
import { errorCode } from '../text/errors';
import { isProgram, type Machine } from './programs';
import { companionRuntimes, type Runtimes } from './runtimes';
import { shellCommand, wordsOfShellCommand } from './shellCommand';
import { writeWholeFile } from './wholeFile';

/** Runtimes that a launcher knows; each desktop and server of a person adds its own. */
const MOST_RUNTIMES = 8;

/** What agents' settings name on systems with a POSIX shell. */
export function launcherIn(userFolder: string): string {
  return join(dirname(companionFileIn(userFolder)), 'run');
}

/**
 * A script that runs the companion with the first runtime that is still there, so that an agent's settings need no
 * change when Node or VS Code moves. Where none is left it does nothing and succeeds: the agent must not notice.
 * What its environment says to Node is for other programs.
 */
function launcherScript(userFolder: string, runtimes: readonly string[]): string {
  const quoted = (words: readonly string[]) => shellCommand(words, 'linux');
  return [
    '#!/bin/sh',
    '# Written by Agent Read Coverage, which writes it anew when a runtime moves.',
    'unset NODE_OPTIONS NODE_EXTRA_CA_CERTS',
    `export ELECTRON_RUN_AS_NODE=1 READ_COVERAGE_HOME=${quoted([userFolder])}`,
    `companion=${quoted([companionFileIn(userFolder)])}`,
    'if [ ! -f "$companion" ]; then exit 0; fi',
    `for runtime in ${quoted(runtimes)}; do`,
    '  if [ -f "$runtime" ] && [ -x "$runtime" ]; then exec "$runtime" "$companion" "$@"; fi',
    'done',
    'exit 0',
    '',
  ].join('\n');
}

/** The runtimes that a launcher names. */
function runtimesIn(script: string): readonly string[] {
  const list = /^for runtime in (.*); do$/ms.exec(script)?.[1];
  return (list !== undefined && wordsOfShellCommand(list)) || [];
}

/** Writes the launcher; what an earlier one knew and what is still there stays known, after what is known now. */
export async function writeLauncher(userFolder: string, { nodes, editor }: Runtimes): Promise<void> {
  const known: string[] = [];
  for (const runtime of runtimesIn((await currentScript(userFolder)) ?? '')) {
    if (await isProgram(runtime)) known.push(runtime);
  }
  await write(userFolder, [...new Set([...nodes, editor, ...known])].slice(0, MOST_RUNTIMES));
}

/**
 * Brings the launcher up to date where there is one: for this version, and where what it names first is gone or this
 * editor is not among it.
 */
export async function refreshLauncher(userFolder: string, machine: Machine, editor: string): Promise<void> {
  const script = await currentScript(userFolder);
  if (script === undefined) return;
  const runtimes = runtimesIn(script);
  const [first] = runtimes;
  if (first !== undefined && runtimes.includes(editor) && (await isProgram(first))) {
    await write(userFolder, runtimes);
  } else await writeLauncher(userFolder, await companionRuntimes(machine, editor));
}

async function write(userFolder: string, runtimes: readonly string[]): Promise<void> {
  const text = launcherScript(userFolder, runtimes);
  if (text === (await currentScript(userFolder))) return;
  const file = launcherIn(userFolder);
  makePrivateFolder(dirname(file));
  await writeWholeFile({ file, text, mode: 0o700, target: 'any' });
}

async function currentScript(userFolder: string): Promise<string | undefined> {
  try {
    return await readFile(launcherIn(userFolder), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
