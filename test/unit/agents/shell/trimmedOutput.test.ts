import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileMemory } from '../../../../src/agents/fileMemory';
import { type ShellRead, shellReads } from '../../../../src/agents/shell/credit';
import { interpretShell } from '../../../../src/agents/shell/interpret';
import type { ShellOutput } from '../../../../src/agents/shell/output';
import { LineHasher } from '../../../../src/text/lineHash';
import { splitLines } from '../../../../src/text/lines';

/** Outputs of agents that take all white space from both ends, and with it the indentation of the first line. */

const hasher = new LineHasher([7, 11]);
const bare = (text: string): ShellOutput => ({
  lines: splitLines(text.trim()),
  isTrimmed: true,
  firstIsWhole: true,
  firstIsBare: true,
  isCut: false,
  lastIsWhole: true,
  isDoubtful: false,
});

function read(command: string, output: ShellOutput, memory = new FileMemory()): ShellRead | undefined {
  const run = { reading: interpretShell(command, '/ws'), output, hasFailed: false, error: 'other' };
  return [...shellReads(run, memory, hasher).reads.values()][0];
}

function memoryOf(lines: readonly string[], known: (line: number) => boolean = () => true): FileMemory {
  const memory = new FileMemory();
  lines.forEach((line, i) => {
    if (known(i + 1)) memory.saw('/ws/f', i + 1, [hasher.line(line)], null);
  });
  return memory;
}

describe('the first line of a trimmed output', () => {
  const lines = ['if (a) {', '  one', '  two', '}', 'end'];

  it('counts where it is known to be so', () => {
    expect(read("sed -n '4,5p' f", bare('}\nend'), memoryOf(lines))?.returned).toEqual([[4, 5]]);
    expect(read('cat f', bare(lines.join('\n')), memoryOf(lines))?.returned).toEqual([[1, 5]]);
  });

  it('is no whole line where it has lost its indentation', () => {
    const shown = read("sed -n '2,4p' f", bare('  one\n  two\n}'), memoryOf(lines));
    expect(shown).toMatchObject({ returned: [[3, 4]], cutLines: [2] });
    const end = read('tail -n +2 f', bare('  one\n  two\n}\nend'), memoryOf(lines));
    expect(end).toMatchObject({ returned: [[3, 5]], cutLines: [2] });
  });

  it('is no whole line where nothing is known of it', () => {
    expect(read("sed -n '4,5p' f", bare('}\nend'))).toMatchObject({ returned: [[5, 5]], cutLines: [4] });
  });

  it('never counts with another text than it has', () => {
    const line = fc.constantFrom('a', ' a', '\ta', 'b', ' b', '', 'c');
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 7 }),
        fc.func(fc.boolean()),
        fc.nat(6),
        fc.nat(6),
        (file, known, first, count) => {
          const from = Math.min(first, file.length - 1) + 1;
          const to = Math.min(from + count, file.length);
          const text = file.slice(from - 1, to).join('\n');
          for (const command of [`sed -n '${from},${to}p' f`, 'cat f']) {
            const printed = command === 'cat f' ? file.join('\n') : text;
            const shown = read(command, bare(printed), memoryOf(file, known));
            const credited = (shown?.returned ?? []).flatMap(([start, end]) =>
              Array.from({ length: end - start + 1 }, (_, i) => start + i),
            );
            const texts = credited.map((number) => hasher.line(file[number - 1] ?? 'none'));
            expect([...(shown?.lineHashes ?? [])]).toEqual(texts);
          }
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe('the end of a trimmed output with its middle missing', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
  const cut = (head: readonly string[], total: number): ShellOutput => ({
    ...bare(head.join('\n')),
    isCut: true,
    lastIsWhole: true,
    tail: { lines: lines.slice(30), firstIsWhole: true, total },
  });

  it('stands by the number of lines, where the start is known to be the first line', () => {
    const known = memoryOf(lines, (line) => line <= 2);
    expect(read('cat f', cut(lines.slice(0, 3), 40), known)?.returned).toEqual([
      [1, 3],
      [31, 40],
    ]);
  });

  it('stands nowhere, where blank lines may be gone from the start', () => {
    expect(read('cat f', cut(lines.slice(0, 3), 40))?.returned).toEqual([]);
  });
});

describe('the last line of a trimmed output', () => {
  it('is no evidence of where other lines stand: it may have lost white space at its end', () => {
    const memory = new FileMemory();
    const { firstIsBare: _, ...stripped } = bare('a');
    expect(read("sed -n '3,3p' f", stripped, memory)?.returned).toEqual([[3, 3]]);
    // By a line 3 that is `a`, these would be lines 3 to 5.
    const lines = ['a', 'b', 'a  ', 'SEP'];
    expect(read("sed -n '1,9p' f; echo SEP", { ...stripped, lines }, memory)?.returned).toEqual([]);
  });
});
