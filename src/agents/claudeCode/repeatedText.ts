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
const TOTALS = Buffer.from('","numLines":');
const ERRORS = Buffer.from('","stderr":"');
/** An output of which the model was given the start: the record tells how it goes on. */
const CUT_OUTPUT = Buffer.from('<persisted-output>');

const [QUOTE, BACKSLASH, SPACE, ZERO, ONE, NINE] = [34, 92, 32, 48, 49, 57];
const [OPEN, LETTER_N, LETTER_T] = [123, 110, 116];
/** In a shorter row there is nothing to be gained. */
const SHORTEST = 1024;
/** Longest name of a file that is looked behind, in bytes. */
const LONGEST_NAME = 4096;

/** The bytes of a row without the text that it holds twice; the row itself where there is none. */
export function withoutRepeatedText(row: Buffer): Buffer {
  if (row.length < SHORTEST) return row;
  const given = resultOf(row);
  if (given === -1) return row;
  const found = row.indexOf(RECORD, given);
  if (found === -1) return row;
  const record = found + RECORD.length;
  const [start, end] = repeatedOutput(row, given, record) ?? repeatedFile(row, given, record) ?? [0, 0];
  return end === start ? row : Buffer.concat([row.subarray(0, start), row.subarray(end)]);
}

/** Where the text of the first result of the row's message starts; -1 where that is not known to be one. */
function resultOf(row: Buffer): number {
  const message = row.indexOf(OPEN, 1) - MESSAGE.indexOf(OPEN);
  if (message < 0 || !hasAt(row, MESSAGE, message)) return -1;
  const end = row.indexOf(QUOTE, message + MESSAGE.length);
  return end !== -1 && hasAt(row, RESULT, end) ? end + RESULT.length : -1;
}

type Span = readonly [start: number, end: number];

/** What a command printed, if the model was given just that. */
function repeatedOutput(row: Buffer, given: number, record: number): Span | null {
  if (!hasAt(row, OUTPUT, record) || hasAt(row, CUT_OUTPUT, given)) return null;
  const start = record + OUTPUT.length;
  let at = start;
  for (let byte = row[at]; byte !== QUOTE; byte = row[at]) {
    if (byte !== row[given + at - start]) return null;
    if (byte === BACKSLASH && row[at + 1] !== row[given + at + 1 - start]) return null;
    at += byte === BACKSLASH ? 2 : 1;
    if (at >= row.length) return null;
  }
  return row[given + at - start] === QUOTE && hasAt(row, ERRORS, at) ? [start, at] : null;
}

/** The lines of a file, at least two, if the model was given just these, each behind its number. */
function repeatedFile(row: Buffer, given: number, record: number): Span | null {
  if (!hasAt(row, FILE, record)) return null;
  const name = record + FILE.length;
  const found = row.subarray(name, name + LONGEST_NAME).indexOf(CONTENT);
  if (found === -1) return null;
  const start = name + found + CONTENT.length;
  let at = start;
  let shown = afterNumber(row, given);
  let lines = 1;
  while (shown !== -1) {
    const byte = row[at];
    if (byte === QUOTE) return lines > 1 && endsLine(row, shown) && hasTotals(row, at) ? [start, at] : null;
    if (byte === undefined || byte !== row[shown]) return null;
    at++;
    shown++;
    if (byte !== BACKSLASH) continue;
    const escaped = row[at++];
    if (escaped !== row[shown++]) return null;
    if (escaped !== LETTER_N) continue;
    lines++;
    shown = afterNumber(row, shown);
  }
  return null;
}

/** Where a line starts behind the number that is printed at `from` and its mark; -1 where they are not there. */
function afterNumber(row: Buffer, from: number): number {
  let at = from;
  while (row[at] === SPACE) at++;
  const digits = at;
  for (let byte = row[at] ?? 0; byte >= ZERO && byte <= NINE; byte = row[at] ?? 0) at++;
  if (at === digits) return -1;
  // A tab, or an arrow.
  if (row[at] === BACKSLASH) return row[at + 1] === LETTER_T ? at + 2 : -1;
  return row[at] === 0xe2 && row[at + 1] === 0x86 && row[at + 2] === 0x92 ? at + 3 : -1;
}

/** Whether the text ends here, or its line. */
function endsLine(row: Buffer, at: number): boolean {
  return row[at] === QUOTE || (row[at] === BACKSLASH && row[at + 1] === LETTER_N);
}

/** Whether the number of lines follows, and is not 1: a record of one line without text is one of an empty file. */
function hasTotals(row: Buffer, at: number): boolean {
  if (!hasAt(row, TOTALS, at)) return false;
  const first = row[at + TOTALS.length];
  const second = row[at + TOTALS.length + 1] ?? 0;
  return first !== ONE || (second >= ZERO && second <= NINE);
}

function hasAt(row: Buffer, text: Buffer, at: number): boolean {
  const end = at + text.length;
  return end <= row.length && row.compare(text, 0, text.length, at, end) === 0;
}
