import type { TextDocument } from 'vscode';
import { compareLines } from '../marks/agreement';
import { mapLines } from '../marks/carriedLines';
import { savedContentHash } from '../marks/contentHash';
import type { TextLines } from '../marks/hashedLines';
import type { KnownText } from './blindPlace';

/** Which line of a known text each line of a document is, or 0: all, where it is that text; else those that are left of it. */
export async function lineOrigins(
  document: TextDocument,
  text: TextLines,
  known: KnownText,
): Promise<Float64Array | undefined> {
  const { lines, contentHash } = known;
  const likeness = compareLines(text, known);
  const isSame =
    likeness === 'same' ||
    (likeness !== 'differs' && contentHash !== null && (await savedContentHash(document)) === contentHash);
  if (isSame) return Float64Array.from({ length: text.count }, (_, i) => i + 1);
  if (likeness === 'agrees' && contentHash === null) {
    return Float64Array.from({ length: text.count }, (_, i) => (lines.at(i + 1) === undefined ? 0 : i + 1));
  }
  return mapLines(text, lines);
}
