import type { Random } from '../../golden/support/random';
import { mutateBytes } from '../engine/mutateBytes';
import { mutateJsonText } from '../engine/mutateJsonText';

/** What makes a payload huge, and whether a real process is given it: both take long, and are rare. */
const [SWELLING, PROCESS] = [0, 1];
const BYTES = 24;
const MB = 1024 * 1024;

/** A call of the companion: three lines, and the payload. */
export interface CompanionInput {
  readonly agent: string;
  readonly hook: string | undefined;
  /** What chooses the surroundings. */
  readonly choices: Buffer;
  /** What a window answers; empty: there is none. */
  readonly answer: string;
  readonly payload: Buffer;
  /** The payload before it was made huge: it holds the same lines. */
  readonly small: Buffer;
  readonly isProcess: boolean;
}

export function companionInput(input: Buffer): CompanionInput {
  const [words, choices, answer, payload] = sections(input);
  // No argument of a process holds NUL.
  const [agent = '', hook] = words.toString('utf8').replaceAll('\0', '').split(' ');
  return {
    agent,
    hook,
    choices: choices.subarray(PROCESS + 1),
    answer: answer.toString('utf8'),
    payload: swollen(payload, choices[SWELLING] ?? 0),
    small: payload,
    isProcess: choices[PROCESS] === 0xff,
  };
}

export function printedInput(
  agent: string,
  answer: string,
  payload: string,
  { swelling = 0, isProcess = false }: { readonly swelling?: number; readonly isProcess?: boolean },
): Buffer {
  const choices = Buffer.alloc(BYTES);
  choices.set([swelling, isProcess ? 0xff : 0]);
  return joined([Buffer.from(agent), choices, Buffer.from(answer), Buffer.from(payload)]);
}

export function mutateCompanionInput(input: Buffer, random: Random, other: Buffer): Buffer {
  const [words, choices, answer, payload] = sections(input);
  const [otherWords, otherChoices, otherAnswer, otherPayload] = sections(other);
  const around = Buffer.alloc(BYTES);
  choices.copy(around);
  around[SWELLING] = random.chance(0.005) ? 1 + random.below(4) : 0;
  around[PROCESS] = random.chance(0.003) ? 0xff : 0;
  const next = { words, around, answer, payload };
  switch (random.below(10)) {
    case 0:
      next.words = random.chance(0.5) ? otherWords : mutateBytes(words, random, otherWords);
      break;
    case 1:
    case 2:
      for (let i = PROCESS + 1; i < BYTES; i++) {
        if (random.chance(0.4)) around[i] = random.below(256);
        else if (random.chance(0.3)) around[i] = otherChoices[i] ?? 0;
      }
      break;
    case 3:
      next.answer = random.chance(0.3) ? otherAnswer : mutateJsonText(answer, random, otherAnswer);
      break;
    default: {
      const change = random.chance(0.3) ? mutateBytes : mutateJsonText;
      next.payload = change(payload, random, otherPayload);
    }
  }
  for (let i = 0; i < BYTES; i++) if (around[i] === LF) around[i] = LF + 1;
  return joined([
    next.words,
    around,
    Buffer.from(next.answer.toString('latin1').replaceAll('\n', ' '), 'latin1'),
    next.payload,
  ]);
}

const LF = 10;

/** Three lines, and the rest. */
function sections(input: Buffer): [Buffer, Buffer, Buffer, Buffer] {
  const lines: Buffer[] = [];
  let at = 0;
  while (lines.length < 3) {
    const found = input.indexOf(LF, at);
    const end = found === -1 ? input.length : found;
    lines.push(input.subarray(at, end));
    at = Math.min(end + 1, input.length);
  }
  const [words = input, choices = input, answer = input] = lines;
  return [words, choices, answer, input.subarray(at)];
}

function joined(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [part] : [Buffer.of(LF), part])));
}

/** A payload of 12 MB, or of 200,000 levels. */
function swollen(payload: Buffer, how: number): Buffer {
  switch (how) {
    case 1:
      return withLongText(payload);
    case 2:
      return Buffer.concat([payload, Buffer.alloc(12 * MB, ' ')]);
    case 3:
      return withField(payload, `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    case 4:
      return withField(payload, `{${Array.from({ length: 200_000 }, (_, i) => `"field ${i}":{}`).join()}}`);
    default:
      return payload;
  }
}

/** The longest of its lines again and again, as JSON writes them. */
function withLongText(payload: Buffer): Buffer {
  const text = payload.toString('utf8');
  const lines = text.split('\\n');
  const longest = lines
    .slice(1, -1)
    .reduce((long, line) => (line.length > long.length ? line : long), 'a line'.padEnd(80, '.'));
  const at = text.indexOf('\\n');
  const repeated = `\\n${longest}`.repeat(Math.ceil((12 * MB) / (longest.length + 2)));
  return at === -1
    ? withField(payload, `"${repeated}"`)
    : Buffer.from(text.slice(0, at) + repeated + text.slice(at));
}

function withField(payload: Buffer, value: string): Buffer {
  const end = payload.lastIndexOf('}');
  return end === -1
    ? Buffer.concat([payload, Buffer.from(value)])
    : Buffer.concat([payload.subarray(0, end), Buffer.from(`,"content":${value}`), payload.subarray(end)]);
}
