// What the scripted model does, in Claude Code's tool calls.
import { join } from 'node:path';
import type { ModelCall, ModelStep } from './scriptedModel';

const FILE = 'src/mid.ts';

function read(folder: string, file: string, start?: number, end?: number): ModelCall {
  const range = start === undefined || end === undefined ? {} : { offset: start, limit: end - start + 1 };
  return { name: 'Read', input: { file_path: join(folder, file), ...range } };
}

/** Windows of the same file, each ten lines further. */
export function windows(folder: string, count: number): readonly ModelStep[] {
  return Array.from({ length: count }, (_, i) => [read(folder, FILE, 1 + 10 * i, 50 + 10 * i)]);
}

/** A read, eight re-reads that bring nothing new, an edit, three more reads. */
export function rereads(folder: string, line: number): readonly ModelStep[] {
  const text = `export const mid${line} = ${line};`;
  const edit: ModelCall = {
    name: 'Edit',
    input: { file_path: join(folder, FILE), old_string: text, new_string: `${text} // seen` },
  };
  const after = [read(folder, FILE, 41, 60), read(folder, FILE, 41, 60), read(folder, FILE, 61, 80)];
  return [
    [read(folder, FILE)],
    ...windows(folder, 8),
    [edit],
    ...after.map((call) => [call]),
    'All is done.',
  ];
}

/** How many reads the steps before this one make. */
export function readsBefore(steps: readonly ModelStep[], step: number): number {
  return steps
    .slice(0, step)
    .flatMap((each) => (typeof each === 'string' ? [] : each))
    .filter(({ name }) => name === 'Read').length;
}

/** A subagent that reads the same again and again. */
export function loop(folder: string): readonly ModelStep[] {
  return [[read(folder, FILE)], ...windows(folder, 10), 'The subtask is done.'];
}

/** A command that runs until it may fail, and says in a file that it has begun. */
export function failure(begun: string, mayFail: string): ModelStep {
  const command = `touch '${begun}'; while [ ! -e '${mayFail}' ]; do sleep 0.1; done; exit 7`;
  return [{ name: 'Bash', input: { command, description: 'fails', timeout: 120_000 } }];
}

/** The main agent, which waits for a subagent or lets it run in the background, and then works on. */
export function delegation(folder: string, mark: string, run_in_background = false): readonly ModelStep[] {
  const subagent: ModelCall = {
    name: 'Agent',
    input: {
      description: 'read a bit',
      prompt: `${mark}: read ${FILE}`,
      subagent_type: 'general-purpose',
      run_in_background,
    },
  };
  return [[subagent], [read(folder, 'src/small.ts')], [read(folder, 'src/crlf.txt')], 'All is done.'];
}
