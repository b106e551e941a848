import type { HookCall } from '../agentConnector';
import { shellCommand } from '../shellCommand';

const WRITTEN =
  '# Written by Agent Read Coverage: it tells the editor what Cline does, and asks it whether to go on.';
/** Cline's own word for where it works is the repository around that folder. */
const FOLDER = '# The folder that it runs in is told too, as Cline does not say in which it works.';

const POSIX = [
  '#!/bin/sh',
  WRITTEN,
  FOLDER,
  'if [ -r LAUNCHER ]; then set -- cline "$PWD"; . LAUNCHER; fi',
  '',
].join('\n');

/** The text of a hook's file: Cline calls files by their names, and runs them as their kind says. */
export function hookScript({ program }: HookCall, platform: NodeJS.Platform): string {
  const words = program();
  if (platform === 'win32') return powershellScript(words);
  const launcher = shellCommand(words.slice(0, 1), platform);
  return POSIX.replaceAll('LAUNCHER', () => launcher);
}

function powershellScript(words: readonly string[]): string {
  const command = words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' ');
  return [WRITTEN, FOLDER, "$env:ELECTRON_RUN_AS_NODE = '1'", `& ${command} $PWD.Path`, 'exit 0', ''].join(
    '\n',
  );
}

/** Whether a text is such a script, in whatever way it finds the companion. */
export function isHookScript(text: string): boolean {
  const lines = text.split('\n');
  const at = lines.indexOf(WRITTEN);
  const [command = '', ...rest] = lines.slice(at + 2);
  if (at === -1 || at > 1 || lines[at + 1] !== FOLDER) return false;
  const [, launcher] = /^if \[ -r (.+) \]; then set -- cline "\$PWD"; \. (.+); fi$/.exec(command) ?? [];
  if (launcher !== undefined) return text === POSIX.replaceAll('LAUNCHER', () => launcher);
  const isPowershell = command === "$env:ELECTRON_RUN_AS_NODE = '1'" && at === 0;
  return (
    isPowershell &&
    /^& '.+' 'cline' \$PWD\.Path$/.test(rest[0] ?? '') &&
    rest.slice(1).join('\n') === 'exit 0\n'
  );
}
