import { lineCount, type Options, type OptionTable, sortOptions } from './options';

/** Lines that a sed command prints: ranges, the last so many, or not told by numbers alone. */
export type SedLines =
  | readonly (readonly [from: number, to: number | null])[]
  | { readonly last: number }
  | 'unclear';

export interface SedCommand {
  readonly lines: SedLines;
  readonly inPlace: boolean;
  readonly files: readonly string[];
}

/** A sed command; null where its options are not known. */
export function parseSed(words: readonly string[]): SedCommand | null {
  const options = sortSed(words);
  if (options === null) return null;
  const { given, all, operands } = options;
  const scripts = all.flatMap(([name, value]) =>
    (name === 'e' || name === 'expression') && typeof value === 'string' ? [value] : [],
  );
  const files = scripts.length === 0 ? operands.slice(1) : operands;
  const first = operands[0];
  if (scripts.length === 0) {
    if (first === undefined) return null;
    scripts.push(first);
  }
  const quiet = ['n', 'quiet', 'silent'].some((name) => given.has(name));
  const inPlace = given.has('i') || given.has('in-place');
  return { lines: printed(scripts.join('\n'), quiet), inPlace, files };
}

const OPTIONS: OptionTable = {
  n: false,
  quiet: false,
  silent: false,
  e: true,
  expression: true,
  E: false,
  r: false,
  s: false,
  u: false,
  i: false,
  'in-place': false,
  'regexp-extended': false,
  posix: false,
  unbuffered: false,
  separate: false,
};

/** `-i` and `--in-place` may hold a suffix, which never is the next word. */
function sortSed(words: readonly string[]): Options | null {
  const spelled = words.map((word) =>
    word.startsWith('-')
      ? word.replace(/^(-[nErsu]*)i[^\s]*$/, '$1i').replace(/^--in-place=.*$/s, '--in-place')
      : word,
  );
  return sortOptions(spelled, OPTIONS);
}

function printed(script: string, quiet: boolean): SedLines {
  const commands = script
    .split(/[;\n]/)
    .map((command) => command.trim())
    .filter((command) => command !== '');
  return quiet ? printedByP(commands) : printedAnyway(commands);
}

/** `-n`: only what `p` names is printed. */
function printedByP(commands: readonly string[]): SedLines {
  const ranges: (readonly [number, number | null])[] = [];
  let quitAt: number | null = null;
  for (const command of commands) {
    const [, from, separator, to, letter] =
      /^(?:(\d+|\$)(?:(,|,\+)(\d+|\$))?)?\s*([pq])$/.exec(command) ?? [];
    if (letter === 'q') {
      if (separator !== undefined || quitAt !== null) return 'unclear';
      quitAt = lineCount(from);
      if (quitAt === null) return 'unclear';
      continue;
    }
    if (letter === undefined) return 'unclear';
    if (from === '$') return commands.length === 1 && separator === undefined ? { last: 1 } : 'unclear';
    const range = from === undefined ? ([1, null] as const) : rangeOf(from, separator, to);
    const previous = ranges.at(-1);
    // A line that two commands name is printed twice; ranges are printed in the order of the file.
    if (range === null || (previous !== undefined && (previous[1] === null || range[0] <= previous[1]))) {
      return 'unclear';
    }
    ranges.push(range);
  }
  const last = ranges.at(-1);
  if (last === undefined) return 'unclear';
  return quitAt === null || (last[1] !== null && last[1] <= quitAt) ? ranges : 'unclear';
}

/** Every line is printed, save those that are deleted or come after `q`. */
function printedAnyway(commands: readonly string[]): SedLines {
  if (commands.length === 0) return [[1, null]];
  const [command = ''] = commands;
  if (commands.length > 1) return 'unclear';
  const [, from, separator, to, letter] = /^(\d+)(?:(,|,\+)(\d+|\$))?\s*(q|d|!d)$/.exec(command) ?? [];
  const first = lineCount(from);
  if (first === null) return 'unclear';
  if (letter === 'q') return separator === undefined ? [[1, first]] : 'unclear';
  const range = rangeOf(from ?? '', separator, to);
  if (range === null) return 'unclear';
  if (letter === '!d') return [range];
  const before: (readonly [number, number | null])[] = first > 1 ? [[1, first - 1]] : [];
  const [, end] = range;
  const kept = end === null ? before : [...before, [end + 1, null] as const];
  return kept.length === 0 ? 'unclear' : kept;
}

function rangeOf(
  from: string,
  separator: string | undefined,
  to: string | undefined,
): readonly [number, number | null] | null {
  const first = lineCount(from);
  if (first === null) return null;
  if (separator === undefined || to === undefined) return [first, first];
  if (to === '$') return separator === ',' ? [first, null] : null;
  const number = Number(to);
  const last = separator === ',' ? number : first + number;
  return last >= first && lineCount(String(last)) !== null ? [first, last] : null;
}
