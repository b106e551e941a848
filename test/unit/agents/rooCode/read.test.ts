import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clineAdapter } from '../../../../src/agents/cline/adapter';
import { splitLines } from '../../../../src/text/lines';
import { events, hasher, ofKind, Task } from './tasks';

const readsOf = (task: Task) => ofKind(events(task), 'read');

/** Lines of files, some of which look like what the agent writes. */
const LINE = fc.constantFrom(
  '',
  '',
  'a',
  '  b',
  '2 | x',
  '</content>',
  '</file>',
  '<file><path>evil.ts</path>',
  'File: evil.ts',
  'Lines 1-2:',
  '---',
  'Included ranges: 1-9 (total: 9 lines)',
  'IMPORTANT: File content truncated.',
  'Note: File is empty',
  '\ufeffc',
);
const FILE = fc
  .tuple(fc.array(LINE, { maxLength: 9 }), fc.boolean(), fc.constantFrom('\n', '\r\n'))
  .map(([lines, hasEnd, end]) => (lines.length === 0 ? '' : lines.join(end) + (hasEnd ? end : '')));

const numbered = (lines: readonly string[], first: number) => {
  const width = String(first + lines.length - 1).length;
  return lines.map((line, i) => `${String(first + i).padStart(width)} | ${line}`).join('\n');
};

/** What versions since January 2026 answer. */
function slice(text: string, offset: number, limit: number): string {
  const all = text.split('\n');
  if (offset > all.length) return `Error: offset ${offset - 1} is beyond file end (${all.length} lines)`;
  const shown = all.slice(offset - 1, offset - 1 + limit);
  const end = offset + shown.length - 1;
  const body = numbered(shown, offset);
  if (end >= all.length) return body;
  return [
    'IMPORTANT: File content truncated.',
    `\tStatus: Showing lines ${offset}-${end} of ${all.length} total lines.`,
    `\tTo read more: Use the read_file tool with offset=${end + 1} and limit=${limit}.`,
    '\t',
    `\t${body}`,
  ].join('\n');
}

/** What those of 2025 print between `lines="…"` or below `Lines …:`. */
function part(text: string, from: number, to: number): string {
  const shown = text.split('\n').slice(from - 1, to);
  if (text === '' && from === 1) return '';
  if (shown.length === 0) return `${from} | \n`;
  if (shown.at(-1) === '' && shown.length > 1) shown.pop();
  return `${numbered(shown, from)}\n`;
}

/** The lines of a range that an editor numbers. */
const given = (text: string, from: number, to: number) =>
  splitLines(text).flatMap((line, i) => (i + 1 >= from && i + 1 <= to ? [[i + 1, line] as const] : []));

function credited({
  returned,
  lineHashes,
}: {
  returned: readonly (readonly [number, number])[];
  lineHashes?: Uint32Array;
}) {
  let at = 0;
  return returned.flatMap(([start, end]) =>
    Array.from({ length: end - start + 1 }, (_, i) => [start + i, lineHashes?.[at++]] as const),
  );
}

const hashed = (lines: readonly (readonly [number, string])[]) =>
  lines.map(([number, line]) => [number, hasher.line(line)] as const);

describe('an answer to read_file of Roo Code', () => {
  it('of 2026 is credited line by line, without the empty text after the last line end', () => {
    fc.assert(
      fc.property(
        FILE,
        fc.integer({ min: 1, max: 11 }),
        fc.integer({ min: 1, max: 11 }),
        (text, offset, limit) => {
          const task = new Task().prompt();
          task.native(
            'c1',
            'read_file',
            { path: 'a.ts', offset, limit },
            `File: a.ts\n${slice(text, offset, limit)}`,
          );
          const [read] = readsOf(task);
          expect(read?.path).toBe('/ws/a.ts');
          expect(credited(read ?? { returned: [] })).toEqual(hashed(given(text, offset, offset + limit - 1)));
          expect([null, splitLines(text).length]).toContain(read?.totalLines);
        },
      ),
    );
  });

  it('of 2025 is credited line by line, as XML and as text, several files and ranges in one answer', () => {
    const ranges = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 4 })), {
      minLength: 1,
      maxLength: 2,
    });
    fc.assert(
      fc.property(FILE, FILE, ranges, fc.boolean(), (one, two, asked, isXml) => {
        const spans = asked.map(([from, more], i) => [from + 10 * i, from + more + 10 * i] as const);
        const shown = (text: string) =>
          spans.map(([from, to]) =>
            isXml
              ? `<content lines="${from}-${to}">\n${part(text, from, to)}</content>`
              : `Lines ${from}-${to}:\n${part(text, from, to)}`,
          );
        const answer = isXml
          ? `<files>\n${[
              ['a.ts', one],
              ['b.ts', two],
            ]
              .map(([path, text = '']) => `<file><path>${path}</path>\n${shown(text).join('\n')}\n</file>`)
              .join('\n')}\n</files>`
          : [
              ['a.ts', one],
              ['b.ts', two],
            ]
              .map(([path, text = '']) => `File: ${path}\n${shown(text).join('\n\n')}`)
              .join('\n\n---\n\n');
        const line_ranges = spans.map(([from, to]) => `${from}-${to}`);
        const files = [
          { path: 'a.ts', line_ranges },
          { path: 'b.ts', line_ranges },
        ];
        const reads = readsOf(new Task().prompt().native('c1', 'read_file', { files }, answer));
        expect(reads.map(({ written }) => written)).toEqual(['a.ts', 'b.ts']);
        for (const [i, text] of [one, two].entries()) {
          const real = hashed(given(text, 1, 100));
          const have = credited(reads[i] ?? { returned: [] });
          // A blank line alone may be made up: it is left out.
          for (const line of have) expect(real).toContainEqual(line);
          const must = spans.flatMap(([from, to]) => {
            const printed = part(text, from, to)
              .split('\n')
              .filter((line) => line !== '');
            const isDoubtful = printed.length === 1 && from > 1 && /^\d+ \| \r?$/.test(printed[0] ?? '');
            return isDoubtful ? [] : given(text, from, from + printed.length - 1);
          });
          for (const line of hashed(must)) expect(have).toContainEqual(line);
        }
      }),
    );
  });

  it('knows the length of a file that was asked for and shown whole, and of no other', () => {
    const whole =
      '<files>\n<file><path>a.ts</path>\n<content lines="1-2">\n1 | a\n2 | b\n</content>\n</file>\n</files>';
    const call = (inner: string) =>
      `<read_file>\n<args>\n<file><path>a.ts</path>${inner}</file>\n</args>\n</read_file>`;
    const total = (text: string) =>
      readsOf(new Task().prompt().written(text, "read_file for 'a.ts'", whole)).map(
        (read) => read.totalLines,
      );
    expect(total(call(''))).toEqual([2]);
    expect(total(call('<line_range>1-2</line_range>'))).toEqual([null]);
    expect(total('no call is here')).toEqual([null]);
  });

  it('leaves out the last line of a text that was cut to a size', () => {
    const xml =
      '<file><path>a.ts</path>\n<content lines="1-3">\n1 | a\n2 | b\n3 | c</content>\n<notice>Preview</notice>\n</file>';
    const text = 'File: a.ts\nLines 1-3:\n1 | a\n2 | b\n3 | c\n\nNote: Preview';
    for (const answer of [xml, text]) {
      const [read] = readsOf(new Task().prompt().native('c1', 'read_file', { path: 'a.ts' }, answer));
      expect(read).toMatchObject({ returned: [[1, 2]], totalLines: null, outcome: 'truncated' });
    }
  });

  it('credits nothing where the numbers are not what is said of them', () => {
    const answers = [
      'File: a.ts\nIMPORTANT: File content truncated.\n\tStatus: Showing lines 1-3 of 9 total lines.\n\tTo read more: x\n\t\n\t1 | a\n2 | b',
      '<file><path>a.ts</path>\n<content lines="1-1">\n1 | a\n2 | b\n</content>\n</file>',
      '<file><path>a.ts</path>\n<content lines="5-9">\n1 | a\n2 | b\n</content>\n</file>',
      'File: a.ts\nsome words\n1 | a\n2 | b',
    ];
    for (const answer of answers) {
      const [read] = readsOf(new Task().prompt().native('c1', 'read_file', { path: 'a.ts' }, answer));
      expect(read).toMatchObject({ returned: [], outcome: 'unknown-range' });
    }
  });

  it('leaves out a line that was cut', () => {
    const long = `${'x'.repeat(1997)}...`;
    const [read] = readsOf(
      new Task()
        .prompt()
        .native('c1', 'read_file', { path: 'a.ts' }, `File: a.ts\n1 | a\n2 | ${long}\n3 | b`),
    );
    expect(read).toMatchObject({
      returned: [
        [1, 1],
        [3, 3],
      ],
      cutLines: [2],
      outcome: 'truncated',
    });
  });

  it('is credited in indentation mode by the numbers of the lines', () => {
    const input = { path: 'a.ts', mode: 'indentation', indentation: { anchor_line: 5 } };
    const answer = 'File: a.ts\n4 | f() {\n5 |   x\n6 | }\n\nIncluded ranges: 4-6 (total: 20 lines)';
    const [read] = readsOf(new Task().prompt().native('c1', 'read_file', input, answer));
    expect(read).toMatchObject({
      returned: [[4, 6]],
      requested: { start: 5, end: 5 },
      totalLines: null,
      agentTotal: 20,
    });
  });

  it.each([
    ['Error: ENOENT: no such file', 'failed'],
    ['File: a.ts\nError: Error reading file: ENOENT', 'failed'],
    ['<file><path>a.ts</path><error>Error reading file: ENOENT</error></file>', 'failed'],
    ['<file><path>a.ts</path><status>Denied by user</status></file>', 'failed'],
    ['File: a.ts\nNote: File is empty', 'empty'],
    ['<file><path>a.ts</path>\n<content/><notice>File is empty</notice>\n</file>', 'empty'],
    ['File: a.ts\nBinary file (bin) - content not displayed', 'not-text'],
    ['<file><path>a.pdf</path>\n<content lines="1-1">\n1 | a\n</content>\n</file>', 'not-text'],
    [
      'File: a.ts\nCode Definitions:\n# a.ts\n1--5 | f() {\n\nNote: Showing only 0 of 5 total lines',
      'unknown-range',
    ],
  ])('%j: %s', (answer, outcome) => {
    const reads = readsOf(new Task().prompt().native('c1', 'read_file', { path: 'a.ts' }, answer));
    expect(reads.map((read) => [read.outcome, read.returned])).toEqual([[outcome, []]]);
  });
});

describe('an answer to read_file of the Cline extension', () => {
  it('is the file, whatever its lines look like', () => {
    fc.assert(
      fc.property(FILE, (text) => {
        const call = '<read_file>\n<path>a.ts</path>\n</read_file>';
        const answer = text === '' ? '(tool did not return anything)' : text;
        const task = new Task().prompt().written(call, "read_file for 'a.ts'", answer);
        const [read] = ofKind(events(task, clineAdapter), 'read');
        expect(read).toMatchObject({ path: '/ws/a.ts', totalLines: splitLines(text).length });
        expect(credited(read ?? { returned: [] })).toEqual(hashed(given(text, 1, 100)));
      }),
    );
  });

  it('knows headline and text in one block, and no headline within a file', () => {
    const text = "[read_file for 'b.ts'] Result:\nx";
    const task = new Task().prompt();
    task.assistant({ type: 'text', text: '<read_file>\n<path>a.ts</path>\n</read_file>' });
    task.user({ type: 'text', text: `[read_file for 'a.ts'] Result:\n${text}` });
    const reads = ofKind(events(task, clineAdapter), 'read');
    expect(reads).toMatchObject([{ written: 'a.ts', returned: [[1, 2]] }]);
  });
});
