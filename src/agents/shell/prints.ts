import { programChanges } from './changes';
import type { Pipeline, Redirect, SimpleCommand } from './parse';
import { lineProgram } from './readers';

/** Programs that print nothing when all goes well. */
const SILENT: ReadonlySet<string> = new Set(
  'cd true : export unset set mkdir touch cp mv rm rmdir chmod chown ln sleep test [ exit false wait truncate'.split(
    ' ',
  ),
);

/** Programs that print one line, and what may stand behind their name. */
const ONE_LINE: ReadonlyMap<string, RegExp> = new Map([
  ['pwd', /^-[LP]$/],
  // A format may hold line ends.
  ['date', /^(?:-u|-R|-I[a-z]*|\+(?:%[^nNt]|[^%\n])+)$/],
  ['whoami', /^$/],
  ['hostname', /^-[fs]$/],
]);

/** Programs of which it is known what they look like when they complain, beside those that print lines of files. */
const COMPLAINING: ReadonlySet<string> = new Set([
  ...SILENT,
  'echo',
  'printf',
  'tee',
  'grep',
  'egrep',
  'fgrep',
  'ls',
  'find',
]);

/**
 * How many lines a pipeline prints, as its words tell, where it is not one that shows lines of files; null: not known. What
 * goes wrong is not in it, where its messages are such that they are known by their looks.
 */
export function printedLines({ commands, background }: Pipeline): number | null {
  const [first, ...filters] = commands;
  if (first === undefined || isHidden(commands)) return 0;
  if (filters.length === 0 && isSilent(first)) return 0;
  const isPlain = !background && commands.every(({ redirects }) => redirects.every(leavesOutput));
  return isPlain ? count(first, filters) : null;
}

/** Where what a command prints goes: whether it is still seen. */
interface Seen {
  readonly output: boolean;
  readonly errors: boolean;
}

/** Nothing is seen but messages that are known by their looks. */
function isHidden(commands: readonly SimpleCommand[]): boolean {
  const seen = commands.map(({ redirects }, i) => seenOf(redirects, i < commands.length - 1));
  return (
    seen.at(-1)?.output === false &&
    commands.every((command, i) => seen[i]?.errors === false || isKnownToComplain(command))
  );
}

/**
 * Redirections are done in their order, and each copies what stands then.
 *
 * @param isPiped what the command prints goes to the next one, so it is not seen itself
 */
function seenOf(redirects: readonly Redirect[], isPiped: boolean): Seen {
  const seen = new Map([[1, !isPiped]]);
  const isSeen = (fd: number) => seen.get(fd) ?? true;
  for (const { fd, operator, target } of redirects) {
    const isCopy = /^\d+$/.test(target.text) && !target.dynamic;
    if (operator === '>&' || operator === '<&') {
      const to = fd ?? (operator === '>&' ? 1 : 0);
      const isBoth = operator === '>&' && !isCopy && target.text !== '-';
      seen.set(to, isCopy ? isSeen(Number(target.text)) : !isBoth || !isFile(target));
      if (isBoth) seen.set(2, !isFile(target));
    } else if (operator.startsWith('&')) {
      for (const each of [1, 2]) seen.set(each, !isFile(target));
    } else if (operator.startsWith('>') || operator === '<>') {
      seen.set(fd ?? (operator === '<>' ? 0 : 1), !isFile(target));
    }
  }
  return { output: isSeen(1), errors: isSeen(2) };
}

/** Devices may be the output itself, and what a variable holds is not known. */
function isFile({ text, dynamic }: Redirect['target']): boolean {
  return !dynamic && (text === '/dev/null' || !isDevice(text));
}

function isDevice(text: string): boolean {
  return /(?:^|=)\/(?:dev|proc)\/(?!null$)/.test(text);
}

/** Whether its messages begin with its name, and are known by that (see `mayBeComplaint`). */
function isKnownToComplain({ words }: SimpleCommand): boolean {
  const [name, ...rest] = words;
  if (name === undefined || name.dynamic) return false;
  if (COMPLAINING.has(name.text)) return true;
  // A program of lines whose words are not all known may be more than that.
  const isKnown = !rest.some(({ dynamic }) => dynamic);
  return (
    isKnown &&
    lineProgram(
      name.text,
      rest.map(({ text }) => text),
    ) !== null
  );
}

function isSilent(command: SimpleCommand): boolean {
  const [name, ...rest] = command.words;
  const texts = rest.map(({ text }) => text);
  if (name === undefined || rest.some(({ text }) => isDevice(text))) return false;
  if (name.text === 'sed') return programChanges(command).length > 0;
  if (!SILENT.has(name.text) || texts.some(isVerbose)) return false;
  switch (name.text) {
    case 'cd':
      return !texts.includes('-');
    case 'chmod':
    case 'chown':
      return !texts.some((text) => /^-\w*c/.test(text));
    case 'export':
      return texts.length > 0 && !texts.some((text) => /^-\w*p/.test(text));
    case 'set':
      // Alone it lists all variables; `-x` and `-v` show every command that follows.
      return (
        texts.length > 0 &&
        texts.every((text) => /^[-+][euofEhmCbB]+$|^pipefail$|^errexit$|^nounset$/.test(text))
      );
    default:
      return true;
  }
}

function isVerbose(text: string): boolean {
  return /^-\w*v|^--(?:verbose|debug|changes|help|version)$/.test(text);
}

/** What the command prints goes on as it is. */
function leavesOutput({ operator, fd, target }: Redirect): boolean {
  if (operator === '>&') return fd === 2 && target.text === '1';
  return operator.startsWith('<') ? operator !== '<>' && (fd === null || fd === 0) : fd === 2;
}

function count(first: SimpleCommand, filters: readonly SimpleCommand[]): number | null {
  const { words, redirects } = first;
  if (words.some((word) => word.dynamic)) return null;
  const [only, ...more] = filters;
  if (only !== undefined) {
    const isQuiet = !seenOf(redirects, true).errors || isKnownToComplain(first);
    return more.length === 0 && isQuiet && isCount(only, true) ? 1 : null;
  }
  const [name = '', ...rest] = words.map(({ text }) => text);
  if (name === 'wc') return isCount(first, redirects.length > 0) ? 1 : null;
  const allowed = ONE_LINE.get(name);
  return allowed !== undefined && rest.every((text) => allowed.test(text)) ? 1 : null;
}

/** `wc` of one file, or of what it is given. */
function isCount({ words }: SimpleCommand, isGiven: boolean): boolean {
  const [name, ...rest] = words;
  const operands = rest.filter(({ text }) => !text.startsWith('-'));
  const isPlain = rest.every(
    ({ text, dynamic }) => !dynamic && (!text.startsWith('-') || /^-[clmwL]+$/.test(text)),
  );
  return name?.text === 'wc' && isPlain && (operands.length === 1 || (operands.length === 0 && isGiven));
}
