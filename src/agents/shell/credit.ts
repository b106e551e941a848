import type { LineHasher } from '../../text/lineHash';
import { utf8Bytes } from '../../text/utf8';
import type { ReadEvent, Requested, Unplaced } from '../../tracker/event';
import type { FileMemory } from '../fileMemory';
import type { ShellReading } from './interpret';
import { mayBeComplaint, missingFile, type ShellOutput } from './output';
import { divideOutput, type Portion } from './portions';
import { readPortion, type ShellLines } from './readPortion';
import type { Stream, Unclear } from './stream';

/** What a read event says besides who and when. */
export type ShellRead = Omit<ReadEvent, 'kind' | 'source' | 'session' | 'agent' | 'actor' | 'time' | 'call'>;

/** What is known of how a command ended. */
export interface ShellRun {
  readonly reading: ShellReading;
  /** Null: nothing was given to the model, or what it was given cannot be trusted. */
  readonly output: ShellOutput | null;
  readonly hasFailed: boolean;
  /** Why, in a word. */
  readonly error: string;
}

/**
 * The reads of a shell command, checked against its output: only lines that the model was given, at places that are
 * certain. The lines are kept in memory.
 */
export function shellReads(
  run: ShellRun,
  memory: FileMemory,
  hasher: LineHasher,
): ReadonlyMap<object, ShellRead> {
  const { reading, output } = run;
  const portions = output === null ? [] : divideOutput(reading.items, output, (path) => memory.get(path));
  const reads = new Map<object, ShellRead>();
  const printing = reading.items.filter((item) => item.kind !== 'change').length;
  for (const item of reading.items) {
    if (item.kind === 'unclear') reads.set(item, ended(item.read, run));
    if (item.kind !== 'read') continue;
    const portion = portions.find((found) => found.item === item);
    const { stream } = item;
    const shown =
      portion === undefined || output === null ? null : lines(stream, portion, run, output, memory, hasher);
    if (shown !== null && shown.texts.length + shown.cutLines.length > 0) {
      reads.set(
        item,
        credited(stream, shown, output?.isCut === true && portion?.isLast === true, memory, hasher),
      );
      continue;
    }
    const isAlone = printing === 1 && portion !== undefined && output !== null;
    const open =
      isAlone && !run.hasFailed && !reading.isRisky ? unplaced(stream, portion, output, hasher) : null;
    const isPast = isAlone && !run.hasFailed && portion.lines.length === 0 && isPastEnd(stream, memory);
    reads.set(item, {
      ...ended(stream, run),
      ...(open === null ? {} : { unplaced: open }),
      ...(isPast ? EMPTY : {}),
    });
  }
  return reads;
}

const EMPTY = { outcome: 'empty' } as const;

function lines(
  stream: Stream,
  portion: Portion,
  { reading, hasFailed }: ShellRun,
  output: ShellOutput,
  memory: FileMemory,
  hasher: LineHasher,
): ShellLines | null {
  // A command that failed may have printed something else than it was asked for.
  const proof = hasFailed || reading.isRisky ? 'all' : portion.proof;
  return readPortion(stream, { ...portion, proof }, output, memory.get(stream.path), hasher);
}

function credited(
  stream: Stream,
  { returned, texts, cutLines }: ShellLines,
  isCut: boolean,
  memory: FileMemory,
  hasher: LineHasher,
): ShellRead {
  const lineHashes = hasher.each(texts);
  let at = 0;
  for (const [start, end] of returned) {
    const next = at + end - start + 1;
    memory.saw(stream.path, start, lineHashes.subarray(at, next), null);
    at = next;
  }
  return {
    ...named(stream),
    requested: requested(stream, returned[0]?.[0] ?? cutLines[0] ?? null),
    returned,
    ...(cutLines.length === 0 ? {} : { cutLines }),
    totalLines: null,
    outcome: isCut || cutLines.length > 0 ? 'truncated' : 'complete',
    lineHashes,
    bytes: texts.reduce((bytes, text) => bytes + utf8Bytes(text) + 1, 0),
  };
}

/** A read of which no line can be credited: it failed, or its lines are not known. */
function ended(read: Stream | Unclear, { output, hasFailed, error }: ShellRun): ShellRead {
  const isMissing = output?.lines.some((line) => missingFile(line) === read.written) === true;
  const complains = output === null || output.lines.some(mayBeComplaint);
  const base = { ...named(read), requested: requested(read, null), returned: [], totalLines: null };
  if (isMissing) return { ...base, outcome: 'failed', error: 'not-found' };
  return hasFailed && complains
    ? { ...base, outcome: 'failed', error }
    : { ...base, outcome: 'unknown-range' };
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
  return { start: first[0], end: last[1] };
}

/** What the disk needs to tell where the lines stand. */
function unplaced(
  stream: Stream,
  { lines: shown }: Portion,
  output: ShellOutput,
  hasher: LineHasher,
): Unplaced | null {
  const { lines: claim, prefix, atLeast } = stream;
  if (prefix.kind !== 'none' || atLeast > 0 || shown.length === 0 || shown.some(mayBeComplaint)) return null;
  if ('last' in claim) return { lineHashes: hasher.each(shown), claim, cut: output.isCut };
  const [only] = claim;
  if (claim.length !== 1 || only === undefined) return null;
  return { lineHashes: hasher.each(shown), claim: { from: only[0], to: only[1] }, cut: output.isCut };
}

/** Whether the claim starts after the end of a file whose length is known. */
function isPastEnd({ path, lines: claim }: Stream, memory: FileMemory): boolean {
  const total = memory.get(path)?.total ?? null;
  if (total === null) return false;
  return 'last' in claim ? total === 0 : (claim[0]?.[0] ?? 1) > total;
}
