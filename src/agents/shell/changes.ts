import { sortOptions } from './options';
import type { SimpleCommand } from './parse';
import { parseSed } from './sedScript';

/** What a command does to a file. Paths as they are written. */
export type FileChange =
  | { readonly kind: 'changed'; readonly file: string }
  | { readonly kind: 'deleted'; readonly file: string }
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string };

const WRITING = new Set(['>', '>>', '>|', '&>', '&>>', '<>']);

/** The files that a command writes by its redirections. */
export function redirectedTo({ redirects }: SimpleCommand): FileChange[] {
  return redirects.flatMap(({ operator, target }): FileChange[] => {
    const isFile = WRITING.has(operator) || (operator === '>&' && !/^(?:\d+|-)$/.test(target.text));
    const isDevice = target.text.startsWith('/dev/');
    return isFile && !target.dynamic && !isDevice ? [{ kind: 'changed', file: target.text }] : [];
  });
}

/** The files that a program changes, as its words tell; words that the shell replaces are left out. */
export function programChanges({ words }: SimpleCommand): FileChange[] {
  const [name, ...rest] = words.filter((word) => !word.dynamic).map((word) => word.text);
  switch (name) {
    case 'sed': {
      const command = parseSed(rest);
      return command?.inPlace === true ? changed(command.files) : [];
    }
    case 'perl':
      return perl(rest);
    case 'tee':
      return changed(operands(rest));
    case 'rm':
    case 'unlink':
      return operands(rest).map((file) => ({ kind: 'deleted', file }));
    case 'mv':
      return moved(operands(rest));
    case 'cp':
      return copied(operands(rest));
    case 'git':
      return git(rest);
    case 'truncate':
      return changed(sortOptions(rest, { s: true, size: true, c: false })?.operands ?? []);
    default:
      return [];
  }
}

function changed(files: readonly string[]): FileChange[] {
  return files.map((file) => ({ kind: 'changed', file }));
}

/** The words that are no options. */
function operands(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  if (end === -1) return words.filter((word) => !word.startsWith('-'));
  return [...words.slice(0, end).filter((word) => !word.startsWith('-')), ...words.slice(end + 1)];
}

/** `perl -pi -e SCRIPT FILE…` */
function perl(words: readonly string[]): FileChange[] {
  if (!words.some((word) => /^-\w*i/.test(word))) return [];
  const files = words.filter((word, i) => !word.startsWith('-') && !/^-\w*e$/.test(words[i - 1] ?? ''));
  return changed(files);
}

function moved(names: readonly string[]): FileChange[] {
  const to = names.at(-1);
  if (names.length < 2 || to === undefined) return [];
  const sources = names.slice(0, -1);
  const isFolder = sources.length > 1 || to.endsWith('/');
  const renamed = sources.map(
    (from): FileChange => ({ kind: 'renamed', from, to: isFolder ? inside(to, from) : to }),
  );
  return isFolder || !mayBeFolder(to)
    ? renamed
    : [...renamed, ...changed(sources.map((from) => inside(to, from)))];
}

function copied(names: readonly string[]): FileChange[] {
  const to = names.at(-1);
  if (names.length < 2 || to === undefined) return [];
  const sources = names.slice(0, -1);
  const targets = sources.length > 1 || mayBeFolder(to) ? sources.map((from) => inside(to, from)) : [];
  return changed([...(sources.length > 1 ? [] : [to]), ...targets]);
}

/** Whether a target is a folder only the disk knows; a name with an ending is taken for a file's. */
function mayBeFolder(to: string): boolean {
  return !/[^\\/.][^\\/]*\.\w+$/.test(to);
}

function inside(folder: string, file: string): string {
  return `${folder}/${file.replace(/^.*[\\/](?=.)/, '')}`;
}

function git(words: readonly string[]): FileChange[] {
  const [command, ...rest] = words;
  switch (command) {
    case 'mv':
      return moved(operands(rest));
    case 'rm':
      return operands(rest).map((file) => ({ kind: 'deleted', file }));
    case 'restore':
      return changed(
        sortOptions(rest, { s: true, source: true, S: false, W: false, staged: false, worktree: false })
          ?.operands ?? [],
      );
    case 'checkout': {
      // Before `--` stand branches and commits.
      const end = rest.indexOf('--');
      return end === -1 ? [] : changed(rest.slice(end + 1));
    }
    default:
      return [];
  }
}
