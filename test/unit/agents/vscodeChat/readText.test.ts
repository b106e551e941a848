import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedFor, readText } from '../../../../src/agents/vscodeChat/readText';
import { splitLines } from '../../../../src/text/lines';

const LINE = fc.constantFrom(
  'a',
  '',
  '  b',
  '```',
  '````ts',
  'File: `/ws/a.ts`. Lines 1 to 2 (9 lines total): ',
  '[File content truncated at line 2. Use read_file with offset/limit parameters to view more.]',
  '(The file `/ws/a.ts` exists, but is empty)',
);
const FILE = fc
  .tuple(fc.array(LINE, { minLength: 1, maxLength: 9 }), fc.boolean(), fc.constantFrom('\n', '\r\n'))
  .map(([lines, hasEnd, end]) => lines.join(end) + (hasEnd ? end : ''))
  .filter((text) => text.trim() !== '');

const clamp = (value: number, most: number) => Math.min(Math.max(value, 1), most);

interface Input {
  readonly startLine?: number;
  readonly endLine?: number;
  readonly offset?: number;
  readonly limit?: number | undefined;
}

function answer(text: string, input: Input) {
  const all = text.split(/\r?\n/);
  const count = all.length;
  let [start, end] = [clamp(input.startLine ?? input.offset ?? 1, count), clamp(input.endLine ?? 1, count)];
  if (input.startLine === undefined) end = clamp(start + Math.min(input.limit ?? 1999, 1999), count);
  if (start > end) [start, end] = [end, start];
  const code = text
    .split('\n')
    .slice(start - 1, end)
    .join('\n')
    .replace(/\r$/, '');
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const head = end === count ? '' : `File: \`/ws/a.ts\`. Lines ${start} to ${end} (${count} lines total): \n`;
  return { text: `${head}${fence}ts\n${code}\n${fence}`, start, end };
}

describe('an answer of read_file in VS Code', () => {
  it('shows lines of the file at their places, never the empty one after the last line end', () => {
    const number = fc.integer({ min: 1, max: 12 });
    const input = fc.oneof(
      fc.record({ startLine: number, endLine: number }),
      fc.record({ offset: number, limit: fc.option(number, { nil: undefined }) }),
    );
    fc.assert(
      fc.property(FILE, input, (text, given) => {
        if ('offset' in given && given.offset > text.split('\n').length) return;
        const asked = askedFor(given);
        if (asked === null) throw new Error('the arguments are right');
        const { text: shown, start, end } = answer(text, given);
        const read = readText(shown, asked);
        const real = splitLines(text);
        if (read.kind !== 'lines') {
          // One line alone may be the last, wherever the read was to start.
          expect([read.kind, start === end]).toEqual(['unknown', true]);
          return;
        }
        const { text: body, bounds } = read.lines;
        const lines = Array.from({ length: bounds.length / 2 }, (_, i) =>
          body.slice(bounds[2 * i], bounds[2 * i + 1]),
        );
        expect(read.start).toBe(start);
        expect(lines).toEqual(real.slice(start - 1, end));
        expect([null, real.length]).toContain(read.total);
      }),
      { numRuns: 500 },
    );
  });

  it('says where it stopped, and a file may say the same', () => {
    const note =
      '[File content truncated at line 2. Use read_file with offset/limit parameters to view more.]';
    const asked = { form: 'part', offset: 1, limit: null } as const;
    const head = 'File: `/ws/a.ts`. Lines 1 to 2 (9 lines total): \n';
    const stopped = readText(`${head}\`\`\`ts\na\nb\n${note}\n\n\`\`\``, asked);
    expect(stopped).toMatchObject({ kind: 'lines', start: 1, total: null, agentTotal: 9 });
    expect(stopped.kind === 'lines' && stopped.lines.bounds.length).toBe(4);
    const own = readText(`${head}\`\`\`ts\na\n${note}\n\`\`\``, asked);
    expect(own.kind === 'lines' && own.lines.bounds.length).toBe(4);
  });

  it.each([
    ['(The file `/ws/a.ts` exists, but is empty)', 'empty'],
    ['(The file `/ws/a.ts` exists, but contains only whitespace)', 'empty'],
    ['a\nb', 'unknown'],
    ['```ts\na', 'unknown'],
    ['```ts\na\n```\nmore', 'unknown'],
    ['```ts\na\n```\n```\nb\n```', 'unknown'],
    ['File: `/ws/a.ts`. Lines 1 to 3 (9 lines total): \n```ts\na\nb\n```', 'unknown'],
    ['File: `/ws/a.ts`. Lines 5 to 4 (9 lines total): \n```ts\na\nb\n```', 'unknown'],
    ['```ts\n1\n2\n3\n4\n```', 'unknown'],
  ])('%j: %s', (text, kind) => {
    expect(readText(text, { form: 'lines', start: 2, end: 4 }).kind).toBe(kind);
  });

  it('is asked for in the forms that the tool takes', () => {
    expect(askedFor({ startLine: 9, endLine: 5 })).toEqual({ form: 'lines', start: 5, end: 9 });
    expect(askedFor({ offset: 0, limit: 3 })).toEqual({ form: 'part', offset: 1, limit: 3 });
    expect(askedFor({})).toEqual({ form: 'part', offset: 1, limit: null });
    for (const input of [
      { startLine: 1 },
      { startLine: '1', endLine: 2 },
      { offset: -1 },
      { limit: 1e300 },
    ]) {
      expect(askedFor(input)).toBeNull();
    }
  });
});
