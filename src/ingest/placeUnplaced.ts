import type { KnownFile } from '../agents/fileMemory';
import { blankLines } from '../agents/shell/blankLines';
import { placeShown } from '../agents/shell/place';
import type { LineHasher } from '../text/lineHash';
import type { DiskEvidence, ReadEvent, Unplaced } from '../tracker/event';

/**
 * The read with its lines in place, where the file on disk leaves exactly one place for them: every line that was shown
 * stands there, and what is left out around them is blank. Null otherwise.
 *
 * @param disk the file as it has been since the command ran
 */
export function placeUnplaced(
  event: ReadEvent,
  { lineHashes, claim, cut }: Unplaced,
  disk: DiskEvidence,
  hasher: LineHasher,
): ReadEvent | null {
  const shown = {
    hashes: lineHashes,
    claim,
    mayLoseStart: true,
    mayLoseEnd: true,
    isCut: cut,
    lastIsWhole: !cut,
    proof: 'all',
  } as const;
  const place = placeShown(shown, wholeFile(disk), blankLines(hasher));
  if (place === null || place.count === 0 || (place.cutLine !== null && !cut)) return null;
  const { unplaced: _, ...read } = event;
  return {
    ...read,
    outcome: cut ? 'truncated' : 'complete',
    returned: [[place.start, place.start + place.count - 1]],
    ...(place.cutLine === null ? {} : { cutLines: [place.cutLine] }),
    lineHashes: lineHashes.subarray(0, place.count),
    disk,
  };
}

function wholeFile({ lineHashes }: DiskEvidence): KnownFile {
  return {
    at: (line) => lineHashes[line - 1],
    total: lineHashes.length,
    isFresh: true,
    highest: lineHashes.length,
  };
}
