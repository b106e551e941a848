import { describe, expect, it } from 'vitest';
import { FileMemory } from '../../../../src/agents/fileMemory';
import { shellReads } from '../../../../src/agents/shell/credit';
import { interpretShell } from '../../../../src/agents/shell/interpret';
import { wholeOutput } from '../../../../src/agents/shell/output';
import { LineHasher } from '../../../../src/text/lineHash';

const hasher = new LineHasher([7, 11]);

/** Lines of files as far as they are known, and how many lines each has; null: not known. */
type Known = Readonly<Record<string, readonly [lines: readonly (string | null)[], total: number | null]>>;

/** `file outcome ranges` of each read of a command that printed this. */
function readsOf(command: string, printed: string, known: Known = {}): string[] {
  const memory = new FileMemory();
  for (const [name, [lines, total]] of Object.entries(known)) {
    for (const [i, line] of lines.entries())
      if (line !== null) memory.saw(`/ws/${name}`, i + 1, [hasher.line(line)], null);
    memory.saw(`/ws/${name}`, 1, [], total);
  }
  const run = {
    reading: interpretShell(command, '/ws'),
    output: wholeOutput(printed),
    hasFailed: false,
    error: 'other',
  };
  return [...shellReads(run, memory, hasher).reads.values()].map(({ written, outcome, returned }) =>
    [written, outcome, ...returned.map((range) => range.join('-'))].join(' '),
  );
}

describe('a file without a line end at its end, printed before something else', () => {
  it('may hide what echo printed, where a line of the file looks like it', () => {
    const command = 'cat a.md; echo ---; cat b.md';
    expect(readsOf(command, 'a\nb\n---\nc\n')).toEqual(['a.md complete 1-2', 'b.md complete 1-1']);
    // `a.md` has a line `---`, and its last line `c` runs into the text.
    expect(readsOf(command, 'a\n---\nc---\nd\n')).toEqual(['a.md unknown-range', 'b.md unknown-range']);
    expect(readsOf('tail -n 2 a.md; echo ---; cat b.md', '---\nc---\nd\n')[0]).toBe('a.md unknown-range');
  });

  it('moves the lines of the next file by one', () => {
    // Of `a`, the last line is not known: it and the first of `b`, which is like the second, may share a row.
    const part: Known = { a: [['a1', 'a2'], 3], b: [['x'], null] };
    expect(readsOf('cat a b', 'a1\na2\na3x\nx\ny\n', part)).toEqual(['a unknown-range', 'b unknown-range']);
    const whole: Known = { a: [['a1', 'a2', 'a3'], 3], b: [['x'], null] };
    expect(readsOf('cat a b', 'a1\na2\na3\nx\ny\n', whole)).toEqual(['a complete 1-3', 'b complete 1-2']);
    expect(readsOf('cat a b', 'a1\na2\na3x\nx\ny\n', whole)).toEqual(['a unknown-range', 'b unknown-range']);
    // Lines follow in `a`, so that the last that is shown has its end.
    expect(readsOf('head -n 2 a; cat b', 'a1\na2\nx\ny\n', part)).toEqual([
      'a complete 1-2',
      'b complete 1-2',
    ]);
  });

  it('leaves one line less to a file before one whose length is known', () => {
    const end: Known = { a: [['a1'], null], b: [[null, 'b2'], 2] };
    expect(readsOf('cat a b', 'a1\na2b1\nb2\n', end)).toEqual(['a complete 1-1', 'b unknown-range']);
    const start: Known = { a: [['a1'], null], b: [['b1'], 2] };
    expect(readsOf('cat a b', 'a1\na2\nb1\nb2\n', start)).toEqual(['a complete 1-2', 'b complete 1-2']);
  });

  it('may stand before a blank line that echo printed', () => {
    const known: Known = { a: [['a1'], 1], b: [[], null] };
    // Without a line end in `a`, the blank line is the first of `b`.
    expect(readsOf('cat a; echo; cat b', 'a1\n\nx\n', known)).toEqual(['a complete 1-1', 'b unknown-range']);
  });
});
