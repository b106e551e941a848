import { printedByAwk } from './awkScript';
import { lineCount, type OptionTable, sortOptions } from './options';
import { parseSed } from './sedScript';
import { numbered, type Stream, selectLast, selectRanges, type Unclear, unclear } from './stream';

/** What a program does with lines: of the files it names, or of what it is given. */
export interface LineProgram {
  /** The files, as they are written; none: it takes what it is given. */
  readonly files: readonly string[];
  /** What it prints of each. */
  readonly print: (stream: Stream) => Stream | Unclear;
  /** Each file is announced by a line `==> name <==` where there are several. */
  readonly announces: boolean;
}

type Parse = (words: readonly string[]) => LineProgram | null;

const READERS: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ['cat', cat],
  ['nl', nl],
  ['head', (words) => headOrTail(words, head)],
  ['tail', (words) => headOrTail(words, tail)],
  ['sed', sed],
  ['awk', awk],
  ['gawk', awk],
  ['mawk', awk],
  ['less', (words) => pager(words, LESS)],
  ['more', more],
  ['bat', bat],
  ['batcat', bat],
]);

/** The program that these words start, if it is one that prints lines of files as they are; else null. */
export function lineProgram(name: string, words: readonly string[]): LineProgram | null {
  return READERS.get(name)?.(words) ?? null;
}

function program(
  files: readonly string[],
  print: LineProgram['print'],
  announces = false,
): LineProgram | null {
  return files.includes('-') || files.includes('') ? null : { files, print, announces };
}

function cat(words: readonly string[]): LineProgram | null {
  const options = sortOptions(words, {
    n: false,
    number: false,
    u: false,
    b: false,
    'number-nonblank': false,
    A: false,
    'show-all': false,
    e: false,
    E: false,
    'show-ends': false,
    s: false,
    'squeeze-blank': false,
    t: false,
    T: false,
    'show-tabs': false,
    v: false,
    'show-nonprinting': false,
  });
  if (options === null) return null;
  const { given, operands } = options;
  const names = [...given.keys()].filter((name) => name !== 'u');
  if (names.length === 0) return program(operands, (stream) => stream);
  // Numbers run on from file to file.
  if (operands.length > 1) return program(operands, unclear);
  if (names.every((name) => name === 'n' || name === 'number')) return program(operands, numbered);
  if (names.every((name) => name === 'b' || name === 'number-nonblank')) return program(operands, nonblank);
  return program(operands, unclear);
}

function nl(words: readonly string[]): LineProgram | null {
  const options = sortOptions(words, {
    b: true,
    'body-numbering': true,
    w: true,
    'number-width': true,
    n: true,
    'number-format': true,
    s: true,
    'number-separator': true,
    v: true,
    'starting-line-number': true,
    i: true,
    'line-increment': true,
  });
  if (options === null || options.operands.length > 1) return null;
  const { given, operands } = options;
  const isUsual = ['s', 'number-separator', 'v', 'starting-line-number', 'i', 'line-increment'].every(
    (name) => !given.has(name),
  );
  if (!isUsual) return program(operands, unclear);
  const which = given.get('b') ?? given.get('body-numbering') ?? 't';
  if (which === 'a') return program(operands, numbered);
  return program(operands, which === 't' ? nonblank : unclear);
}

function nonblank(stream: Stream): Stream | Unclear {
  return stream.prefix.kind === 'none' ? { ...stream, prefix: { kind: 'nonblank' } } : unclear(stream);
}

const HEAD_OR_TAIL: OptionTable = {
  n: true,
  lines: true,
  c: true,
  bytes: true,
  q: false,
  quiet: false,
  silent: false,
  v: false,
  verbose: false,
};

function headOrTail(
  words: readonly string[],
  select: (count: string) => LineProgram['print'],
): LineProgram | null {
  // The old way to say it: `head -20`.
  const spelled = words.map((word, i) => (i === 0 && /^-\d+$/.test(word) ? `-n${word.slice(1)}` : word));
  const options = sortOptions(spelled, HEAD_OR_TAIL);
  if (options === null) return null;
  const { given, operands } = options;
  if (given.has('c') || given.has('bytes')) return program(operands, unclear);
  const count = given.get('n') ?? given.get('lines') ?? '10';
  const quiet = given.has('q') || given.has('quiet') || given.has('silent');
  const verbose = given.has('v') || given.has('verbose');
  if (verbose && (quiet || operands.length < 2)) return program(operands, unclear);
  return program(operands, select(String(count)), !quiet);
}

function head(count: string): LineProgram['print'] {
  const lines = lineCount(count);
  return lines === null ? unclear : (stream) => selectRanges(stream, [[1, lines]]);
}

function tail(count: string): LineProgram['print'] {
  const [, sign, digits] = /^([+-]?)(\d+)$/.exec(count) ?? [];
  const lines = lineCount(digits);
  if (lines === null) return unclear;
  return sign === '+'
    ? (stream) => selectRanges(stream, [[lines, null]])
    : (stream) => selectLast(stream, lines);
}

function sed(words: readonly string[]): LineProgram | null {
  const command = parseSed(words);
  // Several files are one stream to sed.
  if (command === null || command.inPlace || command.files.length > 1) return null;
  const { lines, files } = command;
  if (lines === 'unclear') return program(files, unclear);
  return program(files, (stream) =>
    'last' in lines ? selectLast(stream, lines.last) : selectRanges(stream, lines),
  );
}

function awk(words: readonly string[]): LineProgram | null {
  const options = sortOptions(words, { F: true, v: true });
  const [script, ...files] = options?.operands ?? [];
  if (script === undefined || files.length > 1) return null;
  const range = printedByAwk(script);
  return program(files, range === null ? unclear : (stream) => selectRanges(stream, [range]));
}

/** How pages are shown, which is of no matter where nobody looks: the file is printed as it is. */
const LESS: OptionTable = {
  ...Object.fromEntries('FGIJKMQRSWXadefgimnqrsuw'.split('').map((flag) => [flag, false])),
  ...Object.fromEntries('bhjkpxyz'.split('').map((flag) => [flag, true])),
};
const MORE: OptionTable = Object.fromEntries('cdflpsu'.split('').map((flag) => [flag, false]));

/** Programs that show one file page by page, and print it as it is where nobody looks. */
function pager(words: readonly string[], table: OptionTable): LineProgram | null {
  // `+40` starts at that line, `+/text` at that text: whether the rest is printed depends on the program.
  const places = words.filter((word) => word.startsWith('+'));
  const options = sortOptions(
    words.filter((word) => !word.startsWith('+')),
    table,
  );
  if (options === null || options.operands.length > 1) return null;
  // `more -s` and `less -s` make one of several blank lines.
  const isPlain = places.length === 0 && !options.given.has('s');
  return program(options.operands, isPlain ? (stream) => stream : unclear);
}

/** Some announce even a single file by lines of their own before it, and others do not. */
function more(words: readonly string[]): LineProgram | null {
  const shown = pager(words, MORE);
  return shown === null || shown.files.length === 0 ? shown : { ...shown, print: unclear };
}

const BAT: OptionTable = {
  p: false,
  plain: false,
  n: false,
  number: false,
  u: false,
  unbuffered: false,
  f: false,
  'force-colorization': false,
  A: false,
  'show-all': false,
  r: true,
  'line-range': true,
  P: false,
  paging: true,
  pager: true,
  style: true,
  color: true,
  decorations: true,
  theme: true,
  l: true,
  language: true,
  m: true,
  'map-syntax': true,
  tabs: true,
  wrap: true,
  'terminal-width': true,
  'file-name': true,
};

/** Without a terminal, `bat` prints lines as they are, whatever style it is told; newer versions number them all the same. */
function bat(words: readonly string[]): LineProgram | null {
  const options = sortOptions(words, BAT);
  if (options === null || options.operands.length > 1) return null;
  const { given, all, operands } = options;
  const isPlain =
    ['color', 'decorations'].every((name) => given.get(name) !== 'always') &&
    ['f', 'force-colorization', 'A', 'show-all', 'tabs', 'n', 'number'].every((name) => !given.has(name));
  const ranges = all.flatMap(([name, value]) =>
    name === 'r' || name === 'line-range' ? [String(value)] : [],
  );
  const [only] = ranges;
  if (!isPlain || ranges.length > 1) return program(operands, unclear);
  if (only === undefined) return program(operands, (stream) => stream);
  const range = batRange(only);
  return program(operands, range === null ? unclear : (stream) => selectRanges(stream, [range]));
}

/** `30:40`, `:40`, `30:`, `30:+10`, `30`. */
function batRange(text: string): readonly [from: number, to: number | null] | null {
  const [whole, from = '', separator, sign = '', to = ''] = /^(\d*)(:)?(\+)?(\d*)$/.exec(text) ?? [];
  if (whole === undefined || whole === '' || whole === ':') return null;
  const first = from === '' && sign === '' ? 1 : lineCount(from);
  if (first === null) return null;
  if (separator === undefined) return sign === '' && to === '' ? [first, first] : null;
  if (to === '') return sign === '' ? [first, null] : null;
  const count = lineCount(to);
  const last = count === null ? null : sign === '' ? count : first + count;
  return last === null || last < first ? null : [first, last];
}
