import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileMemory } from '../../../../src/agents/fileMemory';
import { type ShellRead, shellReads } from '../../../../src/agents/shell/credit';
import { interpretShell } from '../../../../src/agents/shell/interpret';
import { type ShellOutput, wholeOutput } from '../../../../src/agents/shell/output';
import { LineHasher } from '../../../../src/text/lineHash';
import { splitLines } from '../../../../src/text/lines';

const hasher = new LineHasher([7, 11]);
const ROOT = '/ws';
const RUNS = 2_000;

/** A file, and which of its lines are known from earlier. */
interface TestFile {
  readonly lines: readonly string[];
  readonly known: readonly boolean[];
  readonly isTotalKnown: boolean;
}

type Files = Readonly<Record<string, TestFile>>;

function memoryOf(files: Files): FileMemory {
  const memory = new FileMemory();
  for (const [name, { lines, known, isTotalKnown }] of Object.entries(files)) {
    lines.forEach((line, i) => {
      if (known[i] === true) memory.saw(`${ROOT}/${name}`, i + 1, [hasher.line(line)], null);
    });
    if (isTotalKnown) memory.saw(`${ROOT}/${name}`, 1, [], lines.length);
  }
  return memory;
}

/** An output as Claude's Bash hands it on. */
function trimmed(lines: readonly string[]): ShellOutput {
  const text = lines
    .map((line) => `${line}\n`)
    .join('')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  const shown = text === '' ? [] : text.split('\n');
  return {
    lines: shown,
    isTrimmed: true,
    firstIsWhole: true,
    isCut: false,
    lastIsWhole: true,
    isDoubtful: false,
  };
}

function reads(command: string, output: ShellOutput | null, files: Files, hasFailed = false): ShellRead[] {
  const reading = interpretShell(command, ROOT);
  const run = { reading, output, hasFailed, error: 'other' };
  return [...shellReads(run, memoryOf(files), hasher).reads.values()];
}

/** One command of which we know by ourselves what it prints: lines with where they are from. */
interface Printed {
  readonly command: string;
  readonly lines: readonly { readonly text: string; readonly file?: string; readonly line?: number }[];
}

function numberedLines(file: string, lines: readonly string[], from: number, to: number): Printed['lines'] {
  return lines.slice(from - 1, to).map((text, i) => ({ text, file, line: from + i }));
}

const commandOn = (name: string, { lines }: TestFile): fc.Arbitrary<Printed> =>
  fc
    .tuple(fc.constantFrom('cat', 'head', 'tail', 'from', 'sed', 'two', 'nl', 'middle'), fc.nat(6), fc.nat(6))
    .map(([kind, a, b]) => {
      const [from, to] = [1 + Math.min(a, b), 1 + Math.max(a, b)];
      const count = a + 1;
      switch (kind) {
        case 'head':
          return { command: `head -n ${count} ${name}`, lines: numberedLines(name, lines, 1, count) };
        case 'tail':
          return {
            command: `tail -n ${count} ${name}`,
            lines: numberedLines(name, lines, Math.max(1, lines.length - count + 1), lines.length),
          };
        case 'from':
          return {
            command: `tail -n +${count} ${name}`,
            lines: numberedLines(name, lines, count, lines.length),
          };
        case 'sed':
          return { command: `sed -n '${from},${to}p' ${name}`, lines: numberedLines(name, lines, from, to) };
        case 'two':
          return {
            command: `sed -n '${from}p;${to + 2},${to + 3}p' ${name}`,
            lines: [...numberedLines(name, lines, from, from), ...numberedLines(name, lines, to + 2, to + 3)],
          };
        case 'nl':
          return {
            command: `nl -ba ${name} | sed -n '${from},${to}p'`,
            lines: numberedLines(name, lines, from, to).map((one) => ({
              ...one,
              text: `     ${one.line}\t${one.text}`,
            })),
          };
        case 'middle': {
          const head = numberedLines(name, lines, 1, to);
          return {
            command: `head -n ${to} ${name} | tail -n ${from}`,
            lines: head.slice(Math.max(0, head.length - from)),
          };
        }
        default:
          return { command: `cat ${name}`, lines: numberedLines(name, lines, 1, lines.length) };
      }
    });

const literal: fc.Arbitrary<Printed> = fc
  .constantFrom('---', 'a', '', 'b b')
  .map((text) => ({ command: `echo '${text}'`, lines: [{ text }] }));

const testFile: fc.Arbitrary<TestFile> = fc
  .array(
    fc.tuple(fc.constantFrom('', 'a', 'a', 'b', 'c', '  d', '}', '---', '1\tx', ' ', 'e '), fc.boolean()),
    {
      maxLength: 9,
    },
  )
  .chain((pairs) =>
    fc.boolean().map((isTotalKnown) => ({
      lines: pairs.map(([line]) => line),
      known: pairs.map(([, known]) => known),
      isTotalKnown,
    })),
  );

const scenario = fc.record({ a: testFile, b: testFile }).chain((files) =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: commandOn('a', files.a) }, commandOn('b', files.b), literal), {
      minLength: 1,
      maxLength: 3,
    })
    .map((commands) => ({ files, commands })),
);

/** `file:line text` of every line that was printed. */
const given = (commands: readonly Printed[]) =>
  new Set(commands.flatMap(({ lines }) => lines.map(({ file, line }) => `${ROOT}/${file}:${line}`)));

const credited = (read: ShellRead) =>
  read.returned.flatMap(([start, end]) => Array.from({ length: end - start + 1 }, (_, i) => start + i));

/** The first credited line that was not printed, or not as it is in the file; the end may have lost white space. */
function firstLie(commands: readonly Printed[], output: ShellOutput, files: Files): string | null {
  const printed = given(commands);
  for (const read of reads(commands.map(({ command }) => command).join('; '), output, files)) {
    const lines = files[read.path.slice(ROOT.length + 1)]?.lines ?? [];
    for (const [i, line] of credited(read).entries()) {
      const text = lines[line - 1] ?? '?';
      const end = [...output.lines, ...(output.tail?.lines ?? [])];
      const isEnd = output.isTrimmed && end.at(-1)?.endsWith(text.trimEnd()) === true;
      const hash = read.lineHashes?.[i];
      const isSame = hash === hasher.line(text) || (isEnd && hash === hasher.line(text.trimEnd()));
      if (!isSame || !printed.has(`${read.path}:${line}`)) return `${read.path}:${line} ${text}`;
    }
    if (read.totalLines !== null && read.totalLines !== lines.length)
      return `${read.path} ${read.totalLines}`;
  }
  return null;
}

describe('shellReads', () => {
  it('never credits a line that was not printed, and always under its own number', () => {
    fc.assert(
      fc.property(scenario, ({ files, commands }) => {
        const output = trimmed(commands.flatMap(({ lines }) => lines.map(({ text }) => text)));
        expect(firstLie(commands, output, files)).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  it('never credits a line that was not printed, where nothing was taken away', () => {
    fc.assert(
      fc.property(scenario, ({ files, commands }) => {
        const texts = commands.flatMap(({ lines }) => lines.map(({ text }) => `${text}\n`));
        expect(firstLie(commands, wholeOutput(texts.join('')), files)).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  it('never credits anything when an output is cut anywhere, but whole lines before the cut', () => {
    const cutAt = fc.tuple(scenario, fc.nat(60));
    fc.assert(
      fc.property(cutAt, ([{ files, commands }, at]) => {
        const whole = trimmed(commands.flatMap(({ lines }) => lines.map(({ text }) => text))).lines.join(
          '\n',
        );
        const text = whole.slice(0, at);
        const output = {
          lines: text === '' ? [] : text.split('\n'),
          isTrimmed: true,
          firstIsWhole: true,
          isCut: true,
          lastIsWhole: false,
          isDoubtful: false,
        };
        expect(firstLie(commands, output, files)).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });
});

/** An output of which a part is missing: `cut` to `resumed`, in characters. */
interface MiddleCut {
  readonly isTrimmed: boolean;
  readonly cut: number;
  readonly resumed: number;
  readonly saysTotal: boolean;
  readonly saysWhole: boolean;
}

const middleCut: fc.Arbitrary<MiddleCut> = fc.record({
  isTrimmed: fc.boolean(),
  cut: fc.oneof(fc.constant(0), fc.nat(30)),
  resumed: fc.nat(40),
  saysTotal: fc.boolean(),
  saysWhole: fc.boolean(),
});

/** What is left of an output, as one string a line: those that were shown whole, and those that were not. */
function withoutMiddle(commands: readonly Printed[], how: MiddleCut) {
  const texts = commands.flatMap(({ lines }) => lines.map(({ text }) => text));
  const shown = how.isTrimmed ? trimmed(texts).lines : texts;
  const text = shown.map((line) => `${line}\n`).join('');
  const cut = Math.max(0, Math.min(how.cut, text.length - 1));
  const resumed = Math.min(Math.max(how.resumed, cut + 1), text.length);
  const [head, tail] = [text.slice(0, cut), text.slice(resumed)];
  const output: ShellOutput = {
    ...wholeOutput(head),
    isTrimmed: how.isTrimmed,
    isCut: true,
    lastIsWhole: head === '' || head.endsWith('\n'),
    tail: {
      lines: splitLines(tail),
      firstIsWhole: how.saysWhole && text[resumed - 1] === '\n',
      total: how.saysTotal ? shown.length : null,
    },
  };
  const before = head === '' ? 0 : head.split('\n').length - 1;
  const after = text.slice(0, resumed).split('\n').length - (text[resumed - 1] === '\n' ? 1 : 0);
  return { output, isShown: (at: number) => at < before || at >= after, shown };
}

describe('an output of which a part is missing', () => {
  const places = ({ lines }: Printed) => lines.map(({ file, line }) => `${ROOT}/${file}:${line}`);

  it('never credits a line that was not shown whole', () => {
    fc.assert(
      fc.property(scenario, middleCut, ({ files, commands }, how) => {
        const { output, isShown, shown } = withoutMiddle(commands, how);
        expect(firstLie(commands, output, files)).toBeNull();
        if (how.isTrimmed) return;
        // Not trimmed: what was printed is what stands there, line by line.
        const all = commands.flatMap(places);
        expect(all).toHaveLength(shown.length);
        const given = new Set(all.filter((_, at) => isShown(at)));
        for (const read of reads(commands.map(({ command }) => command).join('; '), output, files)) {
          for (const line of credited(read)) {
            const place = `${read.path}:${line}`;
            const text = (files as Files)[read.path.slice(ROOT.length + 1)]?.lines[line - 1] ?? '?';
            // What is left of a line may be the line, if that is known.
            const isPiece = output.lines.at(-1) === text || output.tail?.lines[0] === text;
            expect(given.has(place) || isPiece ? null : place).toBeNull();
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('credits all of it where one range was read and the number of lines is told', () => {
    const range = fc.tuple(testFile, fc.integer({ min: 1, max: 4 }), fc.nat(9), fc.nat(30), fc.nat(40));
    fc.assert(
      fc.property(range, ([file, from, size, cut, resumed]) => {
        const printed = {
          command: `sed -n '${from},${from + size}p' a`,
          lines: numberedLines('a', file.lines, from, from + size),
        };
        const how = { isTrimmed: false, cut, resumed, saysTotal: true, saysWhole: true };
        const { output, isShown } = withoutMiddle([printed], how);
        // What the file holds is as it was known.
        const files = { a: { ...file, known: file.lines.map(() => false), isTotalKnown: false } };
        const [read] = reads(printed.command, output, files);
        const expected = printed.lines.filter((_, at) => isShown(at)).map(({ line }) => line);
        expect(read === undefined ? [] : credited(read)).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('shellReads, case by case', () => {
  const lines = (count: number, word = 'line') => Array.from({ length: count }, (_, i) => `${word} ${i + 1}`);
  const file = (
    texts: readonly string[],
    known: (line: number) => boolean,
    isTotalKnown = false,
  ): TestFile => ({
    lines: texts,
    known: texts.map((_, i) => known(i + 1)),
    isTotalKnown,
  });
  const unknown = (count: number) => file(lines(count), () => false);
  const whole = (texts: readonly string[]) => file(texts, () => true, true);
  const blank = ['', '', 'alpha', 'beta', '', 'gamma', ''];
  const outcomes = (command: string, shown: readonly string[], files: Files, hasFailed = false) =>
    reads(command, trimmed(shown), files, hasFailed).map(({ outcome, returned, cutLines }) => [
      outcome,
      returned,
      ...(cutLines === undefined ? [] : [cutLines]),
    ]);

  it('believes a range that is full, and no other of an unknown file', () => {
    const f = unknown(100);
    expect(outcomes("sed -n '10,20p' f", f.lines.slice(9, 20), { f })).toEqual([['complete', [[10, 20]]]]);
    expect(outcomes("sed -n '10,20p' f", f.lines.slice(9, 19), { f })).toEqual([['unknown-range', []]]);
    expect(outcomes('head -n 30 f', f.lines.slice(0, 30), { f })).toEqual([['complete', [[1, 30]]]]);
    expect(outcomes('head -n 30 f', f.lines.slice(0, 3), { f })).toEqual([['unknown-range', []]]);
    expect(outcomes("sed -n '2,3p;7p' f", ['x', 'y', 'z'], { f })).toEqual([
      [
        'complete',
        [
          [2, 3],
          [7, 7],
        ],
      ],
    ]);
    expect(outcomes("sed -n '2,3p;7p' f", ['x', 'y'], { f })).toEqual([['unknown-range', []]]);
    expect(outcomes('cat f', f.lines, { f })).toEqual([['unknown-range', []]]);
    expect(outcomes('tail -n 10 f', f.lines.slice(90), { f })).toEqual([['unknown-range', []]]);
  });

  it('places the rest by the lines that are known', () => {
    const f = whole(lines(100));
    expect(outcomes('cat f', f.lines, { f })).toEqual([['complete', [[1, 100]]]]);
    expect(outcomes('tail -n 10 f', f.lines.slice(90), { f })).toEqual([['complete', [[91, 100]]]]);
    expect(outcomes("sed -n '95,140p' f", f.lines.slice(94), { f })).toEqual([['complete', [[95, 100]]]]);
    const b = whole(blank);
    expect(outcomes('cat f', blank, { f: b })).toEqual([['complete', [[3, 6]]]]);
    expect(outcomes("sed -n '2,4p' f", blank.slice(1, 4), { f: b })).toEqual([['complete', [[3, 4]]]]);
    expect(outcomes("sed -n '3,5p' f", blank.slice(2, 5), { f: b })).toEqual([['complete', [[3, 4]]]]);
    const some = file(lines(20), (line) => line >= 5 && line <= 10);
    expect(outcomes('cat f', some.lines, { f: some })).toEqual([['complete', [[1, 20]]]]);
  });

  it('does not take a repeated line for a place', () => {
    const f = file(['a', '}', 'b', '}', 'c'], (line) => line === 2);
    expect(outcomes("sed -n '1,9p' f", ['}', 'c'], { f })).toEqual([['unknown-range', []]]);
  });

  it('takes numbers in front of lines at their word, only where the command prints them', () => {
    const f = unknown(9);
    const numbered = ['     5\tline 5', '     6\tline 6', '     7\t'];
    expect(outcomes("nl -ba f | sed -n '5,9p'", numbered, { f })).toEqual([['truncated', [[5, 6]], [7]]]);
    expect(outcomes("nl -ba f | sed -n '5,9p'", ['     4\tx'], { f })).toEqual([['unknown-range', []]]);
    expect(outcomes('cat f', ['     5\tline 5'], { f })).toEqual([['unknown-range', []]]);
    expect(outcomes('nl f | head -n 3', ['     1\tline 1', '       ', '     2\tline 3'], { f })).toEqual([
      ['complete', [[1, 3]]],
    ]);
  });

  it('divides an output by the texts between, each as often as it was printed', () => {
    const files = { a: unknown(3), b: unknown(50) };
    const command = "echo '== a'; cat a; echo '== b'; sed -n '40,60p' b";
    const shown = ['== a', ...files.a.lines, '== b', ...files.b.lines.slice(39)];
    expect(outcomes(command, shown, files)).toEqual([
      ['complete', [[1, 3]]],
      ['complete', [[40, 50]]],
    ]);
    expect(outcomes(command, [...shown, '== b'], files)).toEqual([
      ['unknown-range', []],
      ['unknown-range', []],
    ]);
    expect(outcomes('head -n 2 a; head -n 2 b', ['x', 'y', 'z', 'w'], files)).toEqual([
      ['complete', [[1, 2]]],
      ['complete', [[1, 2]]],
    ]);
    expect(outcomes('head -n 2 a; head -n 2 b', ['x', 'y', 'z'], files)).toEqual([
      ['unknown-range', []],
      ['unknown-range', []],
    ]);
    expect(outcomes('wc -l a; head -n 2 a', ['3 a', 'x', 'y'], files)).toEqual([['complete', [[1, 2]]]]);
  });

  it('does not take messages for lines', () => {
    const f = unknown(9);
    const missing = "sed: can't read f: No such file or directory";
    expect(outcomes("sed -n '5p' f; true", [missing], { f })).toEqual([['failed', []]]);
    expect(outcomes("sed -n '5p' f; exit 3", [missing], { f }, true)).toEqual([['failed', []]]);
    expect(outcomes("sed -n '5p' f || echo none", ['none'], { f })).toEqual([['unknown-range', []]]);
    expect(outcomes("sed -n '5p' f || sed -n '5p' g", ['x'], { f, g: f })).toEqual([
      ['unknown-range', []],
      ['unknown-range', []],
    ]);
    expect(outcomes("sed -n '5p' f", ['line 5'], { f }, true)).toEqual([['unknown-range', []]]);
    expect(outcomes("sed -n '5p' f; false", ['line 5'], { f: whole(f.lines) }, true)).toEqual([
      ['complete', [[5, 5]]],
    ]);
  });

  it('does not credit a line whose end was taken away', () => {
    const f = whole(['one ', 'two  ', 'three']);
    expect(outcomes("sed -n '1,2p' f", ['one ', 'two  '], { f })).toEqual([['truncated', [[1, 1]], [2]]]);
  });

  it('knows an empty answer only where the end of the file is known', () => {
    const f = whole(lines(5));
    expect(outcomes("sed -n '8,9p' f", [], { f })).toEqual([['empty', []]]);
    expect(outcomes("sed -n '8,9p' f", [], { f: unknown(5) })).toEqual([['unknown-range', []]]);
    expect(outcomes('sed -n 3p f', [''], { f: whole(['a', 'b', '', 'c']) })).toEqual([['unknown-range', []]]);
  });

  it('reads both sides of a middle that is missing', () => {
    const f = unknown(100);
    const cut = (total: number | null): ShellOutput => ({
      ...wholeOutput(`${f.lines.slice(0, 10).join('\n')}\nlin`),
      isCut: true,
      lastIsWhole: false,
      tail: { lines: ['e 90', ...f.lines.slice(90)], firstIsWhole: false, total },
    });
    const short = (command: string, output: ShellOutput, files: Files) =>
      reads(command, output, files).map(({ returned, cutLines, totalLines }) => [
        returned,
        cutLines,
        totalLines,
      ]);
    const both = [
      [1, 10],
      [91, 100],
    ];
    expect(short('cat f', cut(100), { f })).toEqual([[both, [11, 90], 100]]);
    expect(short("sed -n '1,100p' f", cut(100), { f })).toEqual([[both, [11, 90], null]]);
    expect(short("sed -n '1,50p' f", cut(100), { f })).toEqual([[[], undefined, null]]);
    // Not said how much is missing: the end of the file must be known.
    expect(short('cat f', cut(null), { f })).toEqual([[[[1, 10]], [11], null]]);
    expect(short('cat f', cut(null), { f: whole(f.lines) })).toEqual([[both, [11, 90], null]]);
    // Of two files, the end may be of either.
    expect(short('cat f; cat g', cut(100), { f, g: f })[1]).toEqual([[], undefined, null]);
  });

  it('reads the end alone where the start is missing', () => {
    const f = unknown(100);
    const tail = { lines: f.lines.slice(90), firstIsWhole: true, total: 100 };
    const output: ShellOutput = { ...wholeOutput(''), isCut: true, tail };
    expect(reads('cat f', output, { f })[0]?.returned).toEqual([[91, 100]]);
    expect(reads('cat -n f', output, { f })[0]?.returned).toEqual([]);
    const numbered = { ...tail, lines: ['00\tx', '   101\ty'], firstIsWhole: false, total: 101 };
    expect(reads('cat -n f', { ...output, tail: numbered }, { f })[0]?.returned).toEqual([[101, 101]]);
    expect(reads('cat f', { ...output, tail: { ...tail, total: null } }, { f })[0]).toMatchObject({
      outcome: 'unknown-range',
      returned: [],
    });
  });

  it('knows where a file ends if nothing was taken from its output', () => {
    const told = (command: string, shown: string, more: Partial<ShellOutput> = {}) =>
      reads(command, { ...wholeOutput(shown), ...more }, { f: unknown(3) }).map(
        ({ outcome, returned, totalLines }) => [outcome, returned, totalLines],
      );
    expect(told('cat f', 'a\nb\nc\n')).toEqual([['complete', [[1, 3]], 3]]);
    expect(told("sed -n '2,9p' f", 'b\nc\n')).toEqual([['complete', [[2, 3]], 3]]);
    expect(told("sed -n '2,3p' f", 'b\nc\n')).toEqual([['complete', [[2, 3]], null]]);
    expect(told('tail -n 9 f', 'a\nb\nc\n')).toEqual([['complete', [[1, 3]], 3]]);
    expect(told('tail -n 3 f', 'a\nb\nc\n')).toEqual([['unknown-range', [], null]]);
    expect(told("sed -n '8,9p' f", '')).toEqual([['empty', [], null]]);
    expect(told('cat f', '')).toEqual([['empty', [], 0]]);
    expect(told('cat f 2>/dev/null; true', '')).toEqual([['unknown-range', [], null]]);
    expect(told('cat f', 'a\nb\nc\n', { isTrimmed: true })).toEqual([['unknown-range', [], null]]);
    expect(told('nl -ba f', '     1\ta\n     2\tb\n')).toEqual([['complete', [[1, 2]], 2]]);
    // Numbers beyond the end are none.
    expect(told('nl -ba f', '    10\ta\n')).toEqual([['unknown-range', [], null]]);
    expect(told('nl -ba f', '     1\ta\n     3\tb\n')).toEqual([['unknown-range', [], null]]);
    expect(told('mkdir d; cat f', 'mkdir: cannot create directory d\na\n')).toEqual([
      ['unknown-range', [], null],
    ]);
  });

  it('does not take lines of a shorter file for those further on', () => {
    const f = file(['}', 'e', '', '}'], (line) => line >= 3);
    const output = { ...wholeOutput('}\ne'), isCut: true, lastIsWhole: false };
    expect(reads('head -n 7 f | tail -n 4', output, { f })[0]?.returned).toEqual([]);
  });
});
