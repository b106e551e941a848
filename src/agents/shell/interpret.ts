import { isAbsolutePath, resolvePath } from '../../text/path';
import { type FileChange, programChanges, redirectedTo } from './changes';
import { changesNothing } from './harmless';
import { printedLiterally } from './literals';
import { type Pipeline, parseShell, type SimpleCommand } from './parse';
import { printedLines } from './prints';
import { type LineProgram, lineProgram } from './readers';
import { type ShellSearch, shellSearch } from './searches';
import { SCENERY, shortCommand, shortForm } from './shortCommand';
import { type Stream, type Unclear, unclear, wholeFile } from './stream';

/** One thing that a shell command does, in its order. */
export type ShellItem =
  /** Prints lines of a file. */
  | { readonly kind: 'read'; readonly stream: Stream }
  /** Prints something of a file; which of its lines cannot be told. */
  | { readonly kind: 'unclear'; readonly read: Unclear }
  /** Prints these lines; with `instead`, only if what stands before it failed. */
  | { readonly kind: 'text'; readonly lines: readonly string[]; readonly instead?: true }
  | { readonly kind: 'search'; readonly search: ShellSearch; readonly cwd: string | null }
  /** Any other command, '' for one that only sets the scene. Prints so many lines; null: not known. */
  | {
      readonly kind: 'command';
      readonly short: string;
      readonly prints: number | null;
      /** It changes no file's content, save those that are told apart. */
      readonly isHarmless: boolean;
    }
  /** Changes a file; paths are absolute. Prints nothing. */
  | { readonly kind: 'change'; readonly change: FileChange; readonly written: string };

/** What a shell command does, as its text tells. */
export interface ShellReading {
  readonly items: readonly ShellItem[];
  /** Working directory after it; null: not known. */
  readonly cwd: string | null;
  /** The order or the choice of what is printed is not certain. */
  readonly isRisky: boolean;
  /** What goes wrong is not said: no output may mean that a file is not there. */
  readonly hidesErrors: boolean;
}

/** Programs that take lines and show none of them. */
const COUNTERS: ReadonlySet<string> = new Set(['wc', 'md5sum', 'sha1sum', 'sha256sum', 'cksum']);

/** @param cwd absolute folder the command starts in; null: not known */
export function interpretShell(command: string, cwd: string | null): ShellReading {
  const pipelines = parseShell(command);
  if (pipelines === null || pipelines.some(({ commands }) => commands.some(isExec)))
    return notUnderstood(command);
  const wrapped = wrappedCommand(pipelines);
  if (wrapped !== null) return { ...interpretShell(wrapped, cwd), cwd };
  const items: ShellItem[] = [];
  let folder = cwd;
  let isRisky = false;
  for (const pipeline of pipelines) {
    const found = interpretPipeline(pipeline, folder);
    const printing = found.filter((item) => linesOf(item) !== 0);
    if (pipeline.after === '||' && printing.every(isTelling)) {
      items.push(...found.map((item) => (item.kind === 'text' ? { ...item, instead: true as const } : item)));
    } else {
      const isUncertain = pipeline.after === '||' || pipeline.background || pipeline.unusual;
      isRisky ||= printing.length > 0 && isUncertain;
      items.push(...found);
    }
    folder = folderAfter(pipeline, folder);
    if (pipeline.after === ';' && pipeline.commands[0]?.words[0]?.text === 'exit') break;
  }
  const hidesErrors = pipelines.some(({ commands }) => commands.some(hasHiddenErrors));
  return { items, cwd: folder, isRisky, hidesErrors };
}

function hasHiddenErrors({ redirects }: SimpleCommand): boolean {
  return redirects.some(
    ({ operator, fd, target }) =>
      operator.startsWith('&>') || (fd === 2 && !(operator === '>&' && target.text === '1')),
  );
}

/** `exec` may send the output of all that follows elsewhere. */
function isExec({ words }: SimpleCommand): boolean {
  return words[0]?.text === 'exec';
}

/** A command that does something, who knows what. */
export function notUnderstood(command: string): ShellReading {
  return {
    items: [{ kind: 'command', short: shortCommand(command), prints: null, isHarmless: false }],
    cwd: null,
    isRisky: true,
    hidesErrors: true,
  };
}

/** The command of a lone `bash -c COMMAND`, whose folder is its own; null for any other. */
function wrappedCommand(pipelines: readonly Pipeline[]): string | null {
  const [only] = pipelines;
  const [command] = only?.commands ?? [];
  if (pipelines.length !== 1 || only?.commands.length !== 1 || command === undefined) return null;
  if (only.background || only.unusual || command.redirects.length > 0) return null;
  const [shell, flag, text] = command.words;
  const isShell =
    command.words.length === 3 && /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/.test(shell?.text ?? '');
  return isShell && /^-l?c$/.test(flag?.text ?? '') && text?.dynamic === false ? text.text : null;
}

/** A text that would be seen if it had been printed. */
function isTelling(item: ShellItem): boolean {
  return item.kind === 'text' && item.lines.some((line) => line.trim() !== '');
}

/** How many lines an item prints; null: not known. */
function linesOf(item: ShellItem): number | null {
  switch (item.kind) {
    case 'text':
      return item.lines.length;
    case 'command':
      return item.prints;
    case 'change':
      return 0;
    default:
      return null;
  }
}

function interpretPipeline(pipeline: Pipeline, cwd: string | null): ShellItem[] {
  const { commands, background } = pipeline;
  const [first, ...filters] = commands;
  if (first === undefined) return [];
  const changes = commands.flatMap((command) => changesOf(command, cwd));
  const shows = !background && commands.every(goesOn) && !commands.some(isRedirected);
  const name = first.words[0];
  if (name === undefined || name.dynamic)
    return [{ kind: 'command', short: '', prints: null, isHarmless: false }, ...changes];

  const reads = shows ? readItems(first, filters, cwd) : null;
  if (reads !== null) return [...reads, ...changes];
  const search = shellSearch(first);
  if (search !== null) return [{ kind: 'search', search, cwd }, ...changes];
  const literal = filters.length === 0 && shows ? printedLiterally(first) : null;
  if (literal !== null) return [{ kind: 'text', lines: literal }, ...changes];
  return [...otherCommand(pipeline, first), ...changes];
}

function otherCommand(pipeline: Pipeline, first: SimpleCommand): ShellItem[] {
  const name = first.words[0]?.text ?? '';
  const prints = printedLines(pipeline);
  if (prints === 0 && SCENERY.has(name)) return [];
  const isHarmless = pipeline.commands.every(changesNothing);
  return [{ kind: 'command', short: SCENERY.has(name) ? '' : shortForm(first), prints, isHarmless }];
}

/** The command's output goes on as it is, and it takes no input but what comes before it. */
function goesOn({ redirects }: SimpleCommand): boolean {
  return redirects.every(
    ({ operator, fd }) => !operator.startsWith('<') && (fd === null || fd === 2 || fd === 1),
  );
}

/** What the command prints goes to a file. */
function isRedirected({ redirects }: SimpleCommand): boolean {
  return redirects.some(({ operator, fd, target }) =>
    operator === '>&'
      ? target.text !== '1' && fd !== 2
      : operator.startsWith('&') || (operator.startsWith('>') && fd !== 2),
  );
}

/** The reads of a pipeline that starts with a program that prints lines of files; null where it does not. */
function readItems(
  first: SimpleCommand,
  filters: readonly SimpleCommand[],
  cwd: string | null,
): ShellItem[] | null {
  const source = programOf(first);
  if (source === null || source.files.length === 0) return null;
  if (filters.some(({ words }) => COUNTERS.has(words[0]?.text ?? ''))) return null;
  // Only the last stage's output is seen.
  if (filters.length > 0 && source.files.length > 1) return null;
  const items: ShellItem[] = [];
  for (const [i, written] of source.files.entries()) {
    const path = absolute(cwd, written);
    if (path === null) return null;
    if (source.announces && source.files.length > 1) {
      items.push({ kind: 'text', lines: [...(i > 0 ? [''] : []), `==> ${written} <==`] });
    }
    let stream = source.print(wholeFile(path, written));
    for (const filter of filters) {
      const program = passesOn(filter) ? null : programOf(filter);
      if (passesOn(filter)) continue;
      stream =
        program === null || program.files.length > 0 || stream.lines === null
          ? unclear(stream)
          : program.print(stream as Stream);
    }
    items.push(
      stream.lines === null
        ? { kind: 'unclear', read: stream as Unclear }
        : { kind: 'read', stream: stream as Stream },
    );
  }
  return items;
}

/** `tee` hands on what it is given. */
function passesOn({ words }: SimpleCommand): boolean {
  return words[0]?.text === 'tee';
}

function programOf({ words }: SimpleCommand): LineProgram | null {
  const [name, ...rest] = words;
  if (name === undefined || words.some((word) => word.dynamic)) return null;
  return lineProgram(
    // A program may be named by its path.
    name.text.replace(/^\/(?:usr\/)?(?:local\/)?bin\//, ''),
    rest.map((word) => word.text),
  );
}

function changesOf(command: SimpleCommand, cwd: string | null): ShellItem[] {
  return [...programChanges(command), ...redirectedTo(command)].flatMap((change): ShellItem[] => {
    if (change.kind === 'renamed') {
      const from = absolute(cwd, change.from);
      const to = absolute(cwd, change.to);
      return from === null || to === null
        ? []
        : [{ kind: 'change', change: { kind: 'renamed', from, to }, written: change.to }];
    }
    const file = absolute(cwd, change.file);
    return file === null
      ? []
      : [{ kind: 'change', change: { kind: change.kind, file }, written: change.file }];
  });
}

function absolute(cwd: string | null, path: string): string | null {
  if (path === '' || path.includes('\0')) return null;
  if (cwd !== null) return resolvePath(cwd, path);
  return isAbsolutePath(path) ? resolvePath('/', path) : null;
}

/** Each stage of a pipeline, and a command in the background, has a working directory of its own. */
function folderAfter({ commands, background, after }: Pipeline, cwd: string | null): string | null {
  const [command] = commands;
  const name = command?.words[0]?.text;
  if (commands.length > 1 || background || command === undefined) return cwd;
  if (name === 'pushd' || name === 'popd' || name === 'eval' || name === 'source' || name === '.')
    return null;
  if (name !== 'cd') return cwd;
  const operands = command.words.slice(1).filter((word) => !/^-[LPe@]+$|^--$/.test(word.text));
  const [target] = operands;
  const isKnown = operands.length === 1 && target !== undefined && !target.dynamic && target.text !== '-';
  // A folder that is not there, and nobody says so: what follows is done elsewhere.
  if (hasHiddenErrors(command)) return null;
  return isKnown && after !== '||' ? absolute(cwd, target.text) : null;
}
