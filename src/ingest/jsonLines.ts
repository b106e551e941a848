import type { JsonObject, RowParse } from '../agents/adapter';

/** Longest line that is parsed, in bytes. A longer one is skipped without being held. */
export const LONGEST_LINE = 64 * 1024 * 1024;

const LF = 0x0a;
const OPEN_BRACE = 0x7b;
const FIRST_HELD_BYTES = 4096;
/** A buffer that grew beyond this for one line is given back after it. */
const KEPT_HELD_BYTES = 1024 * 1024;

/** One line of a file that was not empty. */
export interface JsonLine {
  /** The line's JSON object, or null where the line is skipped: no JSON object, damaged, or too long. */
  readonly record: JsonObject | null;
  /** 1-based number of the line in the file. */
  readonly line: number;
}

/**
 * Cuts the bytes of a file into JSON objects, one a line. Bytes may come in pieces of any size: lines and characters are
 * cut anywhere, and only a line that has its line end is ever looked at.
 *
 * Pull-based: after `push`, call `next` until it gives null. Between two calls the caller may do something else.
 */
export class JsonLines {
  readonly #parse: RowParse;
  readonly #longest: number;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  #held: Buffer = Buffer.alloc(0);
  #heldBytes = 0;
  #tooLong = false;
  #line = 0;

  constructor(parse: RowParse = parsed, longestLine = LONGEST_LINE) {
    this.#parse = parse;
    this.#longest = longestLine;
  }

  /** Bytes seen of a line that has no line end yet; 0 for one that is too long anyway. */
  get heldBytes(): number {
    return this.#heldBytes + this.#chunk.length - this.#at;
  }

  /** The next bytes of the file. They are not kept beyond the `next` that gives null. */
  push(bytes: Buffer): void {
    this.#chunk =
      this.#at < this.#chunk.length ? Buffer.concat([this.#chunk.subarray(this.#at), bytes]) : bytes;
    this.#at = 0;
  }

  /** The next line that is complete and not empty; null where more bytes are needed. */
  next(): JsonLine | null {
    for (;;) {
      const end = this.#chunk.indexOf(LF, this.#at);
      if (end === -1) {
        this.#hold(this.#chunk.subarray(this.#at));
        this.#chunk = Buffer.alloc(0);
        this.#at = 0;
        return null;
      }
      const start = this.#at;
      this.#at = end + 1;
      const line = this.#close(this.#chunk.subarray(start, end));
      if (line !== null) return line;
    }
  }

  /** The last line of a file that will not grow any more; null where there is none. */
  end(): JsonLine | null {
    this.#hold(this.#chunk.subarray(this.#at));
    this.#chunk = Buffer.alloc(0);
    this.#at = 0;
    return this.#heldBytes > 0 || this.#tooLong ? this.#close(Buffer.alloc(0)) : null;
  }

  /** The line that ends with these bytes; null for an empty one. */
  #close(last: Buffer): JsonLine | null {
    const line = ++this.#line;
    if (this.#heldBytes > 0) {
      this.#hold(last);
      last = this.#held.subarray(0, this.#heldBytes);
    }
    const tooLong = this.#tooLong || last.length > this.#longest;
    const found = tooLong ? null : this.#object(last, line === 1);
    this.#tooLong = false;
    this.#heldBytes = 0;
    if (this.#held.length > KEPT_HELD_BYTES) this.#held = Buffer.alloc(0);
    return found === 'empty' ? null : { record: found, line };
  }

  #object(bytes: Buffer, first: boolean): JsonObject | null | 'empty' {
    const object = objectIn(bytes, first);
    if (object === null || object === 'empty') return object;
    try {
      return this.#parse(object);
    } catch (error) {
      // Damaged lines are expected input: the caller counts them.
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  #hold(bytes: Buffer): void {
    if (this.#tooLong || bytes.length === 0) return;
    const needed = this.#heldBytes + bytes.length;
    if (needed > this.#longest) {
      this.#tooLong = true;
      this.#heldBytes = 0;
      this.#held = Buffer.alloc(0);
      return;
    }
    if (needed > this.#held.length) {
      const grown = Buffer.allocUnsafe(Math.max(FIRST_HELD_BYTES, this.#held.length * 2, needed));
      this.#held.copy(grown, 0, 0, this.#heldBytes);
      this.#held = grown;
    }
    bytes.copy(this.#held, this.#heldBytes);
    this.#heldBytes = needed;
  }
}

/**
 * What is there of one line, without white space at its ends. A crash can leave a run of NUL bytes before a line that is
 * whole, so those at its ends are passed over; NUL bytes within make it damaged.
 */
function objectIn(bytes: Buffer, first: boolean): Buffer | null | 'empty' {
  let start = first && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let end = bytes.length;
  let damaged = false;
  for (; start < end && isBlank(bytes[start]); start++) damaged ||= bytes[start] === 0;
  for (; end > start && isBlank(bytes[end - 1]); end--) damaged ||= bytes[end - 1] === 0;
  if (start === end) return damaged ? null : 'empty';
  if (bytes[start] !== OPEN_BRACE) return null;
  return start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end);
}

function parsed(line: Buffer): JsonObject {
  return JSON.parse(line.toString('utf8')) as JsonObject;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0;
}
