import type { SimpleCommand } from './parse';

/** A command that looks for files or for lines. */
export interface ShellSearch {
  readonly tool: string;
  /** The words that make the question. */
  readonly words: readonly string[];
  /** Its output has line numbers. */
  readonly hasNumbers: boolean;
  /** The one file it looks into, as it is written, where lines stand without a name. */
  readonly file: string | undefined;
}

const GREPS: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag', 'ack', 'ugrep']);
const LISTS: ReadonlySet<string> = new Set([
  'ls',
  'find',
  'fd',
  'fdfind',
  'bfs',
  'tree',
  'exa',
  'eza',
  'locate',
]);

/** Short options of grep and rg that take a value. */
const VALUES = 'ABCmefdDgtTjM';
const LONG_VALUES =
  /^--(?:after-context|before-context|context|max-count|regexp|file|glob|type|include|exclude|exclude-dir)$/;

export function shellSearch({ words }: SimpleCommand): ShellSearch | null {
  const texts = words.map((word) => word.text);
  const [name = '', ...rest] = texts[0] === 'git' && texts[1] === 'grep' ? texts.slice(1) : texts;
  if (LISTS.has(name)) return { tool: name, words: texts, hasNumbers: false, file: undefined };
  if (!GREPS.has(name)) return null;
  const operands: string[] = [];
  let hasPattern = false;
  let hasNumbers = false;
  let hasNames = false;
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i] ?? '';
    if (!word.startsWith('-') || word === '-') operands.push(word);
    else if (word.startsWith('--')) {
      hasNumbers ||= word === '--line-number';
      if (LONG_VALUES.test(word)) i++;
    } else {
      const flags = word.slice(1);
      const value = [...flags].findIndex((flag) => VALUES.includes(flag));
      const own = value === -1 ? flags : flags.slice(0, value);
      hasNumbers ||= own.includes('n');
      hasNames ||= /[rRH]/.test(own);
      hasPattern ||= /[ef]/.test(flags[value] ?? '');
      if (value !== -1 && value === flags.length - 1) i++;
    }
  }
  const files = hasPattern ? operands : operands.slice(1);
  const file = files.length === 1 && !hasNames ? files[0] : undefined;
  return { tool: name, words: texts, hasNumbers, file };
}
