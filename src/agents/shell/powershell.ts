import { isAbsolutePath, resolvePath } from '../../text/path';
import type { ShellItem, ShellReading } from './interpret';
import { lineCount } from './options';
import { lexPowerShell, type PowerShellWord } from './powershellLexer';
import { LONGEST_SHORT } from './shortCommand';
import { type Stream, selectLast, selectRanges, type Unclear, unclear, wholeFile } from './stream';

type Command = readonly PowerShellWord[];

/** What a PowerShell command does; null where it is more than plain commands, one after the other. */
export function interpretPowerShell(command: string, cwd: string): ShellReading | null {
  const part = sliced(command, cwd);
  if (part !== null) return { items: [part], cwd, isRisky: false, hidesErrors: false };
  const statements = lexPowerShell(command);
  if (statements === null) return null;
  const items: ShellItem[] = [];
  let folder: string | null = cwd;
  for (const { commands, isElse } of statements) {
    // What stands after `||` runs only where something failed.
    if (isElse) return null;
    const [first = [], ...filters] = commands;
    const name = nameOf(first);
    if (name === 'set-location') {
      const to: string | null = filters.length === 0 ? folderOf(first) : null;
      folder = to === null ? null : absolute(folder, to);
      continue;
    }
    items.push(itemOf(first, filters, folder));
  }
  return { items, cwd: folder, isRisky: false, hidesErrors: statements.some(hidesErrors) };
}

function hidesErrors({ commands }: { readonly commands: readonly Command[] }): boolean {
  return commands.some((words) => words.some(({ text }) => /^-(?:ErrorAction|EA)$/i.test(text)));
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['gc', 'get-content'],
  ['cat', 'get-content'],
  ['type', 'get-content'],
  ['select', 'select-object'],
  ['cd', 'set-location'],
  ['chdir', 'set-location'],
  ['sl', 'set-location'],
  ['ls', 'get-childitem'],
  ['dir', 'get-childitem'],
  ['gci', 'get-childitem'],
  ['sls', 'select-string'],
  ['echo', 'write-output'],
  ['write', 'write-output'],
]);

const SEARCHES: ReadonlySet<string> = new Set(['get-childitem', 'select-string', 'rg', 'findstr']);

function nameOf([first]: Command): string {
  const name = first === undefined || first.isQuoted ? '' : first.text.toLowerCase();
  return ALIASES.get(name) ?? name;
}

function itemOf(first: Command, filters: readonly Command[], cwd: string | null): ShellItem {
  const name = nameOf(first);
  const short = /^[\w.-]+$/.test(name) && name.length <= LONGEST_SHORT ? name : '';
  const other: ShellItem = { kind: 'command', short, prints: null, isHarmless: false };
  if (name === 'get-content') return contentOf(first, filters, cwd) ?? other;
  if (SEARCHES.has(name)) {
    const words = first.map(({ text }) => text);
    return { kind: 'search', search: { tool: name, words, hasNumbers: false, file: undefined }, cwd };
  }
  const [, text, ...more] = first;
  const isText = name === 'write-output' && text?.isQuoted === true && more.length === 0;
  return isText && filters.length === 0 ? { kind: 'text', lines: text.text.split('\n') } : other;
}

/** Parameters of `Get-Content`; true: takes a value. */
const CONTENT: ReadonlyMap<string, boolean> = new Map([
  ['path', true],
  ['literalpath', true],
  ['totalcount', true],
  ['head', true],
  ['first', true],
  ['tail', true],
  ['last', true],
  ['encoding', true],
  ['erroraction', true],
  ['raw', false],
  ['force', false],
]);

function contentOf(words: Command, filters: readonly Command[], cwd: string | null): ShellItem | null {
  const given = sort(words, CONTENT);
  if (given === null) return null;
  const { named, plain } = given;
  const literal = named.get('literalpath');
  const written = literal ?? named.get('path') ?? plain[0];
  const paths = [literal, named.get('path'), plain[0]].filter((path) => path !== undefined);
  if (written === undefined || paths.length !== 1 || plain.length > 1) return null;
  // A pattern may be of several files.
  if (literal === undefined && /[*?[\]]/.test(written)) return null;
  const path = absolute(cwd, written);
  if (path === null) return null;
  let stream: Stream | Unclear = wholeFile(path, written);
  const head = named.get('totalcount') ?? named.get('head') ?? named.get('first');
  const tail = named.get('tail') ?? named.get('last');
  if (head !== undefined || tail !== undefined) stream = selected(stream, head, tail, undefined);
  for (const filter of filters) {
    if (nameOf(filter) === 'out-host' && filter.length === 1) continue;
    // With `-Raw`, the whole text is one object.
    stream = stream.lines === null || named.has('raw') ? unclear(stream) : select(stream as Stream, filter);
  }
  return stream.lines === null
    ? { kind: 'unclear', read: stream as Unclear }
    : { kind: 'read', stream: stream as Stream };
}

const SELECT: ReadonlyMap<string, boolean> = new Map([
  ['first', true],
  ['last', true],
  ['skip', true],
]);

function select(stream: Stream, words: Command): Stream | Unclear {
  const given = nameOf(words) === 'select-object' ? sort(words, SELECT) : null;
  if (given === null || given.plain.length > 0) return unclear(stream);
  const { named } = given;
  return selected(stream, named.get('first'), named.get('last'), named.get('skip'));
}

/** The first or the last so many lines, perhaps after some that are passed over. */
function selected(
  stream: Stream,
  first: string | undefined,
  last: string | undefined,
  skip: string | undefined,
): Stream | Unclear {
  const start = skip === undefined || /^0+$/.test(skip) ? 1 : (lineCount(skip) ?? 0) + 1;
  const isSkip = skip === undefined || /^\d+$/.test(skip);
  const count = lineCount(first ?? last);
  if (!isSkip || (start === 1 && skip !== undefined && !/^0+$/.test(skip))) return unclear(stream);
  if (last !== undefined) {
    return first !== undefined || skip !== undefined || count === null
      ? unclear(stream)
      : selectLast(stream, count);
  }
  if (first === undefined) return selectRanges(stream, [[start, null]]);
  return count === null ? unclear(stream) : selectRanges(stream, [[start, start + count - 1]]);
}

/** `(Get-Content PATH)[A..B]`, counted from 0. */
function sliced(command: string, cwd: string): ShellItem | null {
  const [, inner, from, to] = /^\s*\(([^()]+)\)\[(\d{1,7})\.\.(\d{1,7})\]\s*$/.exec(command) ?? [];
  const [statement, ...more] = inner === undefined ? [] : (lexPowerShell(inner) ?? []);
  const [words, ...filters] = statement?.commands ?? [];
  if (words === undefined || more.length > 0 || filters.length > 0 || nameOf(words) !== 'get-content')
    return null;
  const item = contentOf(words, [], cwd);
  const [first, last] = [Number(from) + 1, Number(to) + 1];
  if (item?.kind !== 'read' || last < first) return null;
  const stream = selectRanges(item.stream, [[first, last]]);
  return stream.lines === null
    ? { kind: 'unclear', read: stream as Unclear }
    : { kind: 'read', stream: stream as Stream };
}

/** The words after a command's name; null where a parameter is not known. Names are understood in any case. */
function sort(
  words: Command,
  table: ReadonlyMap<string, boolean>,
): { readonly named: ReadonlyMap<string, string>; readonly plain: readonly string[] } | null {
  const named = new Map<string, string>();
  const plain: string[] = [];
  for (let i = 1; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) continue;
    if (word.isQuoted || !word.text.startsWith('-')) {
      plain.push(word.text);
      continue;
    }
    const name = word.text.slice(1).toLowerCase();
    const takesValue = table.get(name);
    const value = takesValue === true ? words[++i]?.text : '';
    if (takesValue === undefined || value === undefined || named.has(name)) return null;
    named.set(name, value);
  }
  return { named, plain };
}

function folderOf(words: Command): string | null {
  const given = sort(
    words,
    new Map([
      ['path', true],
      ['literalpath', true],
    ]),
  );
  const path = given?.named.get('literalpath') ?? given?.named.get('path') ?? given?.plain[0];
  return path === undefined || /[*?[\]]|^[-+]$/.test(path) ? null : path;
}

function absolute(cwd: string | null, path: string): string | null {
  // Other drives of PowerShell are no files: `Env:PATH`.
  if (path === '' || path.startsWith('~') || /^[A-Za-z]{2,}:/.test(path)) return null;
  if (cwd !== null) return resolvePath(cwd, path);
  return isAbsolutePath(path) ? resolvePath('/', path) : null;
}
