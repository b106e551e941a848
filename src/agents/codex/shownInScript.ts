import { splitLines } from '../../text/lines';
import type { LineRange } from '../../text/ranges';
import { mergeRanges } from '../lineRanges';
import { type ShellOutput, wholeOutput } from '../shell/output';
import { cutOutput, cutParts, withoutHeader } from './truncation';

/** What a script's command printed, as far as the script passed it on to the model. */
export interface Passed {
  readonly output: ShellOutput;
  /** Which lines of the output were passed on, counted from 1; null: all that it has. */
  readonly lines: readonly LineRange[] | null;
}

/** The agent keeps the start and the end of longer outputs. */
const KEPT_MARK = '\n... command output truncated for persistence ...\n';
const KEPT_BYTES = 60_000;

/** Shorter texts may be the same by chance. */
const TELLING = 20;
const MOST_TEXTS = 1000;
const DEEPEST = 6;

/** The texts of a result, and those that stand in JSON within them. */
export function textsOf(blocks: readonly string[]): string[] {
  const texts: string[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (texts.length >= MOST_TEXTS || depth > DEEPEST) return;
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) visit(inner, depth + 1);
    }
  };
  for (const block of blocks) {
    texts.push(block);
    if (!/^\s*[[{]/.test(block)) continue;
    try {
      visit(JSON.parse(block), 0);
    } catch {
      // No JSON: the text stands for itself.
    }
  }
  return texts;
}

/**
 * What the model was shown of a command's output: the same text, or a part that can be of nothing else. Null where that
 * is not certain.
 *
 * @param printed all that the command printed, as the agent recorded it
 * @param texts what the script showed
 * @param script its own text: what stands in it, the model wrote itself
 */
export function passedOn(printed: string, texts: readonly string[], script: string): Passed | null {
  const kept = keptParts(printed);
  if (kept !== null) return cutOfKept(kept, texts);
  if (printed === '' || texts.includes(printed)) return { output: wholeOutput(printed), lines: null };
  const lines = splitLines(printed);
  for (const text of texts) {
    const cut = withoutMiddle(printed, lines.length, text);
    if (cut !== null) return cut;
  }
  const shown = texts.map(splitLines);
  if (lines.length > 1 && isTelling(lines) && sum(shown.map((text) => places(lines, text).length)) === 1)
    return { output: wholeOutput(printed), lines: null };
  const parts = shown.flatMap((text) => partOf(text, lines, script) ?? []);
  return parts.length === 0 ? null : { output: wholeOutput(printed), lines: mergeRanges(parts) };
}

/** How often an output stands whole among the texts. */
export function timesShown(printed: string, texts: readonly string[]): number {
  const lines = splitLines(printed);
  return sum(texts.map((text) => (text === printed ? 1 : places(lines, splitLines(text)).length)));
}

/** The ends of an output that the agent cut when it passed it on. */
function withoutMiddle(printed: string, total: number, text: string): Passed | null {
  let rest = withoutHeader(text);
  // What one command may print, and what a script may show, are cut apart from each other.
  for (let cuts = 0; rest !== null && cuts < 2; cuts++) {
    const parts = cutParts(rest.body);
    if (parts === null) return null;
    if (printed.startsWith(parts.head) && printed.endsWith(parts.tail)) {
      const output = cutOutput(rest.body, total);
      return output === null ? null : { output, lines: null };
    }
    rest = withoutHeader(rest.body);
  }
  return null;
}

interface Kept {
  readonly start: string;
  readonly end: string;
}

function keptParts(printed: string): Kept | null {
  const at = printed.indexOf(KEPT_MARK);
  if (at === -1 || printed.length < KEPT_BYTES / 4) return null;
  return { start: printed.slice(0, at), end: printed.slice(at + KEPT_MARK.length) };
}

/** The same of an output that the agent has not kept whole: its own words tell how many lines there were. */
function cutOfKept({ start, end }: Kept, texts: readonly string[]): Passed | null {
  for (const text of texts) {
    let rest = withoutHeader(text);
    for (let cuts = 0; rest !== null && cuts < 2; cuts++) {
      const parts = cutParts(rest.body);
      if (parts === null) break;
      const { head, tail } = parts;
      const isSame =
        (start.startsWith(head) || head.startsWith(start)) && (end.endsWith(tail) || tail.endsWith(end));
      const output = isSame && head !== '' && tail !== '' ? cutOutput(rest.body, rest.total) : null;
      if (output !== null) return { output, lines: null };
      rest = withoutHeader(rest.body);
    }
  }
  return null;
}

/** The lines of an output that a text consists of, if they stand together at one place, and nowhere else came from. */
function partOf(text: readonly string[], lines: readonly string[], script: string): LineRange[] | null {
  if (!isTelling(text) || text.some((line) => line.trim() !== '' && script.includes(line.trim())))
    return null;
  const found = places(text, lines);
  const [only] = found;
  return found.length === 1 && only !== undefined ? [[only + 1, only + text.length]] : null;
}

/** Where the lines stand among others, one after the other. */
function places(part: readonly string[], within: readonly string[]): number[] {
  const found: number[] = [];
  if (part.length === 0) return found;
  for (let at = within.indexOf(part[0] ?? ''); at !== -1; at = within.indexOf(part[0] ?? '', at + 1)) {
    if (part.every((line, i) => within[at + i] === line)) found.push(at);
    if (found.length > 1) break;
  }
  return found;
}

function isTelling(lines: readonly string[]): boolean {
  return sum(lines.map((line) => line.replaceAll(/\s/g, '').length)) >= TELLING;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
