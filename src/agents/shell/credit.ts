import type { LineHasher } from '../../text/lineHash';
import { utf8Bytes } from '../../text/utf8';
import type { ReadEvent, Requested, Unplaced } from '../../tracker/event';
import type { FileMemory } from '../fileMemory';
import { MOST_LINES, requestedLines } from '../lineRanges';
import { blankLines } from './blankLines';
import type { ShellItem, ShellReading } from './interpret';
import { mayBeComplaint, missingFile, type ShellOutput } from './output';
import { divideOutput, type Portion } from './portions';
import { readPortion, type ShellLines, strictest } from './readPortion';
import type { Stream, Unclear } from './stream';
import type { OpenRead } from './unsettled';

/** What a read event says besides who and when. */
export type ShellRead = Omit<ReadEvent, 'kind' | 'source' | 'session' | 'agent' | 'actor' | 'time' | 'call'>;

/** What is known of how a command ended. */
export interface ShellRun {
  readonly reading: ShellReading;
  /** Null: nothing was given to the model, or what it was given cannot be told. */
  readonly output: ShellOutput | null;
  readonly hasFailed: boolean;
  /** Why, in a word. */
  readonly error: string;
}

export interface ShellReads {
  readonly reads: ReadonlyMap<ShellItem, ShellRead>;
  /** Those that later reads may settle. */
  readonly open: readonly OpenRead[];
}

/**
 * The reads of a shell command, checked against its output: only lines that the model was given, at places that are
 * certain. The lines are kept in memory.
 */
export function shellReads(run: ShellRun, memory: FileMemory, hasher: LineHasher): ShellReads {
  return new ShellCredit(run, memory, hasher).reads();
}

class ShellCredit {
  readonly #run: ShellRun;
  readonly #memory: FileMemory;
  readonly #hasher: LineHasher;

  constructor(run: ShellRun, memory: FileMemory, hasher: LineHasher) {
    this.#run = run;
    this.#memory = memory;
    this.#hasher = hasher;
  }

  reads(): ShellReads {
    const { reading, output } = this.#run;
    const known = {
      file: (path: string) => this.#memory.get(path),
      blank: blankLines(this.#hasher),
      hash: (line: string) => this.#hasher.line(line),
    };
    const reads = new Map<ShellItem, ShellRead>();
    const open: OpenRead[] = [];
    // Most commands read nothing: what they printed need not be divided.
    const isRead = reading.items.some(({ kind }) => kind === 'read');
    const portions = output === null || !isRead ? [] : divideOutput(reading.items, output, known);
    const placed = this.#placed(portions);
    for (const item of reading.items) {
      if (item.kind === 'unclear') reads.set(item, this.#ended(item.read));
      if (item.kind !== 'read') continue;
      const { stream } = item;
      const portion = portions.find((found) => found.item === item);
      const lines = placed.get(item);
      if (portion !== undefined && lines !== undefined)
        reads.set(item, this.#credited(stream, portion, lines));
      else if (portion !== undefined && this.#isEmpty(portion))
        reads.set(item, this.#nothing(stream, portion));
      else if (portion === undefined || !this.#isTrusted) reads.set(item, this.#ended(stream));
      else {
        reads.set(item, this.#unplaced(stream, portion));
        open.push({ path: stream.path, retry: () => this.#retried(stream, portion) });
      }
    }
    return { reads, open };
  }

  /** Whether the output is surely what the command was to print. */
  get #isTrusted(): boolean {
    const { reading, output, hasFailed } = this.#run;
    return !hasFailed && !reading.isRisky && output?.isDoubtful === false;
  }

  /** The lines of each read at their places; none of a group of which one that rests on memory is not borne out. */
  #placed(portions: readonly Portion[]): ReadonlyMap<ShellItem, ShellLines> {
    const placed = new Map<ShellItem, ShellLines>();
    for (const portion of portions) {
      const lines = portion.item.kind === 'read' ? this.#lines(portion.item.stream, portion) : null;
      if (lines !== null) placed.set(portion.item, lines);
    }
    const lost = portions.filter(
      ({ item, lines }) => item.kind === 'read' && lines.length > 0 && !placed.has(item),
    );
    for (const { item, proof, group } of portions) {
      if (proof === 'some' && lost.some((one) => group.includes(one.item))) placed.delete(item);
    }
    return placed;
  }

  #lines(stream: Stream, portion: Portion): ShellLines | null {
    const { output } = this.#run;
    if (output === null) return null;
    const proof = strictest(portion.proof, this.#isTrusted ? 'none' : 'all');
    const file = this.#memory.get(stream.path);
    const lines = readPortion(stream, { ...portion, proof }, output, file, this.#hasher);
    if (lines === null || lines.texts.length + lines.cutLines.length === 0) return null;
    // Numbers beyond the end that the same output shows, or of any file, are no numbers of lines.
    const total = Math.min(this.#total(stream, portion) ?? MOST_LINES, MOST_LINES);
    const isBeyond =
      lines.returned.some(([, end]) => end > total) || lines.cutLines.some((line) => line > total);
    return isBeyond ? null : lines;
  }

  /** For one that stands alone: with fellows, what is known of them would have to be looked at again too. */
  #retried(stream: Stream, portion: Portion): ShellRead | null {
    const lines = portion.group.length === 1 ? this.#lines(stream, portion) : null;
    return lines === null ? null : this.#credited(stream, portion, lines);
  }

  #credited(stream: Stream, portion: Portion, { returned, texts, cutLines }: ShellLines): ShellRead {
    const lineHashes = this.#hasher.each(texts);
    const total = this.#total(stream, portion);
    this.#keep(stream.path, returned, lineHashes, total, this.#rims(portion));
    const isCut = (this.#run.output?.isCut === true && portion.isLast) || cutLines.length > 0;
    return {
      ...named(stream),
      requested: requested(stream, returned[0]?.[0] ?? null),
      returned,
      ...(cutLines.length === 0 ? {} : { cutLines }),
      totalLines: total,
      outcome: isCut ? 'truncated' : 'complete',
      lineHashes,
      bytes: texts.reduce((bytes, text) => bytes + utf8Bytes(text) + 1, 0),
    };
  }

  /** How long the file is, where an output of which nothing is lost shows that it ended; else null. */
  #total({ lines: claim, atLeast }: Stream, { lines, isLast, tail, proof }: Portion): number | null {
    const { output } = this.#run;
    if (output === null || output.isTrimmed || !this.#isTrusted || proof !== 'none' || atLeast > 0)
      return null;
    const printed = output.isCut && isLast ? (tail?.total ?? null) : lines.length;
    if (printed === null) return null;
    if ('last' in claim) return printed < claim.last ? printed : null;
    const [only] = claim;
    if (claim.length !== 1 || only === undefined) return null;
    const [from, to] = only;
    if (to !== null && printed > to - from) return null;
    return printed > 0 || from === 1 ? from + printed - 1 : null;
  }

  /** Whether nothing was printed, for sure. */
  #isEmpty({ lines, isLast, proof }: Portion): boolean {
    const { output, reading } = this.#run;
    if (output === null || output.isTrimmed || (output.isCut && isLast) || reading.hidesErrors) return false;
    return this.#isTrusted && proof === 'none' && lines.length === 0;
  }

  /** A read of a file that ends before the lines it asks for. */
  #nothing(stream: Stream, portion: Portion): ShellRead {
    const totalLines = this.#total(stream, portion);
    if (totalLines !== null) this.#memory.saw(stream.path, 1, [], totalLines);
    const base = { ...named(stream), requested: requested(stream, null), returned: [] };
    return { ...base, totalLines, outcome: 'empty' };
  }

  /** How many lines at the start and the end may have lost white space that they have in the file. */
  #rims({ isFirst, isLast }: Portion): { readonly first: number; readonly last: number } {
    const { output } = this.#run;
    if (output?.isTrimmed !== true) return { first: 0, last: 0 };
    return { first: isFirst && output.firstIsBare === true ? 1 : 0, last: isLast && !output.isCut ? 1 : 0 };
  }

  /**
   * @param counted length of the file, where the read tells it
   * @param rims lines at both ends that are credited, but not kept in mind: the file may have others
   */
  #keep(
    path: string,
    returned: ShellLines['returned'],
    hashes: Uint32Array,
    counted: number | null,
    rims: { readonly first: number; readonly last: number },
  ): void {
    const total = counted ?? this.#memory.get(path)?.total ?? null;
    let at = 0;
    for (const [start, end] of returned) {
      const next = at + end - start + 1;
      const from = Math.max(at, rims.first);
      const kept = hashes.subarray(from, Math.max(from, Math.min(next, hashes.length - rims.last)));
      // The last line is still the last: nobody has added any.
      const isTotal = counted !== null || end === total;
      this.#memory.saw(path, start + from - at, kept, isTotal ? total : null);
      at = next;
    }
  }

  /** A read of which no line can be credited: it failed, or its lines are not known. */
  #ended(read: Stream | Unclear): ShellRead {
    const { output, hasFailed, error } = this.#run;
    const base = { ...named(read), requested: requested(read, null), returned: [], totalLines: null };
    const isMissing = output?.lines.some((line) => missingFile(line) === read.written) === true;
    if (isMissing) return { ...base, outcome: 'failed', error: 'not-found' };
    const complains = output === null || output.lines.some(mayBeComplaint);
    return hasFailed && complains
      ? { ...base, outcome: 'failed', error }
      : { ...base, outcome: 'unknown-range' };
  }

  /** A read that went well; where its lines stand is not known. */
  #unplaced(stream: Stream, portion: Portion): ShellRead {
    const ended = this.#ended(stream);
    const { output, reading } = this.#run;
    const isAlone = reading.items.filter((item) => item.kind !== 'change').length === 1;
    if (ended.outcome !== 'unknown-range' || output === null || !isAlone) return ended;
    if (portion.tail !== null && portion.lines.length === 0) return ended;
    if (portion.lines.length === 0) return this.#isPastEnd(stream) ? { ...ended, outcome: 'empty' } : ended;
    const { lines: claim, prefix, atLeast } = stream;
    const isBare = !output.firstIsWhole && /^\s/.test(portion.lines[0] ?? '');
    const isOdd = isBare || portion.lines.some(mayBeComplaint);
    if (prefix.kind !== 'none' || atLeast > 0 || isOdd) return ended;
    const place = claimOf(claim);
    if (place === null) return ended;
    const lineHashes = this.#hasher.each(portion.lines);
    return { ...ended, unplaced: { lineHashes, claim: place, cut: output.isCut } };
  }

  /** Whether the claim starts after the end of a file whose length is known. */
  #isPastEnd({ path, lines: claim }: Stream): boolean {
    const total = this.#memory.get(path)?.total ?? null;
    if (total === null) return false;
    return 'last' in claim ? total === 0 : (claim[0]?.[0] ?? 1) > total;
  }
}

/** Null for more than one range, and for lines that no file has. */
function claimOf(claim: Stream['lines']): Unplaced['claim'] | null {
  if ('last' in claim) return { last: Math.min(claim.last, MOST_LINES) };
  const [only] = claim;
  const lines = claim.length === 1 && only !== undefined ? requestedLines(...only) : null;
  return lines === null ? null : { from: lines.start, to: lines.end };
}

function named({ path, written }: Stream | Unclear) {
  return { path, written, form: 'shell' } as const;
}

function requested({ lines: claim }: Stream | Unclear, start: number | null): Requested {
  if (claim === null) return null;
  // How far from the start the last lines are is known only once they are placed.
  if ('last' in claim) return start === null ? null : { start, end: null };
  const [first] = claim;
  const last = claim.at(-1);
  if (first === undefined || last === undefined || (first[0] === 1 && last[1] === null)) return null;
  return requestedLines(first[0], last[1]);
}
