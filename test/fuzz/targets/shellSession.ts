import { Random } from '../../golden/support/random';
import { mutateBytes } from '../engine/mutateBytes';
import { Choices, type Command, commandOf } from './shellGrammar';

/** Commands of one session. */
const MOST_COMMANDS = 6;
/** Bytes that a command is made of: most need fewer. */
const LONGEST = 24;
const LF = 10;
const NONE = Buffer.alloc(0);

/** An input: where output is cut, and then a line for each command, whose bytes choose it. */
export interface ShellSession {
  readonly commands: readonly Command[];
  readonly cuts: Choices;
}

export function sessionOf(input: Buffer): ShellSession {
  const [cuts = NONE, ...commands] = linesOf(input);
  return {
    commands: commands.slice(0, MOST_COMMANDS).map((line) => commandOf(new Choices(line))),
    cuts: new Choices(cuts),
  };
}

export function sessionSeeds(): readonly Buffer[] {
  const random = new Random(17);
  return Array.from({ length: 24 }, () =>
    joined(Array.from({ length: 2 + random.below(5) }, () => someBytes(random))),
  );
}

/**
 * Mostly other cuts, and another choice and order of commands that a shell has run in the same files before, which is
 * quick: what is made of a command depends on all that came before it in the session. Sometimes commands that are new.
 */
export function mutateSession(input: Buffer, random: Random, other: Buffer): Buffer {
  const [cuts = NONE, ...commands] = linesOf(input);
  const [, ...others] = linesOf(other);
  switch (random.below(40)) {
    case 0:
      return mutateBytes(input, random, other);
    case 1:
    case 2:
      return joined([cuts, ...commands.toSpliced(random.below(commands.length + 1), 1, someBytes(random))]);
    case 3:
      return joined([cuts, ...random.shuffled([...commands, ...others])]);
    default:
      return joined([
        random.chance(0.5) ? someBytes(random) : cuts,
        ...recombined(inParts(commands), inParts(others), random),
      ]);
  }
}

/** The commands before any that changes files, and the others. */
interface Parts {
  readonly reads: readonly Buffer[];
  readonly rest: readonly Buffer[];
}

function inParts(commands: readonly Buffer[]): Parts {
  const first = commands.findIndex((line) => commandOf(new Choices(line)).changes);
  const end = first === -1 ? commands.length : first;
  return { reads: commands.slice(0, end), rest: commands.slice(end) };
}

function recombined({ reads, rest }: Parts, other: Parts, random: Random): readonly Buffer[] {
  const at = random.below(reads.length + 1);
  switch (random.below(5)) {
    case 0:
      return [...reads.toSpliced(at, 1), ...rest];
    case 1:
      return [...random.shuffled(reads), ...rest];
    case 2:
      return [...reads, ...other.rest];
    case 3:
      return [...reads.slice(0, at), ...random.shuffled(other.reads), ...reads.slice(at), ...rest];
    default:
      return [...reads.toSpliced(at, 0, ...reads.slice(0, 1)), ...rest];
  }
}

function someBytes(random: Random): Buffer {
  return Buffer.from(Array.from({ length: LONGEST }, () => byteOtherThan(LF, random)));
}

function byteOtherThan(not: number, random: Random): number {
  const byte = random.below(255);
  return byte < not ? byte : byte + 1;
}

function linesOf(input: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at <= input.length; ) {
    const found = input.indexOf(LF, at);
    const end = found === -1 ? input.length : found;
    lines.push(input.subarray(at, end));
    at = end + 1;
  }
  return lines;
}

function joined(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap((line, i) => (i === 0 ? [line] : [Buffer.of(LF), line])));
}
