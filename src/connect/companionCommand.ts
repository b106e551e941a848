import { companionFileIn, companionModuleIn } from '../channel/companionFile';
import { platformOf } from '../text/platform';
import type { HookCall } from './agentConnector';
import { launcherIn } from './launcher';
import type { Runtimes } from './runtimes';
import { shellCommand, wordsOfPowershellCommand, wordsOfShellCommand } from './shellCommand';

/** Before the editor's own program, where that is to be Node. */
export const AS_NODE = 'ELECTRON_RUN_AS_NODE=1';

/** Where the launcher and the companion stand in anybody's folder. */
const LAUNCHER = /\/companion\/run$/;
const COMPANION = /[\\/]companion[\\/]companion\.cjs$/;

/** A hook's name as it may stand in a command line. */
const HOOK = /^[A-Za-z]{1,64}$/;

/**
 * What an agent's settings say to run the companion.
 *
 * @param hook the hook's name, where its payload does not say it
 */
export function companionCommand(
  agent: string,
  userFolder: string,
  runtimes: Runtimes,
  platform: NodeJS.Platform,
  hook?: string,
): string {
  const words = argumentsOf(agent, hook);
  if (platformOf(platform).hasShell) return launcherCommand(words, userFolder);
  // No script runs in all the shells there; "node" by its bare name does.
  const program = runtimes.nodes.length > 0 ? ['node'] : [AS_NODE, runtimes.editor];
  return shellCommand([...program, companionFileIn(userFolder), ...words], platform);
}

/** The same as a program and its arguments, run without a shell; on Windows with `ELECTRON_RUN_AS_NODE=1`. */
export function companionProgram(
  agent: string,
  userFolder: string,
  { nodes: [node], editor }: Runtimes,
  platform: NodeJS.Platform,
  hook?: string,
): readonly string[] {
  const words = argumentsOf(agent, hook);
  return platformOf(platform).hasShell
    ? [launcherIn(userFolder), ...words]
    : [node ?? editor, companionFileIn(userFolder), ...words];
}

/** All ways, for what is written into an agent's files. */
export function companionCalls(
  agent: string,
  userFolder: string,
  runtimes: Runtimes,
  platform: NodeJS.Platform,
): Pick<HookCall, 'command' | 'program' | 'module'> {
  return {
    command: (hook) => companionCommand(agent, userFolder, runtimes, platform, hook),
    program: (hook) => companionProgram(agent, userFolder, runtimes, platform, hook),
    module: companionModuleIn(userFolder, agent),
  };
}

function argumentsOf(agent: string, hook: string | undefined): readonly string[] {
  if (hook !== undefined && !HOOK.test(hook)) throw new TypeError(`${hook} is no name of a hook`);
  return hook === undefined ? [agent] : [agent, hook];
}

/**
 * The shell that runs the line becomes the companion: a launcher with a shell of its own would cost each call of a tool
 * several milliseconds. Where the launcher is gone nothing happens, as an agent takes some failures for a refusal.
 */
function launcherCommand(words: readonly string[], userFolder: string): string {
  return launcherLine(launcherIn(userFolder), words.join(' '));
}

/** @param words in the shell's terms */
export function launcherLine(launcher: string, words: string): string {
  const quoted = shellCommand([launcher], 'linux');
  return `if [ -r ${quoted} ]; then set -- ${words}; . ${quoted}; fi`;
}

/** The words of a {@link launcherLine} of anybody's launcher, in the shell's terms; undefined for any other line. */
export function wordsOfLauncherLine(line: string): string | undefined {
  const [, quoted = '', words = ''] = /^if \[ -r (.+) \]; then set -- ([^;]+); \. \1; fi$/s.exec(line) ?? [];
  const [launcher = '', ...more] = wordsOfShellCommand(quoted) ?? [];
  return more.length === 0 && launcherLine(launcher, words) === line && LAUNCHER.test(launcher)
    ? words
    : undefined;
}

/**
 * The arguments that a command line of ours calls the companion with, whosever home folder that is in: files that a
 * project shares name the one of who wrote them. Undefined for any other line, and for one with more in it.
 */
export function companionArguments(command: string): readonly string[] | undefined {
  const launched = wordsOfLauncherLine(command);
  if (launched !== undefined) return wordsOfShellCommand(launched);
  const words = wordsOfShellCommand(command) ?? [];
  const isEditor = words[0] === AS_NODE;
  const [program, companion = '', ...rest] = isEditor ? words.slice(1) : words;
  return (isEditor || program === 'node') && COMPANION.test(companion) ? rest : undefined;
}

/** The same of a line for PowerShell. */
export function companionArgumentsInPowershell(command: string): readonly string[] | undefined {
  const [, companion = '', ...rest] = wordsOfPowershellCommand(command) ?? [];
  return COMPANION.test(companion) ? rest : undefined;
}

/** Whether a command line is one that this product wrote, now or earlier: nothing else may be taken out again. */
export function isCompanionCommand(command: unknown, agent: string, userFolder: string): boolean {
  if (typeof command !== 'string') return false;
  const [, named] = / set -- [\w-]+ ([A-Za-z]+);/.exec(command) ?? [];
  if (command === launcherCommand(argumentsOf(agent, named), userFolder)) return true;
  const words = wordsOfShellCommand(command);
  if (!words) return false;
  const plain = words[0] === AS_NODE ? words.slice(1) : words;
  const companion = plain.findIndex((word) => isCompanion(word, userFolder));
  const [program, ...rest] = plain.slice(companion);
  const runsItself = program === launcherIn(userFolder);
  const [first, hook, ...more] = rest;
  return (
    companion === (runsItself ? 0 : 1) &&
    first === agent &&
    more.length === 0 &&
    (hook === undefined || HOOK.test(hook))
  );
}

function isCompanion(word: string, userFolder: string): boolean {
  const file = companionFileIn(userFolder);
  return [launcherIn(userFolder), file, file.replaceAll('\\', '/')].includes(word);
}
