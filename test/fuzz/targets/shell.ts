import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ShellOutput, wholeOutput } from '../../../src/agents/shell/output';
import { shellCall } from '../../../src/agents/shell/shellCall';
import { openWorkshop } from '../../../src/agents/workshop';
import { LineHasher } from '../../../src/text/lineHash';
import { splitLines } from '../../../src/text/lines';
import type { AgentEvent } from '../../../src/tracker/event';
import { Random } from '../../golden/support/random';
import { demand, type Target } from '../engine/target';
import { Choices, commandOf } from './shellGrammar';

const BASH = ['/bin/bash', '/usr/bin/bash'].find(existsSync);

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

/** Commands that a grammar makes, run by a real shell: each line that is credited was printed, and stands where it is said to. */
export const SHELL: Target = {
  name: 'shell',
  checks:
    'commands of a grammar, run by a real bash: each credited line stands at its place in the real file and was printed',
  seeds: () => {
    const random = new Random(17);
    return Array.from({ length: 60 }, () => Buffer.from(Array.from({ length: 24 }, () => random.below(256))));
  },
  open: async () => {
    const root = mkdtempSync(join(realpathSync.native(tmpdir()), 'rc-fuzz-'));
    const cwd = join(root, 'ws');
    mkdirSync(join(cwd, 'src'), { recursive: true });
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text);
    return {
      run: (input) => {
        if (BASH !== undefined) check(commandOf(new Choices(input)), cwd, BASH, input);
      },
      close: () => rmSync(root, { recursive: true, force: true }),
    };
  },
};

function check(command: string, cwd: string, bash: string, input: Buffer): void {
  const { status, stdout } = spawnSync(bash, ['--norc', '-c', `exec 2>&1\n${command}`], {
    cwd,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 20_000,
    encoding: 'utf8',
  });
  if (status === null) return;
  for (const [how, output] of Object.entries(outputsOf(stdout, input))) {
    const told = eventsOf(command, cwd, output, status !== 0);
    for (const event of told) {
      if (event.kind !== 'read') continue;
      const text = FILES[event.path.slice(cwd.length + 1)] ?? '';
      const lines = splitLines(text);
      let at = 0;
      for (const [start, end] of event.returned) {
        for (let line = start; line <= end; line++) {
          const content = lines[line - 1];
          const where = () => `${how}: line ${line} of ${event.path} by ${command}`;
          demand(content !== undefined, () => `beyond the end: ${where()}`);
          demand(
            shown(output).some((each) => each.includes(content.trim())),
            () => `not printed: ${where()}`,
          );
          const hash = event.lineHashes?.[at++];
          // Some agents take white space away at the start of an output.
          const isSame = hash === hasher.line(content) || hash === hasher.line(content.trim());
          demand(isSame, () => `another text: ${where()}`);
        }
      }
      const isCounted = event.totalLines === null || event.totalLines === lines.length;
      demand(isCounted, () => `${how}: ${event.totalLines} lines of ${event.path} by ${command}`);
    }
  }
}

const hasher = new LineHasher([5, 8]);

function eventsOf(command: string, cwd: string, output: ShellOutput, hasFailed: boolean): AgentEvent[] {
  const call = { command, cwd, output, hasFailed, isDenied: false, error: 'other' };
  const base = { source: 'x', session: 's', agent: 'x', actor: 'main', time: 1, call: 'c' };
  return shellCall(call, base, openWorkshop(hasher)).events;
}

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
