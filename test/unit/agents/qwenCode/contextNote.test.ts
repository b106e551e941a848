import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextNote, endBeforeNotes } from '../../../../src/agents/qwenCode/contextNote';

const NOTE = `\n\n${contextNote('Lines 1-2 of a.ts are unchanged.')}`;
const REMINDER = '\n\n<system-reminder>\nA skill is there.\n\nUse it.\n</system-reminder>';
const PIECES = fc.constantFrom(
  'a',
  '\n',
  '\n\n',
  '<system-reminder>\n',
  '\n</system-reminder>',
  NOTE,
  REMINDER,
);

describe('the end of a file before what was added to it', () => {
  it('is the end of a text that nothing was added to', () => {
    for (const text of ['', '\n', 'a\nb\n', 'a\n[Agent Read Coverage] said so', 'a</system-reminder>']) {
      expect(endBeforeNotes(text)).toBe(text.length);
    }
  });

  it('is found before notes in any order, with or without a last line end', () => {
    for (const file of ['', 'a', 'a\nb\n', 'a\n\n']) {
      for (const added of [NOTE, REMINDER, NOTE + REMINDER, REMINDER + NOTE, NOTE + NOTE]) {
        expect(endBeforeNotes(file + added)).toBe(file.length);
      }
    }
  });

  it('is never after a note that stands at the end', () => {
    fc.assert(
      fc.property(fc.array(PIECES), (pieces) => {
        const file = pieces.join('');
        expect(endBeforeNotes(file + NOTE)).toBeLessThanOrEqual(file.length);
        expect(endBeforeNotes(file + REMINDER)).toBeLessThanOrEqual(file.length);
        expect(file.slice(endBeforeNotes(file))).toMatch(/^(?:\n\n|$)/);
      }),
    );
  });

  it('is found at once in a text of nothing but ends', () => {
    const text = 'x\n</system-reminder>'.repeat(100_000);
    expect(endBeforeNotes(text)).toBe(text.length);
  });
});
