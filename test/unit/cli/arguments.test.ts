import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../../src/cli/arguments';
import { BadInput } from '../../../src/cli/badInput';

describe('the command line', () => {
  it.each([
    [['events', 'a', 'b'], { command: 'events', files: ['a', 'b'], agent: undefined }],
    [['events', 'a', '--agent', 'codex'], { command: 'events', files: ['a'], agent: 'codex' }],
    [['report', '--json', 'a'], { command: 'report', files: ['a'], json: true }],
    [['check', 'a', '--max-streak', '6'], { command: 'check', files: ['a'], maxStreak: 6 }],
    [['check', '--max-streak=0', 'a'], { command: 'check', files: ['a'], maxStreak: 0 }],
    [['export', '--format', 'lcov', 'a'], { command: 'export', files: ['a'] }],
    [['calibrate', 'a', 'b'], { command: 'calibrate', files: ['a', 'b'], json: false }],
    [['calibrate', '--json', 'a'], { command: 'calibrate', files: ['a'], json: true }],
    [['report', '--', '--json'], { command: 'report', files: ['--json'], json: false }],
    [['--help'], { command: 'help' }],
    [['report', '--help'], { command: 'help' }],
    [['report', '--', '--help'], { command: 'report', files: ['--help'], json: false }],
    [['--version'], { command: 'version' }],
  ])('%j', (argv, expected) => {
    expect(parseArguments(argv)).toEqual(expected);
  });

  it.each([
    [[], 'Name a command'],
    [['frobnicate', 'a'], 'no command “frobnicate”'],
    [['report'], 'at least one file: report FILE…'],
    [['report', 'a', '--jsno'], 'no option --jsno of report, only --json'],
    [['report', '-j', 'a'], 'no option -j of report'],
    [['report', '--json=yes', 'a'], '--json alone'],
    [['report', '--__proto__', 'a'], 'no option --__proto__'],
    [['report', '--no-json', 'a'], 'no option --no-json'],
    [['events', 'a', '--agent'], 'Say --agent KIND'],
    [['events', '--agent', '--json', 'a'], 'Say --agent KIND'],
    [['check', 'a', '--max-streak'], 'Say --max-streak N'],
    [['report', 'a', '--max-streak', '3'], '--max-streak'],
    [['check', 'a'], '--max-streak N'],
    [['check', 'a', '--max-streak', '-1'], '--max-streak'],
    [['check', 'a', '--max-streak', '1.5'], 'whole number'],
    [['export', 'a'], '--format lcov'],
    [['calibrate'], 'at least one file'],
    [['export', 'a', '--format', 'xml'], '--format lcov'],
  ])('refuses %j in one line', (argv, message) => {
    const parse = () => parseArguments(argv);
    expect(parse).toThrow(BadInput);
    expect(parse).toThrow(message);
    try {
      parse();
    } catch (error) {
      expect(String(error)).not.toContain('\n');
    }
  });
});
