import type { LineHasher } from '../../text/lineHash';

/** The lines of a file that stand twice in the bytes of a row: each behind its number, and recorded without numbers. */
export interface NumberedBytes {
  /** Number printed before the first. */
  readonly first: number;
  readonly hashes: Uint32Array;
  /** UTF-8 bytes of all lines, without line ends. */
  readonly bytes: number;
  /** Whether there is nothing in the last. */
  readonly endsEmpty: boolean;
  /** Where they end among the numbered, which may go on, and where among the recorded, which do not. */
  readonly shownEnd: number;
  readonly recordedEnd: number;
}

const [QUOTE, BACKSLASH, SPACE, ZERO, NINE] = [34, 92, 32, 48, 57];
const [LF, CR, LETTER_N, LETTER_T, LETTER_U] = [10, 13, 110, 116, 117];
const MOST_DIGITS = 9;

/** The characters that stand for themselves in JSON and take one byte. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte < 0x7f && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
/** What a letter behind a backslash stands for; 0: nothing, or more than one character. */
const ESCAPED = Uint8Array.from({ length: 256 }, (_, byte) => {
  const at = '"\\/bfrt'.indexOf(String.fromCharCode(byte));
  return at === -1 ? 0 : '"\\/\b\f\r\t'.charCodeAt(at);
});

/**
 * Compares and hashes such lines without making text of them. Whatever is unusual about them (another number than the
 * next, bytes that are no UTF-8, half a pair of surrogates) is left to those who have the text.
 */
export class NumberedBytesHasher {
  readonly #hasher: LineHasher;
  #hashes = new Uint32Array(1024);
  #units = new Uint16Array(4096);
  /** Of the last line: its units, and by how much its bytes are fewer than what stands for them in the row. */
  #used = 0;
  #saved = 0;

  constructor(hasher: LineHasher) {
    this.#hasher = hasher;
  }

  /**
   * @param shown where the numbered text starts in the row, within quotes
   * @param recorded where the recorded one does
   * @returns null: the two are not the same lines, or there is no line
   */
  find(row: Buffer, shown: number, recorded: number): NumberedBytes | null {
    if (row[recorded] === QUOTE) return null;
    if (this.#units.length < row.length) this.#units = new Uint16Array(2 * row.length);
    const first = numberAt(row, shown);
    let bytes = 0;
    let lines = 0;
    let at = recorded;
    for (let from = afterNumber(row, shown, first); from !== -1; ) {
      const to = this.#line(row, from, at);
      if (to === -1) return null;
      bytes += to - at - this.#saved;
      this.#hash(lines++);
      from += to - at;
      at = to;
      if (row[at] === QUOTE) {
        if (row[from] !== QUOTE && !isLineEnd(row, from)) return null;
        const endsEmpty = this.#used === 0;
        const hashes = this.#hashes.slice(0, lines);
        return { first, hashes, bytes, endsEmpty, shownEnd: from, recordedEnd: at };
      }
      at += 2;
      from = isLineEnd(row, from) ? afterNumber(row, from + 2, first + lines) : -1;
    }
    return null;
  }

  /** Takes one line up. Returns where it ends: at a line end, or at a quote; -1 where the two differ, or something is unusual. */
  #line(row: Buffer, shown: number, recorded: number): number {
    const units = this.#units;
    const ahead = shown - recorded;
    let used = 0;
    let saved = 0;
    let at = recorded;
    for (;;) {
      let byte = row[at] ?? 0;
      while (IS_PLAIN[byte] === 1 && byte === row[at + ahead]) {
        units[used++] = byte;
        byte = row[++at] ?? 0;
      }
      if (byte === QUOTE || (byte === BACKSLASH && row[at + 1] === LETTER_N)) break;
      const found = byte === BACKSLASH ? escapeAt(row, at) : characterAt(row, at);
      if (found === -1) return -1;
      const length = found & 7;
      const code = found >>> 3;
      for (let i = 0; i < length; i++) if (row[at + i] !== row[at + ahead + i]) return -1;
      at += length;
      if (byte === BACKSLASH) saved += length - (code < 0x80 ? 1 : code < 0x800 ? 2 : 3);
      if (code > 0xffff) units[used++] = 0xd7c0 + (code >>> 10);
      units[used++] = code > 0xffff ? 0xdc00 | (code & 0x3ff) : code;
    }
    if (used > 0 && units[used - 1] === CR) {
      used--;
      saved++;
    }
    this.#used = used;
    this.#saved = saved;
    return at;
  }

  #hash(line: number): void {
    if (line === this.#hashes.length) {
      const grown = new Uint32Array(2 * line);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[line] = this.#hasher.units(this.#units, 0, this.#used);
  }
}

/** The number that is printed here; -1: none. */
function numberAt(row: Buffer, from: number): number {
  let at = from;
  while (row[at] === SPACE) at++;
  let value = 0;
  const digits = at;
  for (let byte = row[at] ?? 0; byte >= ZERO && byte <= NINE; byte = row[at] ?? 0) {
    value = value * 10 + byte - ZERO;
    if (++at - digits > MOST_DIGITS) return -1;
  }
  return at === digits ? -1 : value;
}

/** Where a line starts behind this number, which is printed at `from`, and its mark; -1 where they are not there. */
function afterNumber(row: Buffer, from: number, number: number): number {
  if (number === -1 || numberAt(row, from) !== number) return -1;
  let at = from;
  for (let byte = row[at] ?? 0; byte === SPACE || (byte >= ZERO && byte <= NINE); byte = row[at] ?? 0) at++;
  // A tab, or an arrow.
  if (row[at] === BACKSLASH) return row[at + 1] === LETTER_T ? at + 2 : -1;
  return row[at] === 0xe2 && row[at + 1] === 0x86 && row[at + 2] === 0x92 ? at + 3 : -1;
}

function isLineEnd(row: Buffer, at: number): boolean {
  return row[at] === BACKSLASH && row[at + 1] === LETTER_N;
}

/** What the escape at a backslash stands for, times 8, and its length; -1: none, half a pair of surrogates, or a line end. */
function escapeAt(row: Buffer, at: number): number {
  const letter = row[at + 1] ?? 0;
  const code = ESCAPED[letter] ?? 0;
  if (code > 0) return code * 8 + 2;
  if (letter !== LETTER_U) return -1;
  const digits = row.toString('latin1', at + 2, at + 6);
  if (!/^[0-9a-f]{4}$/i.test(digits)) return -1;
  const value = Number.parseInt(digits, 16);
  return value === LF || (value >= 0xd800 && value < 0xe000) ? -1 : value * 8 + 6;
}

/** The character in UTF-8, times 8, and its length; -1: none. */
function characterAt(row: Buffer, at: number): number {
  const lead = row[at] ?? 0;
  if (lead === 0x7f) return lead * 8 + 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length === 0) return -1;
  let code = lead & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const byte = row[at + i] ?? 0;
    if (byte >>> 6 !== 2) return -1;
    code = (code << 6) | (byte & 0x3f);
  }
  const isOverlong = (length === 3 && code < 0x800) || (length === 4 && code < 0x10000);
  const isNone = code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
  return isOverlong || isNone ? -1 : code * 8 + length;
}
