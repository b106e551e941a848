import { platformOf } from '../../text/platform';
import type { HookCall } from '../agentConnector';
import { companionArgumentsInPowershell, launcherLine, wordsOfLauncherLine } from '../companionCommand';
import { powershellCommand } from '../shellCommand';

const WRITTEN =
  '# Written by Agent Read Coverage: it tells the editor what Cline does, and asks it whether to go on.';
/** Cline's own word for where it works is the repository around that folder. */
const FOLDER = '# The folder that it runs in is told too, as Cline does not say in which it works.';

const POSIX_WORDS = 'cline "$PWD"';
const AS_NODE = "$env:ELECTRON_RUN_AS_NODE = '1'";
/** After the words of a line for PowerShell. */
const POWERSHELL_FOLDER = ' $PWD.Path';

/** The text of a hook's file: Cline calls files by their names, and runs them as their kind says. */
export function hookScript({ program }: HookCall, platform: NodeJS.Platform): string {
  const words = program();
  const [launcher = ''] = words;
  return platformOf(platform).hasShell
    ? posixScript(launcherLine(launcher, POSIX_WORDS))
    : powershellScript(powershellCommand(words) + POWERSHELL_FOLDER);
}

function posixScript(line: string): string {
  return ['#!/bin/sh', WRITTEN, FOLDER, line, ''].join('\n');
}

function powershellScript(line: string): string {
  return [WRITTEN, FOLDER, AS_NODE, line, 'exit 0', ''].join('\n');
}

/** Whether a text is such a script, in whatever way it finds the companion. */
export function isHookScript(text: string): boolean {
  const line = text.split('\n')[3] ?? '';
  if (text === posixScript(line)) return wordsOfLauncherLine(line) === POSIX_WORDS;
  const command = line.slice(0, -POWERSHELL_FOLDER.length);
  return (
    text === powershellScript(command + POWERSHELL_FOLDER) &&
    companionArgumentsInPowershell(command)?.join(' ') === 'cline'
  );
}
