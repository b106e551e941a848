import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Generations } from '../../../src/text/generations';
import { splitLines } from '../../../src/text/lines';
import { type Command, quoted } from './shellGrammar';

/** Runs that are remembered: a few kB each. */
const MOST_KNOWN = 8000;
const PATIENCE = 20_000;

/** No line is like another. */
const linesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${'  '.repeat(i % 3)}line_${i + 1}_of_${name}`);
const FILES: Readonly<Record<string, string>> = {
  'a.ts': `${linesOf('a', 40).join('\n')}\n`,
  'b.ts': `${linesOf('b', 7).join('\n')}\n`,
  'src/c.ts': `${linesOf('c', 13).join('\n')}\n`,
  'src/a.ts': `${linesOf('another', 12).join('\n')}\n`,
  'empty.ts': '',
  'open.ts': linesOf('open', 5).join('\n'),
  'crlf.ts': `${linesOf('crlf', 9).join('\r\n')}\r\n`,
};

/** A file's lines, by its path in the folder; undefined where there is none. */
export type State = (path: string) => readonly string[] | undefined;

/** What a shell made of a command. */
interface Result {
  readonly stdout: string;
  readonly hasFailed: boolean;
  /** The files as it left them; null: as they were. */
  readonly after: ReadonlyMap<string, readonly string[]> | null;
}

/** A command that ran. */
export interface Run extends Omit<Result, 'after'> {
  readonly text: string;
  /** Each file's lines before it and after it. */
  readonly states: readonly [before: State, after: State];
}

/**
 * Runs commands in a real shell, and remembers what came of them: a command does the same in the same files, so that it
 * is run again only where other commands have changed them before.
 */
export class ShellRuns {
  /** Where commands run. Canonical. */
  readonly cwd: string;
  readonly #root: string;
  /** What each printed, and the files as each left them. */
  readonly #beside: string;
  readonly #bash: string;
  readonly #known = new Generations<string, Result>(MOST_KNOWN);

  /** @param bash path of the shell */
  constructor(bash: string) {
    this.#bash = bash;
    this.#root = mkdtempSync(join(realpathSync.native(tmpdir()), 'rc-fuzz-'));
    this.cwd = join(this.#root, 'ws');
    this.#beside = join(this.#root, 'beside');
  }

  /** One after the other, each in a shell of its own; those that came to their end. */
  of(commands: readonly Command[]): readonly Run[] {
    const keys = keysOf(commands);
    if (keys.some((key) => this.#known.get(key) === undefined)) this.#run(commands, keys);
    let before: State = (path) => (path in FILES ? splitLines(FILES[path] ?? '') : undefined);
    const runs: Run[] = [];
    for (const [i, { text }] of commands.entries()) {
      const result = this.#known.get(keys[i] ?? '');
      if (result === undefined) break;
      const { stdout, hasFailed, after: files } = result;
      const after: State = files === null ? before : (path) => files.get(path);
      runs.push({ text, stdout, hasFailed, states: [before, after] });
      before = after;
    }
    return runs;
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Those that are not known, and those that the files of these are from. */
  #run(commands: readonly Command[], keys: readonly string[]): void {
    for (const folder of [this.cwd, this.#beside]) rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(this.cwd, 'src'), { recursive: true });
    mkdirSync(this.#beside);
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(this.cwd, name), text);
    const script = commands.flatMap(({ text, changes }, i) => {
      if (!changes && this.#known.get(keys[i] ?? '') !== undefined) return [];
      const own = `(exec >"$B/${i}" 2>&1; trap wait EXIT; eval ${quoted(text)})`;
      // The code comes last: where it is, all is.
      return `${own}; C=$?${changes ? `; cp -r . "$B/${i}.after"` : ''}; echo $C >"$B/${i}.code"`;
    });
    spawnSync(this.#bash, ['--norc', '-c', script.join('\n')], {
      cwd: this.cwd,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', B: this.#beside },
      stdio: 'ignore',
      timeout: PATIENCE,
    });
    for (const [i, command] of commands.entries()) {
      const code = join(this.#beside, `${i}.code`);
      if (existsSync(code)) this.#known.set(keys[i] ?? '', this.#resultOf(i, command, code));
    }
  }

  #resultOf(i: number, { changes }: Command, code: string): Result {
    return {
      stdout: readFileSync(join(this.#beside, String(i)), 'utf8'),
      hasFailed: readFileSync(code, 'utf8').trim() !== '0',
      after: changes ? filesIn(join(this.#beside, `${i}.after`)) : null,
    };
  }
}

/** The lines of every file, those that links lead to too. */
function filesIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name) => {
      const file = join(folder, name);
      const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
      return isFile ? [[name, splitLines(readFileSync(file, 'utf8'))] as const] : [];
    }),
  );
}

/** What a command's result depends on: itself, and those before it that changed files. */
function keysOf(commands: readonly Command[]): readonly string[] {
  let changed = '';
  return commands.map(({ text, changes }) => {
    const key = `${changed}\0${text}`;
    if (changes) changed = key;
    return key;
  });
}
