import type { LineHasher } from '../../text/lineHash';
import type { LineRange } from '../../text/ranges';
import type { LineClaim } from '../../tracker/event';
import type { KnownFile } from '../fileMemory';
import { mergeRanges } from '../lineRanges';
import { blankLines } from './blankLines';
import type { ShellOutput } from './output';
import { type Place, type Proof, placeShown } from './place';
import { placeTail } from './placeTail';
import type { Portion } from './portions';
import { countOf, type Stream } from './stream';

/** Lines of a file that a shell command showed, with their places. */
export interface ShellLines {
  readonly returned: readonly LineRange[];
  /** The texts of the returned lines, in order. */
  readonly texts: readonly string[];
  readonly cutLines: readonly number[];
}

/** A run of lines at its place. */
interface Run {
  readonly start: number;
  readonly texts: readonly string[];
  readonly cutLines: readonly number[];
}

/** The lines of the file that a portion of an output shows; null where their places cannot be told. */
export function readPortion(
  stream: Stream,
  portion: Portion,
  output: ShellOutput,
  file: KnownFile | undefined,
  hasher: LineHasher,
): ShellLines | null {
  const { prefix, atLeast } = stream;
  const total = file?.total ?? null;
  // Of a shorter file, other lines would have been printed.
  if ((total ?? file?.highest ?? 0) < atLeast) return null;
  const proof = atLeast === 0 ? portion.proof : strictest(portion.proof, total === null ? 'all' : 'some');
  if (prefix.kind === 'numbers' && prefix.shift !== null) {
    const runs = numberedRuns(stream, portion, prefix.shift, output, file, hasher);
    return runs?.every((run) => isBorneOut(run, proof, file, hasher)) === true ? gather(runs) : null;
  }
  const most =
    'last' in stream.lines ? stream.lines.last : (countOf(stream.lines) ?? Number.POSITIVE_INFINITY);
  // More lines than the command can have printed: it was not understood.
  if ((portion.tail?.total ?? 0) > most) return null;
  const proven = { ...portion, proof };
  const texts = shownTexts(stream, portion.lines);
  const head = texts === null ? null : placedRuns(stream, texts, proven, output, file, hasher);
  const partial = output.isCut && portion.isLast && !output.lastIsWhole ? 1 : 0;
  // What stands after the cut is of the same file: where one part has no place, nothing is sure of the other.
  if (head === null && portion.lines.length > partial) return null;
  const end = tailRun(stream, proven, output, { file, start: head?.[0]?.start ?? null }, hasher);
  const runs = [...(head ?? []), ...(end === null ? [] : [end])];
  if (runs.length === 0 || !isAscending(runs)) return null;
  const isBare = portion.isFirst && prefix.kind === 'none' && !output.firstIsWhole && head !== null;
  return gather(isBare ? withoutIndented(runs) : runs);
}

function isAscending(runs: readonly Run[]): boolean {
  let previous = 0;
  return runs.every(({ start, texts }) => {
    const isAfter = start > previous;
    previous = start + texts.length - 1;
    return isAfter;
  });
}

/** The texts of printed lines; null where one has no number that must have one. */
function shownTexts({ prefix }: Stream, lines: readonly string[]): readonly string[] | null {
  return prefix.kind === 'none' ? lines : withoutNumbers(lines, prefix.kind === 'nonblank');
}

/** The stricter of two demands. */
export function strictest(a: Proof, b: Proof): Proof {
  const order: readonly Proof[] = ['none', 'some', 'all'];
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}

/** The first line may have been shown without its indentation. */
function withoutIndented(runs: readonly Run[]): readonly Run[] {
  return /^\s/.test(runs[0]?.texts[0] ?? '') ? withoutFirst(runs) : runs;
}

function gather(runs: readonly Run[]): ShellLines {
  const shown = runs.filter(({ texts }) => texts.length > 0);
  return {
    returned: mergeRanges(shown.map(({ start, texts }): LineRange => [start, start + texts.length - 1])),
    texts: shown.flatMap(({ texts }) => texts),
    cutLines: [...new Set(runs.flatMap(({ cutLines }) => cutLines))],
  };
}

/** Runs by the numbers before the lines, which must be those of the claim, in order. */
function numberedRuns(
  { lines: claim }: Stream,
  { lines: head, isLast: isHeadLast, tail }: Portion,
  shift: number,
  { isTrimmed, isCut: isHeadCut, lastIsWhole }: ShellOutput,
  file: KnownFile | undefined,
  hasher: LineHasher,
): Run[] | null {
  const runs: { start: number; texts: string[]; cutLines: number[] }[] = [];
  // The number of a line that was cut may be cut too.
  const end = tail === null ? [] : tail.lines.slice(tail.firstIsWhole ? 0 : 1);
  const lines = [...head, ...end];
  let previous = 0;
  for (const [i, line] of lines.entries()) {
    const isInHead = i < head.length;
    const isCut = isHeadCut && isInHead;
    const [, number, text] = /^ *(\d+) *(?:\t(.*))?$/s.exec(line) ?? [];
    const at = Number(number) + shift;
    if (number === undefined || at <= previous || !isClaimed(claim, at)) return null;
    const isEnd = isInHead ? isHeadLast && i === head.length - 1 : i === lines.length - 1;
    // The text after the last number may have been white space that was taken away.
    if (text === undefined && !(isEnd && (isTrimmed || isCut))) return null;
    const known = isEnd && text !== undefined ? file?.at(at) : undefined;
    const hasLostEnd = isTrimmed && known !== undefined && known !== hasher.line(text ?? '');
    const isPart = text === undefined || hasLostEnd || (isEnd && isCut && !lastIsWhole);
    const run = at === previous + 1 ? runs.at(-1) : undefined;
    const into = run === undefined || run.cutLines.length > 0 ? { start: at, texts: [], cutLines: [] } : run;
    if (into !== run) runs.push(into);
    if (isPart) into.cutLines.push(at);
    else into.texts.push(text);
    previous = at;
  }
  return runs;
}

function isClaimed(claim: Stream['lines'], line: number): boolean {
  return 'last' in claim || claim.some(([from, to]) => line >= from && (to === null || line <= to));
}

function isBorneOut(
  { start, texts }: Run,
  proof: Proof,
  file: KnownFile | undefined,
  hasher: LineHasher,
): boolean {
  if (proof === 'none') return true;
  const same = texts.filter((text, i) => file?.at(start + i) === hasher.line(text)).length;
  const unknown = texts.filter((_, i) => file?.at(start + i) === undefined).length;
  return same > 0 && same + (proof === 'all' ? 0 : unknown) === texts.length;
}

/** The texts after numbers that do not tell the place; null where a line has none that must have one. */
function withoutNumbers(lines: readonly string[], blankHasNone: boolean): string[] | null {
  const texts: string[] = [];
  for (const line of lines) {
    const text = /^ *\d+ *\t(.*)$/s.exec(line)?.[1];
    if (text !== undefined) texts.push(text);
    else if (blankHasNone && line.trim() === '') texts.push('');
    else return null;
  }
  return texts;
}

function placedRuns(
  stream: Stream,
  texts: readonly string[],
  { isFirst, isLast, proof }: Portion,
  { isTrimmed, isCut, lastIsWhole, firstIsBare }: ShellOutput,
  file: KnownFile | undefined,
  hasher: LineHasher,
): Run[] | null {
  const blank = blankLines(hasher);
  const hasBareFirst = firstIsBare === true && isFirst && stream.prefix.kind === 'none';
  const place = (part: readonly string[], within: LineClaim, start: boolean, end: boolean) => {
    const placed = placeShown(
      {
        hashes: hasher.each(part),
        claim: within,
        mayLoseStart: start && isTrimmed,
        mayLoseEnd: end && isTrimmed && !isCut,
        isCut: end && isCut,
        lastIsWhole,
        firstIsBare: start && hasBareFirst,
        proof,
      },
      file,
      blank,
    );
    return placed === null ? null : runsOf(placed, part);
  };
  const one = claimOf(stream);
  if (one !== null) {
    return place(texts, one, isFirst, isLast);
  }
  const claim = stream.lines;
  // Several ranges are told apart only where none of them lost a line.
  if ('last' in claim || countOf(claim) !== texts.length || (isLast && isCut)) return null;
  const runs: Run[] = [];
  let at = 0;
  for (const [from, to] of claim) {
    const count = (to ?? from) - from + 1;
    const part = texts.slice(at, at + count);
    const isBare = hasBareFirst && at === 0;
    const placed = place(part, { from, to }, false, isLast && at + count === texts.length);
    if (placed === null) return null;
    runs.push(...(isBare ? withoutFirst(placed) : placed));
    at += count;
  }
  return runs;
}

/** The lines at a place that were shown whole, and those that were not. */
function runsOf({ start, count, cutLine, firstIsCut }: Place, texts: readonly string[]): Run[] {
  const run = { start, texts: texts.slice(0, count), cutLines: cutLine === null ? [] : [cutLine] };
  return firstIsCut && count > 0 ? withoutFirst([run]) : [run];
}

function withoutFirst([first, ...rest]: readonly Run[]): Run[] {
  if (first === undefined) return [];
  const { start, texts } = first;
  return [
    { start, texts: [], cutLines: [start] },
    { ...first, start: start + 1, texts: texts.slice(1) },
    ...rest,
  ];
}

/**
 * The lines that were shown after the cut; null where there are none, or their place cannot be told.
 *
 * @param start line that the output begins with, null where that is not known
 */
function tailRun(
  stream: Stream,
  { lines: before, tail, proof }: Portion,
  { isTrimmed }: ShellOutput,
  { file, start: first }: { readonly file: KnownFile | undefined; readonly start: number | null },
  hasher: LineHasher,
): Run | null {
  if (tail === null) return null;
  const claim = claimOf(stream);
  // What is left of a number tells nothing.
  const firstIsLost = stream.prefix.kind !== 'none' && !tail.firstIsWhole;
  const texts = shownTexts(stream, firstIsLost ? tail.lines.slice(1) : tail.lines);
  if (claim === null || texts === null) return null;
  const shown = {
    hashes: hasher.each(texts),
    claim,
    firstIsWhole: tail.firstIsWhole || firstIsLost,
    total: tail.total,
    before: before.length,
    isTrimmed,
    // Lines before the cut that are known to be the first tell that none was lost before them.
    mayLoseStart: isTrimmed && ('last' in claim || first !== claim.from),
    proof,
  };
  const place = placeTail(shown, file, blankLines(hasher));
  if (place === null) return null;
  const { start, leave, cutLines } = place;
  return { start, texts: texts.slice(leave.first, texts.length - leave.last), cutLines };
}

/** What a stream claims, if it is one range or the end. */
function claimOf({ lines }: Stream): LineClaim | null {
  if ('last' in lines) return lines;
  const [only] = lines;
  return lines.length === 1 && only !== undefined ? { from: only[0], to: only[1] } : null;
}
