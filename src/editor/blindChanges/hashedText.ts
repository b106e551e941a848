import { Pace } from '../../ingest/pace';
import type { LineHasher } from '../../text/lineHash';
import type { TextLines } from '../marks/hashedLines';

/** Longer texts are not compared, in UTF-16 code units. */
const LONGEST_TEXT = 4 * 2 ** 20;
/** UTF-16 code units hashed in one go. */
const PIECE = 2 ** 17;

/**
 * The lines of a text, hashed with pauses. Undefined where it is too long, or has a lone CR: an editor takes that for a
 * line end, and an agent does not.
 */
export async function hashedLinesOf(text: string, hasher: LineHasher): Promise<TextLines | undefined> {
  if (text.length > LONGEST_TEXT || /\r(?!\n)/.test(text)) return undefined;
  const pace = new Pace();
  const pieces: Uint32Array[] = [];
  for (let start = 0; start < text.length; ) {
    // Pieces end where lines end, so they have the same lines as the whole.
    const lineEnd = text.indexOf('\n', start + PIECE);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    pieces.push(hasher.lines(text.slice(start, end)));
    start = end;
    await pace.rest();
  }
  const hashes = pieces.flatMap((piece) => [...piece]);
  const at = (line: number) => hashes[line - 1] ?? -1;
  return { count: hashes.length, at, matches: (line, hash) => at(line) === hash };
}
