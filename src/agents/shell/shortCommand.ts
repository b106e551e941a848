import type { Word } from './lexer';
import { type Pipeline, parseShell, type SimpleCommand } from './parse';

/** UTF-16 code units. */
export const LONGEST_SHORT = 80;
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** Programs that only set the scene for the ones that follow. */
export const SCENERY: ReadonlySet<string> = new Set(
  'cd pushd popd pwd echo printf true false : test [ export set unset source . sleep exit wait'.split(' '),
);

/**
 * A command in short: the first program that does something, and its plain words. Never quoted text or here-documents:
 * they may hold the text of files. Giving the short form again gives the same.
 */
export function shortCommand(command: string): string {
  const pipelines = parseShell(command);
  if (pipelines !== null) return shortPipelines(pipelines);
  const words = shortWords(command.split(/[^\w@%+=:,./ -]/, 1)[0]?.split(/ +/) ?? []);
  // These words alone may well be a command: with a variable before its program, for one.
  const understood = parseShell(words);
  return understood === null ? words : shortPipelines(understood);
}

function shortPipelines(pipelines: readonly Pipeline[]): string {
  const commands = pipelines.flatMap((pipeline) => pipeline.commands.slice(0, 1));
  const telling = commands.find(({ words }) => !SCENERY.has(words[0]?.text ?? '')) ?? commands[0];
  return telling === undefined ? '' : shortForm(telling);
}

/** One simple command in short. */
export function shortForm({ words }: SimpleCommand): string {
  const [program, ...rest] = words;
  return program === undefined || !isPlain(program)
    ? ''
    : shortWords([program.text, ...rest.filter(isPlain).map((word) => word.text)]);
}

function isPlain(word: Word): boolean {
  return word.plain && !word.dynamic && PLAIN_WORD.test(word.text);
}

function shortWords(words: readonly string[]): string {
  let short = '';
  for (const word of words) {
    if (!PLAIN_WORD.test(word)) continue;
    const longer = short === '' ? word : `${short} ${word}`;
    if (longer.length > LONGEST_SHORT) break;
    short = longer;
  }
  return short;
}
