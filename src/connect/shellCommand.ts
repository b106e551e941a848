import { platformOf } from '../text/platform';

/** What needs no quotes in any shell. */
const PLAIN = /^[A-Za-z0-9_/.:@%+=,-]+$/;
/** What means something between double quotes, in one shell or another. */
const SPECIAL_WITHIN_QUOTES = /["$`\\!%^&]/;

/**
 * A command line for a program and its arguments, for the shells that agents run their hooks in: sh, bash, zsh and fish;
 * on Windows Git's bash, cmd and PowerShell, as far as one line can be right in all of them.
 */
export function shellCommand(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map(platformOf(platform).hasShell ? quoted : quotedOnWindows).join(' ');
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function quotedOnWindows(word: string): string {
  // Programs there take slashes as well, and a backslash means something else in each shell.
  const path = word.replaceAll('\\', '/');
  if (PLAIN.test(path)) return path;
  return SPECIAL_WITHIN_QUOTES.test(path) ? quoted(path) : `"${path}"`;
}

/** The words of a command line that {@link shellCommand} can have written; undefined for any other. */
export function wordsOfShellCommand(command: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece, inSingle, inDouble, escaped, plain] of command.matchAll(
    /'([^']*)'|"([^"$`\\!%^&]*)"|\\(')|([A-Za-z0-9_/.:@%+=,-]+)|[\s\S]/g,
  )) {
    const content = inSingle ?? inDouble ?? escaped ?? plain;
    if (content !== undefined) word = (word ?? '') + content;
    else if (piece === ' ' && word !== undefined) {
      words.push(word);
      word = undefined;
    } else return undefined;
  }
  return word === undefined ? undefined : [...words, word];
}

/** A command line for PowerShell that runs a program with arguments. */
export function powershellCommand(words: readonly string[]): string {
  return `& ${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' ')}`;
}

/** The words of a command line that {@link powershellCommand} can have written; undefined for any other. */
export function wordsOfPowershellCommand(command: string): readonly string[] | undefined {
  if (!/^&(?: '(?:[^']|'')*')+$/.test(command)) return undefined;
  return [...command.matchAll(/'((?:[^']|'')*)'/g)].map(([, word = '']) => word.replaceAll("''", "'"));
}
