import type { LineHasher } from '../../text/lineHash';
import { applyLineChanges, firstTouched, type LineChange } from './lineChanges';

/** The lines of a text as hashes; lines are counted by the rule of text/lines.ts. */
export interface TextLines {
  readonly count: number;
  /** Hash of a line, 1-based, `line <= count`. */
  at(line: number): number;
  /** Whether the line may be the one with this hash; forgives a byte order mark, which editors hide and agents may not. */
  matches(line: number, hash: number): boolean;
}

/** An open document as an editor counts: a final line end starts one more, empty line. */
export interface EditorLines {
  readonly lineCount: number;
  /** Text of a 0-based line, without its line end. */
  lineText(line: number): string;
}

/** No hash is negative. */
const PENDING = -1;
const BYTE_ORDER_MARK = '\ufeff';
/** What a line costs besides its characters, in characters. */
const LINE_COST = 32;

/**
 * The line hashes of a document, kept up to date from its changes: only touched lines are hashed again. What is not
 * hashed yet is caught up by {@link fill}, piece by piece, so that a large document blocks nobody.
 */
export class HashedLines implements TextLines {
  readonly #hasher: LineHasher;
  #hashes: Float64Array;
  /** All lines above this one are hashed. */
  #hashedUpTo = 0;
  #lastIsEmpty = false;
  #firstWithMark = PENDING;

  constructor(hasher: LineHasher, lineCount: number) {
    this.#hasher = hasher;
    this.#hashes = new Float64Array(lineCount).fill(PENDING);
  }

  /** All lines are hashed; before that, the other members mean nothing. */
  get complete(): boolean {
    return this.#hashedUpTo === this.#hashes.length;
  }

  /** Lines as the editor counts. */
  get editorLineCount(): number {
    return this.#hashes.length;
  }

  /** The editor shows a last line after a final line end, and one for an empty text: those are not lines. */
  get count(): number {
    return this.#lastIsEmpty ? this.#hashes.length - 1 : this.#hashes.length;
  }

  at(line: number): number {
    return this.#hashes[line - 1] ?? PENDING;
  }

  matches(line: number, hash: number): boolean {
    return this.at(line) === hash || (line === 1 && hash === this.#firstWithMark);
  }

  /** @param lineCount the editor's count after all changes; where it does not fit them, everything is hashed again */
  apply(changes: readonly LineChange[], lineCount: number): void {
    const next = applyLineChanges(this.#hashes, changes, PENDING);
    if (next?.length === lineCount) {
      this.#hashes = next;
      this.#hashedUpTo = Math.min(this.#hashedUpTo, firstTouched(changes));
    } else {
      this.#hashes = new Float64Array(lineCount).fill(PENDING);
      this.#hashedUpTo = 0;
    }
  }

  /**
   * Hashes lines that are not hashed yet, about `budget` characters at most, at least one line.
   * @param lines the document as it is after all applied changes
   */
  fill(lines: EditorLines, budget: number): void {
    const hashes = this.#hashes;
    let left = budget;
    let line = this.#hashedUpTo;
    for (; line < hashes.length && left > 0; line++) {
      if (hashes[line] !== PENDING) continue;
      const text = lines.lineText(line);
      hashes[line] = this.#hasher.line(text);
      if (line === 0) this.#firstWithMark = this.#hasher.line(BYTE_ORDER_MARK + text);
      left -= text.length + LINE_COST;
    }
    this.#hashedUpTo = line;
    if (this.complete) this.#lastIsEmpty = lines.lineText(hashes.length - 1) === '';
  }

  /** The hashes of all lines, to compare with later. */
  snapshot(): Uint32Array {
    return new Uint32Array(this.#hashes.subarray(0, this.count));
  }

  equals(snapshot: Uint32Array): boolean {
    if (snapshot.length !== this.count) return false;
    const hashes = this.#hashes;
    for (let i = snapshot.length - 1; i >= 0; i--) if (hashes[i] !== snapshot[i]) return false;
    return true;
  }
}
