import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rollout, reads, text, tokens, unified } from './rollout';

/** An output that is too long, as the agent shows it: cut at characters, `budget` of them on each side. */
function truncated(printed: string, budget: number): string {
  const [head, tail] = [printed.slice(0, budget), printed.slice(printed.length - budget)];
  const lines = printed.split('\n').length - (printed.endsWith('\n') ? 1 : 0);
  const cut = tokens(printed) - tokens(head + tail);
  return `Warning: truncated output (original token count: ${tokens(printed)})\nTotal output lines: ${lines}\n\n${head}…${cut} tokens truncated…${tail}`;
}

const shown = (cmd: string, output: string) =>
  new Rollout()
    .meta()
    .call('c1', 'exec_command', { cmd })
    .result('c1', output)
    .events()
    .flatMap((event) => (event.kind === 'read' ? [event] : []));

describe('a long output', () => {
  it('is credited before and after what is missing', () => {
    const printed = text(1, 1000);
    const output = truncated(printed, 100);
    const [read] = shown('cat f', unified(output, 0, tokens(printed)));
    expect(read).toMatchObject({
      outcome: 'truncated',
      returned: [
        [1, 13],
        [991, 1000],
      ],
      cutLines: [14, 990],
      totalLines: 1000,
    });
  });

  it('of a file that looks like one is whole', () => {
    const imitation = truncated(text(1, 1000), 100);
    const lines = imitation.split('\n').length - 1;
    const [read] = shown('cat f', unified(imitation));
    expect(read).toMatchObject({ outcome: 'complete', returned: [[1, lines]], totalLines: lines });
  });

  it('is believed only between all the marks, where the file holds some itself', () => {
    const printed = `${text(1, 5)}a …9 tokens truncated… b\n${text(7, 1000)}`;
    const output = truncated(printed, 200);
    const [read] = shown('cat f', unified(output, 0, tokens(printed)));
    expect(read?.returned).toEqual([
      [1, 5],
      [979, 1000],
    ]);
  });

  it('tells nothing if it was cut in a way that is not known', () => {
    expect(reads(shown('cat f', unified(text(1, 10), 0, 5000)))).toEqual(['c1 /ws/f unknown-range']);
  });

  it('older versions say how many lines there were before it', () => {
    const printed = text(1, 600);
    const cut = `${printed.slice(0, 80)}…900 chars truncated…${printed.slice(-80)}`;
    const freeform = (total: string) => `Exit code: 0\nWall time: 0.1 seconds\n${total}Output:\n${cut}`;
    expect(reads(shown('cat f', freeform('Total output lines: 600\n')))).toEqual([
      'c1 /ws/f truncated 1-11 593-600',
    ]);
    // Without it, the mark may be the file's.
    expect(reads(shown('cat f', freeform('')))).toEqual(['c1 /ws/f unknown-range']);
  });

  it('of several files is credited as far as it is certain', () => {
    const printed = text(1, 1000);
    const output = unified(truncated(printed, 100), 0, tokens(printed));
    expect(reads(shown('cat f; cat g', output)).some((read) => read.includes('/ws/g truncated'))).toBe(false);
  });

  it('never credits a line that was not shown whole, whatever the file holds', () => {
    const line = fc.constantFrom(
      '',
      'a',
      'Total output lines: 9',
      'Warning: truncated output (original token count: 9)',
      '…3 tokens truncated…',
      'x…3 tokens truncated…a',
      'Output:',
      'long line that takes some room',
    );
    const scene = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 40 }),
      budget: fc.nat(120),
      from: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(scene, ({ lines, budget, from }) => {
        const printed = lines.map((one) => `${one}\n`).join('');
        const isCut = tokens(truncated(printed, budget)) < tokens(printed) && 2 * budget < printed.length;
        const output = unified(isCut ? truncated(printed, budget) : printed, 0, tokens(printed));
        const [read] = shown(`tail -n +${from} f`, output);
        const credited = new Set(
          read?.returned.flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => a + i)),
        );
        let at = 0;
        for (const [i, one] of lines.entries()) {
          const [start, end] = [at, at + one.length];
          at = end + 1;
          const isShown = !isCut || end <= budget || start >= printed.length - budget;
          if (!isShown) expect(credited.has(from + i)).toBe(false);
        }
        if (!isCut) expect(credited.size).toBe(lines.length);
      }),
      { numRuns: 3000 },
    );
  });
});
