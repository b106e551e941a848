// Real terminals that run something that calls itself an agent, or does not, and writes down every key it gets.
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from './support';

/** Writes each key and each interrupt that it gets, in hex; ends at the first. */
const PROGRAM = `#!/bin/bash
trap 'printf "INT " >> "$KEYS"; exit 130' INT
: > "$KEYS"
IFS= read -rsn1 key
printf '%s' "$key" | od -An -tx1 | tr -d '\\n' >> "$KEYS"
`;

export interface RunningProgram {
  readonly terminal: vscode.Terminal;
  /** What it got so far. */
  keys(): string;
}

/** Starts a program of this name in a terminal of its own, and waits until it runs. */
export async function runInTerminal(program: string, cwd: string): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-'));
  const keys = join(folder, 'keys');
  writeFileSync(join(folder, program), PROGRAM);
  chmodSync(join(folder, program), 0o755);
  const { PATH = '' } = process.env;
  const terminal = vscode.window.createTerminal({
    name: program,
    shellPath: '/bin/bash',
    cwd,
    env: { PATH: `${folder}${delimiter}${PATH}`, KEYS: keys },
  });
  const shell = await eventually(() => {
    if (terminal.shellIntegration?.cwd === undefined) throw new Error('No shell integration.');
    return terminal.shellIntegration;
  });
  let started = false;
  const listener = vscode.window.onDidStartTerminalShellExecution((event) => {
    started ||= event.terminal === terminal;
  });
  shell.executeCommand(program);
  await eventually(() => {
    if (!started || !existsSync(keys)) throw new Error(`${program} does not run.`);
  });
  listener.dispose();
  return { terminal, keys: () => readFileSync(keys, 'utf8').trim() };
}
