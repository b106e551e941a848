import { parseArgs } from 'node:util';
import { rangesOf } from '../../src/agents/lineRanges';
import { InputError } from '../../src/ingest/inputError';
import { KNOWN_FORMATS } from '../../src/ingest/knownFormats';
import { Replay } from '../../src/ingest/replay';
import { LineHasher } from '../../src/text/lineHash';
import type { AgentEvent } from '../../src/tracker/event';
import { countOfLines, type Lines } from '../golden/support/grade';
import { isExact, type RunVerdict, type Totals, totalsOf, verdictOf } from '../golden/support/verdict';
import { BadCapture, type CaptureSet, capturesIn } from './folder';

export const USAGE = `npm run capture-check -- DIR [options]

Grades recorded runs of agents: which lines are credited as read, call by call, against what the model was given.
DIR holds a folder for each run, with truth.json and the agent's home in home/.

  --only NAME,…       these runs alone
  --workspace PATH    folder that the runs took place in (/home/dev/ws)
  --need SHARE        share of calls that must be exact (0.97)
  --verbose           every call that is not exact

Exit code: 0 nothing is credited or told wrongly and enough calls are exact, 1 not so, 2 DIR holds no runs.
`;

export interface CheckOptions {
  readonly folder: string;
  readonly only: readonly string[];
  readonly workspace: string;
  readonly need: number;
  readonly isVerbose: boolean;
}

/** The options of a command line; null where it asks for help. */
export function checkOptions(args: string[]): CheckOptions | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      only: { type: 'string' },
      workspace: { type: 'string', default: '/home/dev/ws' },
      need: { type: 'string', default: '0.97' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const [folder, ...others] = positionals;
  if (values.help === true) return null;
  if (folder === undefined || others.length > 0) throw new BadCapture('Name one folder of captures.');
  const only = values.only === undefined ? [] : values.only.split(',').filter(Boolean);
  const { workspace, verbose: isVerbose } = values;
  return { folder, only, workspace, need: Number(values.need), isVerbose };
}

/** Grades the captures, prints what comes out, and gives the exit code. */
export function checkCaptures(options: CheckOptions, print: (line: string) => void): number {
  const sets = capturesIn(options.folder, options.workspace).filter(
    ({ name }) => options.only.length === 0 || options.only.includes(name.split('/')[0] ?? ''),
  );
  const all = sets.map((set): Totals => {
    const verdict = verdictOf(eventsOf(set, print), set.truth, set.place);
    const totals = totalsOf(verdict);
    print(`${set.name.padEnd(28)} ${shownTotals(totals)}`);
    if (options.isVerbose) for (const line of faults(verdict)) print(`    ${line}`);
    return totals;
  });
  const sum = (key: keyof Totals) => all.reduce((total, one) => total + one[key], 0);
  const total: Totals = {
    calls: sum('calls'),
    exact: sum('exact'),
    over: sum('over'),
    missing: sum('missing'),
    wrong: sum('wrong'),
  };
  print(`${'in all'.padEnd(28)} ${shownTotals(total)}`);
  const isEnough = total.calls > 0 && total.exact / total.calls >= options.need;
  return total.over === 0 && total.wrong === 0 && isEnough ? 0 : 1;
}

/** What the transcripts say; nothing where they cannot be read. */
function eventsOf({ name, files }: CaptureSet, print: (line: string) => void): AgentEvent[] {
  try {
    const replay = new Replay(files, KNOWN_FORMATS, { hasher: new LineHasher([5, 7]) });
    return Array.from(replay, ({ event }) => event);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    print(`${name}: ${error.message}`);
    return [];
  }
}

function shownTotals({ calls, exact, over, missing, wrong }: Totals): string {
  return `exact ${exact}/${calls}  over ${over}  missing ${missing}  wrong ${wrong}`;
}

function faults({ calls, unknown }: RunVerdict): string[] {
  return [
    ...[...unknown].map(([call, lines]) => `${call}: ${lines} lines credited; the model made no such call`),
    ...calls.flatMap((verdict) => {
      const { call, over, missing, wrong } = verdict;
      const name = `${call.label} (${call.callId})`;
      return [
        ...(over.size === 0 ? [] : [`${name}: over ${shownLines(over)}`]),
        ...(isExact(verdict) || missing.size === 0 ? [] : [`${name}: missing ${shownLines(missing)}`]),
        ...(wrong === null ? [] : [`${name}: wrong, ${wrong}`]),
      ];
    }),
  ];
}

function shownLines(lines: Lines): string {
  const files = [...lines].map(([file, numbers]) => {
    const ranges = rangesOf(numbers).map(([start, end]) => (start === end ? `${start}` : `${start}-${end}`));
    return `${file} ${ranges.join(', ')}`;
  });
  return `${countOfLines(lines)} lines: ${files.join('; ')}`;
}
