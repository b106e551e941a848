import type { JsonObject } from '../adapter';
import { isObject, listField, objectField, textField, wholeField } from '../json';
import type { NumberedBytes } from './numberedBytes';

/**
 * Stands in a row for the content of a result that shows lines of a file and nothing else that matters: they were hashed
 * where they stood in the row's bytes, and never made into text. The agent's record of them has no content either.
 */
export class ShownFile {
  readonly lines: NumberedBytes;
  #row: Buffer | null;

  /** @param row JSON, which may be used again once the next row is read */
  constructor(lines: NumberedBytes, row: Buffer) {
    this.lines = lines;
    this.#row = row;
  }

  /** The row as it is. To be asked for before the next row is read, and never after. */
  whole(): JsonObject {
    if (this.#row === null) throw new Error('the row is gone');
    return JSON.parse(this.#row.toString('utf8')) as JsonObject;
  }

  /** The next row is read. */
  release(): void {
    this.#row = null;
  }
}

/**
 * Puts the lines in the places of a row that hold the mark; false where these are not the places they were taken from,
 * or the row says other things about them than they are.
 *
 * @param mark what stands in their place in the content, where more may follow, and in the record
 */
export function putInPlace(record: JsonObject, shown: ShownFile, mark: string): boolean {
  const block = blockOf(record);
  const file = objectField(objectField(record, 'toolUseResult') ?? {}, 'file');
  if (block === undefined || file === undefined) return false;
  if (textField(block, 'content')?.startsWith(mark) !== true || textField(file, 'content') !== mark)
    return false;
  const { first, hashes } = shown.lines;
  if (wholeField(file, 'startLine') !== first || wholeField(file, 'numLines') !== hashes.length) return false;
  Object.assign(block, { content: shown });
  Object.assign(file, { content: '' });
  return true;
}

/** The first block of the row's message. */
export function blockOf(record: JsonObject): JsonObject | undefined {
  const block = listField(objectField(record, 'message') ?? {}, 'content')?.[0];
  return isObject(block) ? block : undefined;
}
