import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bashOutput } from '../../../../src/agents/claudeCode/bashOutput';
import type { Result } from '../../../../src/agents/claudeCode/call';

const RESULT: Omit<Result, 'text'> = {
  form: 'text',
  otherBlocks: [],
  isError: false,
  isDenied: false,
  structured: undefined,
  uuid: undefined,
  time: null,
  cwd: undefined,
};

const text = fc
  .array(
    fc.constantFrom(
      '',
      'a',
      ' ',
      '\n',
      '\r\n',
      'Shell cwd was reset to /a',
      'Shell cwd was reset to ',
      'x Shell cwd was reset to /a',
      '\n\n... [12 lines truncated] ...',
      '\n\n... [ lines truncated] ...',
      ' lines truncated] ...',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('the output of a command', () => {
  it('is without the words of the agent that end it, and without those alone', () => {
    fc.assert(
      fc.property(text, (given) => {
        const moved = given.replace(/(?:^|\n)Shell cwd was reset to [^\n]*$/, '');
        const printed = moved.replace(/\n\n\.\.\. \[\d+ lines truncated\] \.\.\.$/, '');
        const output = bashOutput({ ...RESULT, text: given }, false);
        const lines = printed === '' ? [] : printed.split('\n').map((line) => line.replace(/\r$/, ''));
        expect(output?.lines).toEqual(lines);
        expect(output?.isCut).toBe(printed !== moved);
      }),
      { numRuns: 2000 },
    );
  });
});
