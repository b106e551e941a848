/**
 * Rows of tool results hold most of their text twice: as the model was given it, and in the agent's own record. Where the
 * two are the same, byte for byte, the second says nothing more, and need not be decoded: rows are read in half the time.
 *
 * All of this is about the bytes of a row before it is parsed. A quote within a text is written `\"`, so the patterns,
 * which have quotes of their own, are never found within one.
 */

const MESSAGE = Buffer.from('"message":{"role":"user","content":[{"tool_use_id":"');
const RESULT = Buffer.from('","type":"tool_result","content":"');
const RECORD = Buffer.from('"toolUseResult":{');
const OUTPUT = Buffer.from('"stdout":"');
const FILE = Buffer.from('"type":"text","file":{"filePath":"');
const CONTENT = Buffer.from('","content":"');
const ERRORS = Buffer.from('","stderr":"');
/** An output of which the model was given the start: the record tells how it goes on. */
const CUT_OUTPUT = Buffer.from('<persisted-output>');

const [QUOTE, BACKSLASH, OPEN] = [34, 92, 123];
/** Longest name of a file that is looked behind, in bytes. */
const LONGEST_NAME = 4096;

/** Places in the bytes of a row that holds a tool result. */
export interface ResultPlaces {
  /** Where the text of the first result of the row's message starts. */
  readonly given: number;
  /** Where the first field of the agent's record of it is. */
  readonly record: number;
}

/** Null where the row is not known to hold both. */
export function resultIn(row: Buffer): ResultPlaces | null {
  const message = row.indexOf(OPEN, 1) - MESSAGE.indexOf(OPEN);
  if (message < 0 || !hasAt(row, MESSAGE, message)) return null;
  const end = row.indexOf(QUOTE, message + MESSAGE.length);
  if (end === -1 || !hasAt(row, RESULT, end)) return null;
  const given = end + RESULT.length;
  const record = row.indexOf(RECORD, given);
  return record === -1 ? null : { given, record: record + RECORD.length };
}

/** Where the text of the file starts in a record of a read; -1 where it is none. */
export function recordedFile(row: Buffer, record: number): number {
  if (!hasAt(row, FILE, record)) return -1;
  const name = record + FILE.length;
  const end = row.subarray(name, name + LONGEST_NAME).indexOf(CONTENT);
  return end === -1 ? -1 : name + end + CONTENT.length;
}

/**
 * What a command printed, if the record has just what the model was given of it: where it starts in the record, and
 * where it ends.
 */
export function repeatedOutput(row: Buffer, given: number, record: number): readonly [number, number] | null {
  if (!hasAt(row, OUTPUT, record) || hasAt(row, CUT_OUTPUT, given)) return null;
  const start = record + OUTPUT.length;
  const end = sameTextEnd(row, given, start);
  if (end === -1) return null;
  return row[end - start + given] === QUOTE && hasAt(row, ERRORS, end) ? [start, end] : null;
}

/**
 * Where the text that starts at `start` ends; -1 where it is not, byte for byte, how the one at `given` starts. A function
 * of its own: the compiler optimises such a loop while it runs, and knows nothing yet of what follows it.
 */
function sameTextEnd(row: Buffer, given: number, start: number): number {
  const back = start - given;
  let at = start;
  for (let byte = row[at]; byte !== QUOTE; byte = row[at]) {
    if (byte !== row[at - back]) return -1;
    if (byte === BACKSLASH && row[at + 1] !== row[at + 1 - back]) return -1;
    at += byte === BACKSLASH ? 2 : 1;
    if (at >= row.length) return -1;
  }
  return at;
}

function hasAt(row: Buffer, text: Buffer, at: number): boolean {
  const end = at + text.length;
  return end <= row.length && row.compare(text, 0, text.length, at, end) === 0;
}
