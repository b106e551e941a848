import { companionFileIn } from '../channel/companionFile';
import { launcherIn } from './launcher';
import type { Runtimes } from './runtimes';
import { shellCommand, wordsOfShellCommand } from './shellCommand';

/** Before the editor's own program, where that is to be Node. */
export const AS_NODE = 'ELECTRON_RUN_AS_NODE=1';

/** What an agent's settings say to run the companion. */
export function companionCommand(
  agent: string,
  userFolder: string,
  { nodes, editor }: Runtimes,
  platform: NodeJS.Platform,
): string {
  if (platform !== 'win32') return launcherCommand(agent, userFolder);
  // No script runs in all the shells there; "node" by its bare name does.
  const program = nodes.length > 0 ? ['node'] : [AS_NODE, editor];
  return shellCommand([...program, companionFileIn(userFolder), agent], platform);
}

/**
 * The shell that runs the line becomes the companion: a launcher with a shell of its own would cost each call of a tool
 * several milliseconds. Where the launcher is gone nothing happens, as an agent takes some failures for a refusal.
 */
function launcherCommand(agent: string, userFolder: string): string {
  const launcher = shellCommand([launcherIn(userFolder)], 'linux');
  return `if [ -r ${launcher} ]; then set -- ${agent}; . ${launcher}; fi`;
}

/** Whether a command line is one that this product wrote, now or earlier: nothing else may be taken out again. */
export function isCompanionCommand(command: unknown, agent: string, userFolder: string): boolean {
  if (command === launcherCommand(agent, userFolder)) return true;
  const words = typeof command === 'string' ? wordsOfShellCommand(command) : undefined;
  if (!words || words.at(-1) !== agent) return false;
  const [first, second] = words[0] === AS_NODE ? words.slice(1) : words;
  const rest = words[0] === AS_NODE ? words.length - 1 : words.length;
  const slashed = companionFileIn(userFolder).replaceAll('\\', '/');
  return (
    (rest === 2 && first === launcherIn(userFolder)) ||
    (rest === 3 && (second === slashed || second === companionFileIn(userFolder)))
  );
}
