import { existsSync } from 'node:fs';
import { type ShellOutput, wholeOutput } from '../../../src/agents/shell/output';
import { shellCall } from '../../../src/agents/shell/shellCall';
import { openWorkshop, type Workshop } from '../../../src/agents/workshop';
import { LineHasher } from '../../../src/text/lineHash';
import { splitLines } from '../../../src/text/lines';
import type { DeliveredEvent, ReadEvent } from '../../../src/tracker/event';
import { demand, type Target } from '../engine/target';
import type { Choices } from './shellGrammar';
import { type Run, ShellRuns, type State } from './shellRuns';
import { mutateSession, sessionOf, sessionSeeds } from './shellSession';

const BASH = ['/bin/bash', '/usr/bin/bash'].find(existsSync);

/**
 * Sessions of commands that a grammar makes, run by a real shell: each line that is credited was printed, and stands
 * where it is said to, in the file as it was before the command or after it.
 */
export const SHELL: Target = {
  name: 'shell',
  checks:
    'sessions of commands of a grammar, which read and change files, run by a real bash: each credited line stands at its place in the real file and was printed',
  seeds: sessionSeeds,
  mutate: mutateSession,
  open: async () => {
    if (BASH === undefined) return { run: () => undefined, close: () => undefined };
    const shell = new ShellRuns(BASH);
    return {
      run: (input) => {
        const { commands, cuts } = sessionOf(input);
        check(shell.of(commands), shell.cwd, cuts);
      },
      close: () => shell.remove(),
    };
  },
};

/** Agents hand output on in different ways: each is a session of its own. */
function check(runs: readonly Run[], cwd: string, cuts: Choices): void {
  const workshops = new Map<string, { readonly workshop: Workshop; readonly printed: string[] }>();
  for (const [i, run] of runs.entries()) {
    for (const [how, output] of Object.entries(outputsOf(run.stdout, cuts))) {
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
  states: readonly State[],
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
function outputsOf(text: string, cuts: Choices): Readonly<Record<string, ShellOutput>> {
  const whole = wholeOutput(text);
  const bare = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  const trimmed: ShellOutput = {
    ...whole,
    lines: bare === '' ? [] : bare.split('\n').map(withoutReturn),
    isTrimmed: true,
  };
  const cut = text.slice(0, cuts.part(text.length));
  const from = cuts.part(whole.lines.length);
  const to = from + cuts.part(whole.lines.length - from);
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
