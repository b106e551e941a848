import type { LineHasher } from '../../text/lineHash';
import type { LineRange } from '../../text/ranges';
import type { Unplaced } from '../../tracker/event';
import { blankLines } from './blankLines';
import { placeShown } from './place';

/** Lines that were given, with their places. */
export interface PlacedLines {
  readonly returned: readonly LineRange[];
  readonly cutLines: readonly number[];
  /** One hash a returned line. */
  readonly lineHashes: Uint32Array;
}

/**
 * The place of lines that a shell command showed, in the file as it is on disk. Null where the lines are not those of
 * the file, or may stand in several places.
 *
 * @param disk one own-scheme hash a line of the whole file, read after the command and before any later change
 */
export function placeOnDisk(
  { lineHashes, claim, cut }: Unplaced,
  disk: Uint32Array,
  hasher: LineHasher,
): PlacedLines | null {
  const file = {
    at: (line: number) => disk[line - 1],
    total: disk.length,
    highest: disk.length,
    isFresh: true,
  };
  const part = {
    hashes: lineHashes,
    claim,
    mayLoseStart: true,
    mayLoseEnd: !cut,
    isCut: cut,
    lastIsWhole: false,
    proof: 'all',
  } as const;
  const place = placeShown(part, file, blankLines(hasher));
  // A last line that differs may have lost white space, or the disk has another version by now.
  if (place === null || (place.cutLine !== null && !cut)) return null;
  const { start, count, cutLine } = place;
  return {
    returned: count === 0 ? [] : [[start, start + count - 1]],
    cutLines: cutLine === null ? [] : [cutLine],
    lineHashes: lineHashes.slice(0, count),
  };
}
