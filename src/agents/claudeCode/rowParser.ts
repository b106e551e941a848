import type { LineHasher } from '../../text/lineHash';
import type { JsonObject } from '../adapter';
import { objectField, textField } from '../json';
import { NumberedBytesHasher } from './numberedBytes';
import { recordedFile, repeatedOutput, resultIn } from './repeatedText';
import { blockOf, putInPlace, ShownFile } from './shownFile';

/** In a shorter row there is nothing to be gained. */
const SHORTEST = 1024;
/** No result of a read is longer. */
const LONGEST = 1024 * 1024;

/**
 * Parses rows, without decoding what they hold twice. Where the lines of a file are all that a result says, a `ShownFile`
 * stands for them; every other row becomes what it is.
 *
 * A mark goes where text was taken out. If it is found where that text is looked for, the text was the one that counts:
 * a row can hold the same key twice, or write it in other ways, and then it is parsed as a whole.
 */
export class RowParser {
  readonly #lines: NumberedBytesHasher;
  readonly #mark: string;
  #last: ShownFile | null = null;

  /** @param mark letters and digits that no row can hold, since nobody who writes rows can know them */
  constructor(hasher: LineHasher, mark: string) {
    this.#lines = new NumberedBytesHasher(hasher);
    this.#mark = mark;
  }

  /**
   * @param row JSON that starts with a brace
   * @throws SyntaxError where it is damaged
   */
  parse(row: Buffer): JsonObject {
    this.#last?.release();
    this.#last = null;
    const result = row.length < SHORTEST || row.length > LONGEST ? null : resultIn(row);
    if (result === null) return parsed(row.toString('utf8'));
    const { given, record } = result;
    return this.#file(row, given, record) ?? this.#output(row, given, record) ?? parsed(row.toString('utf8'));
  }

  /** The row of a read; null where it shows anything but the recorded lines. */
  #file(row: Buffer, given: number, record: number): JsonObject | null {
    const recorded = recordedFile(row, record);
    const lines = recorded === -1 ? null : this.#lines.find(row, given, recorded);
    if (lines === null) return null;
    const lean = this.#parsed(row, [0, given], [lines.shownEnd, recorded], [lines.recordedEnd, row.length]);
    const shown = new ShownFile(lines, row);
    if (!putInPlace(lean, shown, this.#mark)) return null;
    this.#last = shown;
    return lean;
  }

  /** The row of a command; null where its record has other output than the model was given. */
  #output(row: Buffer, given: number, record: number): JsonObject | null {
    const output = repeatedOutput(row, given, record);
    if (output === null) return null;
    const [start, end] = output;
    const lean = this.#parsed(row, [0, given], [given, start], [end, row.length]);
    const block = blockOf(lean) ?? {};
    const content = textField(block, 'content');
    const recorded = objectField(lean, 'toolUseResult') ?? {};
    if (content?.startsWith(this.#mark) !== true || textField(recorded, 'stdout') !== this.#mark) return null;
    const text = content.slice(this.#mark.length);
    Object.assign(block, { content: text });
    Object.assign(recorded, { stdout: text });
    return lean;
  }

  /** These parts of the row, with the mark between them. */
  #parsed(row: Buffer, ...parts: readonly (readonly [start: number, end: number])[]): JsonObject {
    return parsed(parts.map(([start, end]) => row.toString('utf8', start, end)).join(this.#mark));
  }
}

function parsed(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
