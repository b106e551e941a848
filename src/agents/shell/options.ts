/** The words of a command, sorted. */
export interface Options {
  /** Value of each option that was given: `-n 5`, `-n5`, `--lines=5`; `true` for one without a value. */
  readonly given: ReadonlyMap<string, string | true>;
  /** Values of options that may stand several times, in order. */
  readonly all: readonly (readonly [name: string, value: string | true])[];
  readonly operands: readonly string[];
}

/** Which options a program has. Names without dashes; `true`: takes a value. */
export type OptionTable = Readonly<Record<string, boolean>>;

/**
 * Sorts the words after a program's name, as GNU tools do: options may stand after operands, `--` ends them, short ones
 * may be joined. Null where an option is not in the table, or its value is missing.
 */
export function sortOptions(words: readonly string[], table: OptionTable): Options | null {
  const all: (readonly [string, string | true])[] = [];
  const operands: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') {
      operands.push(...words.slice(i + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    const found = word.startsWith('--') ? long(word, words[i + 1], table) : short(word, words[i + 1], table);
    if (found === null) return null;
    all.push(...found.options);
    if (found.usesNext) i++;
  }
  return { given: new Map(all), all, operands };
}

interface Found {
  readonly options: readonly (readonly [string, string | true])[];
  readonly usesNext: boolean;
}

function long(word: string, next: string | undefined, table: OptionTable): Found | null {
  const [, name = '', value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  const takesValue = Object.hasOwn(table, name) ? table[name] : undefined;
  if (takesValue === undefined || (!takesValue && value !== undefined)) return null;
  if (!takesValue) return { options: [[name, true]], usesNext: false };
  const given = value ?? next;
  return given === undefined ? null : { options: [[name, given]], usesNext: value === undefined };
}

function short(word: string, next: string | undefined, table: OptionTable): Found | null {
  const options: (readonly [string, string | true])[] = [];
  for (let at = 1; at < word.length; at++) {
    const name = word[at] ?? '';
    const takesValue = Object.hasOwn(table, name) ? table[name] : undefined;
    if (takesValue === undefined) return null;
    if (!takesValue) {
      options.push([name, true]);
      continue;
    }
    const rest = word.slice(at + 1);
    const given = rest === '' ? next : rest;
    return given === undefined ? null : { options: [...options, [name, given]], usesNext: rest === '' };
  }
  return { options, usesNext: false };
}

/** A plain positive number of lines. */
export function lineCount(text: string | true | undefined): number | null {
  return typeof text === 'string' && /^0*[1-9]\d{0,7}$/.test(text) ? Number(text) : null;
}
