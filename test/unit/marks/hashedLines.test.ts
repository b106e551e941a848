import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashedLines } from '../../../src/editor/marks/hashedLines';
import { applyLineChanges, type LineChange } from '../../../src/editor/marks/lineChanges';
import { editorLines, HASHER, hashed } from './lines';

/** A replacement in a text, in characters. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const piece = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\n', ''), maxLength: 8 });

/** Edits of one step: disjoint, from the bottom up, as an editor reports them. */
function disjointEdits(text: string, cuts: readonly number[], pieces: readonly string[]): Edit[] {
  const at = cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b);
  const edits: Edit[] = [];
  for (let i = 0; i + 1 < at.length; i += 2) {
    edits.push({ start: at[i] ?? 0, end: at[i + 1] ?? 0, text: pieces[i] ?? '' });
  }
  return edits.reverse();
}

function applyEdits(text: string, edits: readonly Edit[]): { text: string; changes: LineChange[] } {
  let current = text;
  const changes: LineChange[] = [];
  for (const edit of edits) {
    const lineAt = (offset: number) => current.slice(0, offset).split('\n').length - 1;
    changes.push({
      first: lineAt(edit.start),
      last: lineAt(edit.end),
      lines: edit.text.split('\n').length,
    });
    current = current.slice(0, edit.start) + edit.text + current.slice(edit.end);
  }
  return { text: current, changes };
}

describe('HashedLines', () => {
  it('counts lines by the rule for lines, not as an editor does', () => {
    for (const text of ['', 'a', 'a\n', 'a\nb', 'a\n\n', '\n', '\r\n\r\n', 'a\r\nb\r\n']) {
      expect(hashed(text).snapshot(), JSON.stringify(text)).toEqual(HASHER.lines(text));
    }
  });

  it('equals hashing the whole text after any edits, of several steps reported together', () => {
    const step = fc.record({
      cuts: fc.array(fc.nat(), { maxLength: 8 }),
      pieces: fc.array(piece, { minLength: 8 }),
    });
    fc.assert(
      fc.property(
        piece,
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        (start, events) => {
          let text = start + start;
          const hashes = new HashedLines(HASHER, editorLines(text).lineCount);
          for (const steps of events) {
            const changes: LineChange[] = [];
            for (const { cuts, pieces } of steps) {
              const after = applyEdits(text, disjointEdits(text, cuts, pieces));
              text = after.text;
              changes.push(...after.changes);
            }
            const lines = editorLines(text);
            if (changes.length > 0) hashes.apply(changes, lines.lineCount);
            // One line at a time: what is not hashed yet must survive further changes.
            hashes.fill(lines, 1);
            if (hashes.complete) expect(hashes.equals(HASHER.lines(text))).toBe(true);
          }
          while (!hashes.complete) hashes.fill(editorLines(text), 1);
          expect(hashes.snapshot()).toEqual(HASHER.lines(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('hashes only touched lines again', () => {
    const text = 'line\n'.repeat(1000);
    const hashes = hashed(text);
    const asked: number[] = [];
    const lines = editorLines(text.replace('line', 'lines'));
    hashes.apply([{ first: 0, last: 0, lines: 1 }], lines.lineCount);
    hashes.fill(
      {
        lineCount: lines.lineCount,
        lineText: (line) => {
          asked.push(line);
          return lines.lineText(line);
        },
      },
      Number.POSITIVE_INFINITY,
    );
    expect(new Set(asked)).toEqual(new Set([0, 1000]));
  });

  it('hashes everything again after changes that do not fit', () => {
    const hashes = hashed('a\nb');
    hashes.apply([{ first: 5, last: 6, lines: 1 }], 3);
    expect(hashes.complete).toBe(false);
    hashes.fill(editorLines('x\ny\nz'), Number.POSITIVE_INFINITY);
    expect(hashes.equals(HASHER.lines('x\ny\nz'))).toBe(true);
  });

  it('forgives a byte order mark in the first line only', () => {
    const hashes = hashed('a\na');
    expect(hashes.matches(1, HASHER.line('\ufeffa'))).toBe(true);
    expect(hashes.matches(2, HASHER.line('\ufeffa'))).toBe(false);
  });
});

describe('applyLineChanges', () => {
  it('takes ten thousand changes of one step in one pass', () => {
    const values = Float64Array.from({ length: 20_000 }, (_, line) => line);
    const changes = Array.from({ length: 10_000 }, (_, i) => ({
      first: 19_998 - 2 * i,
      last: 19_998 - 2 * i,
      lines: 2,
    }));
    const after = applyLineChanges(values, changes, -1);
    expect(after?.length).toBe(30_000);
    expect(after?.filter((value) => value !== -1)).toEqual(
      Float64Array.from({ length: 10_000 }, (_, i) => 2 * i + 1),
    );
  });

  it('takes changes that meet within one line as one', () => {
    const changes = [
      { first: 2, last: 3, lines: 3 },
      { first: 1, last: 2, lines: 2 },
    ];
    expect(applyLineChanges(Float64Array.of(10, 11, 12, 13, 14), changes, 0)).toEqual(
      Float64Array.of(10, 0, 0, 0, 0, 14),
    );
  });

  it('refuses a change outside', () => {
    for (const change of [
      { first: -1, last: 0, lines: 1 },
      { first: 0, last: 3, lines: 1 },
      { first: 1, last: 0, lines: 1 },
      { first: 0, last: 0, lines: 0 },
    ]) {
      expect(applyLineChanges(new Float64Array(3), [change], 0)).toBeUndefined();
    }
  });
});
