import { resolvePath } from '../../text/path';
import type { JsonObject } from '../adapter';
import { textField } from '../json';
import { type Call, wordsOf } from './call';

/** A command, as a shell was given it. */
export interface Command {
  readonly script: string;
  readonly shell: 'posix' | 'powershell' | 'other';
  /** Absolute folder that it was started in. */
  readonly cwd: string;
}

/** What an agent's own record of a command says: an item, or an event of older versions. */
export interface Recorded {
  readonly command: Command | null;
  /** What the command printed; the agent keeps only so much of it. */
  readonly printed: string | null;
  readonly exitCode: number | null;
}

const POSIX = /(?:^|[\\/])(?:ba|z|da|k)?sh(?:\.exe)?$/;
const POWERSHELL = /(?:^|[\\/])(?:powershell|pwsh)(?:\.exe)?$/i;

/** The command of a call of one of the shell tools; null where it names none. */
export function commandOf({ args, cwd }: Call): Command | null {
  const folder = textField(args, 'workdir');
  const started = folder === undefined || folder === '' ? cwd : resolvePath(cwd, folder);
  const words = wordsOf(args, 'command');
  if (words !== undefined) return commandOfWords(words, started);
  const script = textField(args, 'cmd') ?? textField(args, 'command');
  if (script === undefined) return null;
  const shell = textField(args, 'shell') ?? '';
  const kind = POWERSHELL.test(shell) ? 'powershell' : shell === '' || POSIX.test(shell) ? 'posix' : 'other';
  return { script, shell: kind, cwd: started };
}

/** A program with its words, mostly a shell with a script. */
export function commandOfWords(words: readonly string[], cwd: string): Command | null {
  const [program = ''] = words;
  const script = words.at(-1);
  if (script === undefined) return null;
  if (POSIX.test(program) && words.length === 3 && /^-l?c$/.test(words[1] ?? ''))
    return { script, shell: 'posix', cwd };
  if (POWERSHELL.test(program)) {
    const isCommand = /^-c(?:ommand)?$/i.test(words.at(-2) ?? '');
    return { script, shell: isCommand ? 'powershell' : 'other', cwd };
  }
  if (/(?:^|[\\/])cmd(?:\.exe)?$/i.test(program)) return { script, shell: 'other', cwd };
  return { script: words.map(quoted).join(' '), shell: 'posix', cwd };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The folder of an item: a path, or a `file:` address. */
export function folderField(from: JsonObject, name: string): string | undefined {
  const text = textField(from, name);
  if (text === undefined || text === '') return undefined;
  return text.startsWith('file:') ? pathOfAddress(text) : text;
}

/** The path that a `file:` address names; undefined where it is no such address. */
export function pathOfAddress(address: string): string | undefined {
  const [, path] = /^file:\/\/(?:localhost)?(\/.*)$/s.exec(address) ?? [];
  if (path === undefined) return undefined;
  try {
    const plain = decodeURIComponent(path);
    return /^\/[A-Za-z]:/.test(plain) ? plain.slice(1) : plain;
  } catch {
    // A per cent sign that stands for itself.
    return path;
  }
}
