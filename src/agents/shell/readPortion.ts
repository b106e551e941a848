import type { LineHasher } from '../../text/lineHash';
import type { LineRange } from '../../text/ranges';
import type { KnownFile } from '../fileMemory';
import { mergeRanges } from '../lineRanges';
import { blankLines } from './blankLines';
import type { ShellOutput } from './output';
import { type Proof, placeShown } from './place';
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
  readonly cutLine: number | null;
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
  if (total !== null && total < atLeast) return null;
  const proof = atLeast === 0 ? portion.proof : strictest(portion.proof, total === null ? 'all' : 'some');
  if (prefix.kind === 'numbers' && prefix.shift !== null) {
    const runs = numberedRuns(stream, portion, prefix.shift, output, file, hasher);
    return runs?.every((run) => isBorneOut(run, proof, file, hasher)) === true ? gather(runs) : null;
  }
  const texts =
    prefix.kind === 'none' ? portion.lines : withoutNumbers(portion.lines, prefix.kind === 'nonblank');
  const runs = texts === null ? null : placedRuns(stream, texts, { ...portion, proof }, output, file, hasher);
  if (runs === null) return null;
  const isBare = portion.isFirst && prefix.kind === 'none' && !output.firstIsWhole;
  return gather(isBare ? withoutIndented(runs) : runs);
}

/** The stricter of two demands. */
export function strictest(a: Proof, b: Proof): Proof {
  const order: readonly Proof[] = ['none', 'some', 'all'];
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}

/** The first line may have been shown without its indentation. */
function withoutIndented([first, ...rest]: readonly Run[]): readonly Run[] {
  if (first === undefined || !/^\s/.test(first.texts[0] ?? ''))
    return first === undefined ? [] : [first, ...rest];
  const cut = { start: first.start, texts: [], cutLine: first.start };
  return [cut, { ...first, start: first.start + 1, texts: first.texts.slice(1) }, ...rest];
}

function gather(runs: readonly Run[]): ShellLines {
  const shown = runs.filter(({ texts }) => texts.length > 0);
  return {
    returned: mergeRanges(shown.map(({ start, texts }): LineRange => [start, start + texts.length - 1])),
    texts: shown.flatMap(({ texts }) => texts),
    cutLines: runs.flatMap(({ cutLine }) => cutLine ?? []),
  };
}

/** Runs by the numbers before the lines, which must be those of the claim, in order. */
function numberedRuns(
  { lines: claim }: Stream,
  { lines, isLast }: Portion,
  shift: number,
  { isTrimmed, isCut, lastIsWhole }: ShellOutput,
  file: KnownFile | undefined,
  hasher: LineHasher,
): Run[] | null {
  const runs: { start: number; texts: string[]; cutLine: number | null }[] = [];
  let previous = 0;
  for (const [i, line] of lines.entries()) {
    const [, number, text] = /^ *(\d+) *(?:\t(.*))?$/s.exec(line) ?? [];
    const at = Number(number) + shift;
    if (number === undefined || at <= previous || !isClaimed(claim, at)) return null;
    const isEnd = isLast && i === lines.length - 1;
    // The text after the last number may have been white space that was taken away.
    if (text === undefined && !(isEnd && (isTrimmed || isCut))) return null;
    const known = isEnd && text !== undefined ? file?.at(at) : undefined;
    const hasLostEnd = isTrimmed && known !== undefined && known !== hasher.line(text ?? '');
    const isPart = text === undefined || hasLostEnd || (isEnd && isCut && !lastIsWhole);
    const run = at === previous + 1 ? runs.at(-1) : undefined;
    const into = run ?? { start: at, texts: [], cutLine: null };
    if (run === undefined) runs.push(into);
    if (isPart) into.cutLine = at;
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
  { lines: claim }: Stream,
  texts: readonly string[],
  { isFirst, isLast, proof }: Portion,
  { isTrimmed, isCut, lastIsWhole }: ShellOutput,
  file: KnownFile | undefined,
  hasher: LineHasher,
): Run[] | null {
  const blank = blankLines(hasher);
  const place = (
    part: readonly string[],
    one: Parameters<typeof placeShown>[0]['claim'],
    start: boolean,
    end: boolean,
  ) => {
    const placed = placeShown(
      {
        hashes: hasher.each(part),
        claim: one,
        mayLoseStart: start && isTrimmed,
        mayLoseEnd: end && isTrimmed && !isCut,
        isCut: end && isCut,
        lastIsWhole,
        proof,
      },
      file,
      blank,
    );
    return placed === null
      ? null
      : { start: placed.start, texts: part.slice(0, placed.count), cutLine: placed.cutLine };
  };
  if ('last' in claim) {
    const run = place(texts, claim, isFirst, isLast);
    return run === null ? null : [run];
  }
  const [only] = claim;
  if (claim.length === 1 && only !== undefined) {
    const run = place(texts, { from: only[0], to: only[1] }, isFirst, isLast);
    return run === null ? null : [run];
  }
  // Several ranges are told apart only where none of them lost a line.
  if (countOf(claim) !== texts.length || (isLast && isCut)) return null;
  const runs: Run[] = [];
  let at = 0;
  for (const [from, to] of claim) {
    const count = (to ?? from) - from + 1;
    const run = place(
      texts.slice(at, at + count),
      { from, to },
      false,
      isLast && at + count === texts.length,
    );
    if (run === null) return null;
    runs.push(run);
    at += count;
  }
  return runs;
}
