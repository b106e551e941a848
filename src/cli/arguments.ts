import { parseArgs } from 'node:util';
import { BadInput } from './badInput';

export const USAGE = `Usage: node cli.cjs COMMAND FILE… [options]

Commands:
  events FILE… [--agent KIND]       one normalised event a line, as JSON
  report FILE… [--json]             what was read, how often for nothing, and what it cost
  check FILE… --max-streak N        exit 1 if more than N reads in a row brought nothing new
  export --format lcov FILE…        how often each line was read, as LCOV
  calibrate FILE… [--json]          how often each threshold would have fired in these sessions
  --version                         the version of this command line

FILE is a transcript of a known agent or a workspace log. Several files are merged by time;
calibrate takes one session after the other.
Exit code: 0 done, 1 the streak was passed (check), 2 bad input or nothing to check.
`;

export type Arguments =
  | { readonly command: 'help' }
  | { readonly command: 'version' }
  | { readonly command: 'events'; readonly files: readonly string[]; readonly agent: string | undefined }
  | { readonly command: 'report'; readonly files: readonly string[]; readonly json: boolean }
  | { readonly command: 'check'; readonly files: readonly string[]; readonly maxStreak: number }
  | { readonly command: 'export'; readonly files: readonly string[] }
  | { readonly command: 'calibrate'; readonly files: readonly string[]; readonly json: boolean };

/** Options by command: what is not listed for a command is refused. */
const OPTIONS = {
  events: { agent: { type: 'string' } },
  report: { json: { type: 'boolean' } },
  check: { 'max-streak': { type: 'string' } },
  export: { format: { type: 'string' } },
  calibrate: { json: { type: 'boolean' } },
} as const;

/** @throws BadInput for a command line that means nothing */
export function parseArguments(argv: readonly string[]): Arguments {
  const [command, ...rest] = argv;
  if (command === undefined)
    throw new BadInput('Name a command: events, report, check, export or calibrate (--help says more).');
  if (command === 'help' || asksForHelp(argv)) return { command: 'help' };
  if (command === '--version') return { command: 'version' };
  switch (command) {
    case 'events': {
      const { values, files } = parse(command, rest, OPTIONS.events);
      return { command, files, agent: values.agent };
    }
    case 'report':
    case 'calibrate': {
      const { values, files } = parse(command, rest, OPTIONS[command]);
      return { command, files, json: values.json ?? false };
    }
    case 'check': {
      const { values, files } = parse(command, rest, OPTIONS.check);
      return { command, files, maxStreak: wholeNumber('--max-streak', values['max-streak']) };
    }
    case 'export': {
      const { values, files } = parse(command, rest, OPTIONS.export);
      if (values.format !== 'lcov') throw new BadInput('Say --format lcov: it is the one format there is.');
      return { command, files };
    }
    default:
      throw new BadInput(`There is no command “${command}”: use events, report, check, export or calibrate.`);
  }
}

/** Anywhere, as people ask for it, but not behind what ends the options. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).some((word) => word === '--help' || word === '-h');
}

/** What each option takes, as it is shown to people. */
const VALUES: Readonly<Record<string, string>> = { agent: 'KIND', 'max-streak': 'N', format: 'lcov' };

function parse<O extends CommandOptions>(command: keyof typeof OPTIONS, args: string[], options: O) {
  // Not strict: what would be said then is said of this program's source, not of how to call it.
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) if (token.kind === 'option') refuseUnfit(command, options, token);
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
  if (positionals.length === 0) {
    throw new BadInput(`Name at least one file: ${command} FILE… (--help says more).`);
  }
  return { values, files: positionals };
}

type CommandOptions = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function refuseUnfit(
  command: string,
  options: CommandOptions,
  { name, rawName, value, inlineValue }: OptionToken,
): void {
  const option = Object.hasOwn(options, name) && rawName === `--${name}` ? options[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(options).map(usageOf);
    throw new BadInput(`There is no option ${rawName} of ${command}, only ${known.join(', ')}.`);
  }
  if (option.type === 'boolean') {
    if (value !== undefined) throw new BadInput(`Say ${rawName} alone: it takes no value.`);
  } else if (value === undefined || (inlineValue !== true && value.startsWith('-') && value !== '-')) {
    throw new BadInput(`Say ${usageOf(name)}: it needs a value.`);
  }
}

function usageOf(name: string): string {
  const value = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function wholeNumber(name: string, text: string | undefined): number {
  if (text === undefined || !/^\d{1,9}$/.test(text))
    throw new BadInput(`Say ${name} N with a whole number N.`);
  return Number(text);
}
