import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ShellOutput, wholeOutput } from '../../../src/agents/shell/output';
import { shellCall } from '../../../src/agents/shell/shellCall';
import { openWorkshop, type Workshop } from '../../../src/agents/workshop';
import { LineHasher } from '../../../src/text/lineHash';
import { splitLines } from '../../../src/text/lines';
import type { DeliveredEvent, ReadEvent } from '../../../src/tracker/event';
import { Random } from '../../golden/support/random';
import { demand, type Target } from '../engine/target';
import { Choices, type Command, commandOf, quoted } from './shellGrammar';

const BASH = ['/bin/bash', '/usr/bin/bash'].find(existsSync);
/** Commands of one session. */
const MOST_COMMANDS = 5;

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

/** Where commands run: `ws`, and beside it what each printed, and the files as each left them. */
interface Place {
  readonly cwd: string;
  readonly beside: string;
}

/** A command that ran. */
interface Run extends Command {
  readonly stdout: string;
  readonly hasFailed: boolean;
  /** Each file's lines before it and after it. */
  readonly states: readonly ((path: string) => readonly string[] | undefined)[];
}

/**
 * Sessions of commands that a grammar makes, run by a real shell: each line that is credited was printed, and stands
 * where it is said to, in the file as it was before the command or after it.
 */
export const SHELL: Target = {
  name: 'shell',
  checks:
    'sessions of commands of a grammar, which read and change files, run by a real bash: each credited line stands at its place in the real file and was printed',
  seeds: () => {
    const random = new Random(17);
    return Array.from({ length: 60 }, () => Buffer.from(Array.from({ length: 72 }, () => random.below(256))));
  },
  open: async () => {
    const root = mkdtempSync(join(realpathSync.native(tmpdir()), 'rc-fuzz-'));
    const place = { cwd: join(root, 'ws'), beside: join(root, 'beside') };
    return {
      run: (input) => {
        if (BASH === undefined) return;
        const choices = new Choices(input);
        const commands: Command[] = [];
        do commands.push(commandOf(choices));
        while (commands.length < MOST_COMMANDS && !choices.isOver);
        check(ran(commands, place, BASH), place.cwd, input);
      },
      close: () => rmSync(root, { recursive: true, force: true }),
    };
  },
};

/** Runs them one after the other, each in a shell of its own; those that came to their end. */
function ran(commands: readonly Command[], { cwd, beside }: Place, bash: string): readonly Run[] {
  for (const folder of [cwd, beside]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(cwd, 'src'), { recursive: true });
  mkdirSync(beside);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text);
  const script = commands.map(({ text, changes }, i) => {
    const own = `(exec >"$B/${i}" 2>&1; trap wait EXIT; eval ${quoted(text)})`;
    return `${own}; echo $? >"$B/${i}.code"${changes ? `; cp -r . "$B/${i}.after"` : ''}`;
  });
  spawnSync(bash, ['--norc', '-c', script.join('\n')], {
    cwd,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', B: beside },
    stdio: 'ignore',
    timeout: 20_000,
  });
  let before = (path: string): readonly string[] | undefined =>
    path in FILES ? splitLines(FILES[path] ?? '') : undefined;
  const runs: Run[] = [];
  for (const [i, command] of commands.entries()) {
    const code = join(beside, `${i}.code`);
    if (!existsSync(code)) break;
    const folder = join(beside, `${i}.after`);
    const after = command.changes ? (path: string) => linesIn(join(folder, path)) : before;
    runs.push({
      ...command,
      stdout: readFileSync(join(beside, String(i)), 'utf8'),
      hasFailed: readFileSync(code, 'utf8').trim() !== '0',
      states: [before, after],
    });
    before = after;
  }
  return runs;
}

function linesIn(file: string): readonly string[] | undefined {
  return existsSync(file) ? splitLines(readFileSync(file, 'utf8')) : undefined;
}

/** Agents hand output on in different ways: each is a session of its own. */
function check(runs: readonly Run[], cwd: string, input: Buffer): void {
  const workshops = new Map<string, { readonly workshop: Workshop; readonly printed: string[] }>();
  for (const [i, run] of runs.entries()) {
    for (const [how, output] of Object.entries(outputsOf(run.stdout, input))) {
      const known = workshops.get(how) ?? { workshop: openWorkshop(hasher), printed: [] };
      workshops.set(how, known);
      known.printed.push(...shown(output));
      const call = {
        command: run.text,
        cwd,
        output,
        hasFailed: run.hasFailed,
        isDenied: false,
        error: 'other',
      };
      const base = { source: 'x', session: 's', agent: 'x', actor: 'main', time: i + 1, call: `c${i}` };
      for (const event of shellCall(call, base, known.workshop).events) {
        const where = () => `${how}, call ${i} of ${runs.map(({ text }) => text).join(' §§ ')}`;
        if (event.kind === 'read') checkLines(event, cwd, run.states, shown(output), where);
        // What an earlier command printed is placed later.
        if (event.kind === 'delivered') {
          const states = runs.slice(0, i + 1).flatMap((each) => each.states);
          checkLines(event, cwd, states, known.printed, where);
        }
      }
    }
  }
}

function checkLines(
  { path, returned, lineHashes, totalLines }: ReadEvent | DeliveredEvent,
  cwd: string,
  states: Run['states'],
  printed: readonly string[],
  where: () => string,
): void {
  const contents = states.map((linesOf) => linesOf(path.slice(cwd.length + 1)));
  let at = 0;
  for (const [start, end] of returned) {
    for (let line = start; line <= end; line++) {
      const hash = lineHashes?.[at++];
      const candidates = contents.flatMap((lines) => lines?.[line - 1] ?? []);
      const what = () => `line ${line} of ${path}: ${where()}`;
      demand(candidates.length > 0, () => `beyond the end: ${what()}`);
      // Some agents take white space away at the start of an output.
      const same = candidates.filter(
        (text) => hash === hasher.line(text) || hash === hasher.line(text.trim()),
      );
      demand(same.length > 0, () => `another text: ${what()}`);
      const isPrinted = same.some((text) => printed.some((each) => each.includes(text.trim())));
      demand(isPrinted, () => `not printed: ${what()}`);
    }
  }
  const isCounted = totalLines === null || contents.some((lines) => (lines?.length ?? 0) === totalLines);
  demand(isCounted, () => `${totalLines} lines of ${path}: ${where()}`);
}

const hasher = new LineHasher([5, 8]);

function shown({ lines, tail }: ShellOutput): readonly string[] {
  return [...lines, ...(tail?.lines ?? [])];
}
/** The output as agents hand it on: whole, without white space around it, and cut. */
function outputsOf(text: string, input: Buffer): Readonly<Record<string, ShellOutput>> {
  const whole = wholeOutput(text);
  const bare = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  const trimmed: ShellOutput = {
    ...whole,
    lines: bare === '' ? [] : bare.split('\n').map(withoutReturn),
    isTrimmed: true,
  };
  const random = new Random(input.length + (input[0] ?? 0));
  const cut = text.slice(0, random.below(text.length + 1));
  const from = random.below(whole.lines.length + 1);
  const to = from + random.below(whole.lines.length - from + 1);
  const middle: ShellOutput = {
    ...whole,
    lines: whole.lines.slice(0, from),
    isCut: true,
    tail: { lines: whole.lines.slice(to), firstIsWhole: true, total: whole.lines.length },
  };
  return {
    whole,
    trimmed,
    cut: { ...whole, lines: splitLines(cut), isCut: true, lastIsWhole: false },
    ...(to > from ? { middle } : {}),
  };
}

function withoutReturn(line: string): string {
  return line.replace(/\r$/, '');
}
