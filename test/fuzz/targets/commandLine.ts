import { parseArguments } from '../../../src/cli/arguments';
import { BadInput } from '../../../src/cli/badInput';
import { demand, pure, type Target } from '../engine/target';

const SEEDS: readonly string[][] = [
  [],
  ['--help'],
  ['events', 'a.jsonl'],
  ['events', '--agent', 'codex', 'a', 'b'],
  ['report', '--json', 'a'],
  ['check', 'a', '--max-streak', '5'],
  ['check', 'a', '--max-streak=-1'],
  ['export', '--format', 'lcov', 'a'],
  ['calibrate', '--', '--json'],
  ['report', '--__proto__', 'x', 'a'],
  ['report', '--json=false', '--no-json', 'a'],
  ['__proto__', 'constructor'],
];

/** Arguments, one a line. */
export const COMMAND_LINE: Target = {
  name: 'command-line',
  checks: 'a command that names files, or one clear line',
  seeds: () => SEEDS.map((words) => Buffer.from(words.join('\n'))),
  open: pure((input) => {
    const text = input.toString('utf8');
    const words = text === '' ? [] : text.split('\n');
    try {
      const parsed = parseArguments(words);
      if (parsed.command === 'help' || parsed.command === 'version') return;
      demand(parsed.files.length > 0, () => 'no files');
      demand(
        parsed.files.every((file) => words.includes(file)),
        () => 'a file that was not named',
      );
      if (parsed.command === 'check')
        demand(Number.isSafeInteger(parsed.maxStreak), () => `${parsed.maxStreak}`);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      demand(
        error.message.split('\n').length === 1 || text.includes('\n'),
        () => `several lines: ${error.message}`,
      );
    }
  }),
};
