import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { LineRange } from '../../text/ranges';
import type { DeliveredEvent, Envelope } from '../../tracker/event';
import { partsOf } from '../geminiFamily/response';
import { field, isObject, textField } from '../json';
import { blankLines } from '../shell/blankLines';
import { placeShown } from '../shell/place';
import type { Workshop } from '../workshop';
import type { Message } from './record';

const START = '\n--- Content from referenced files ---';
const NAME = /^\nContent from @([^\n]+):\n$/;
const CUT = '[WARNING: This file was truncated.';
const MOST_FILES = 100;

/**
 * The files that a person mentioned and whose content was put beside the words, each in a part of its own. The agent takes
 * the white space from both ends of it, so that only lines that are known tell where the others stand.
 */
export function mentionedFiles(
  { record }: Message,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): DeliveredEvent[] {
  const texts = partsOf(field(record, 'content')).map((part) =>
    isObject(part) ? (textField(part, 'text') ?? '') : '',
  );
  const from = texts.indexOf(START);
  if (from === -1) return [];
  return texts.slice(from, from + 2 * MOST_FILES).flatMap((text, i, shown): DeliveredEvent[] => {
    const written = NAME.exec(shown[i - 1] ?? '')?.[1];
    if (written === undefined || text.startsWith(CUT)) return [];
    return mentioned({ path: resolvePath(cwd, written), written }, splitLines(text), base, workshop);
  });
}

function mentioned(
  file: { readonly path: string; readonly written: string },
  lines: readonly string[],
  base: Envelope,
  { hasher, memory }: Workshop,
): DeliveredEvent[] {
  const shown = {
    hashes: hasher.each(lines),
    claim: { from: 1, to: null },
    mayLoseStart: true,
    mayLoseEnd: true,
    isCut: false,
    lastIsWhole: true,
    firstIsBare: true,
    proof: 'some',
  } as const;
  const place = placeShown(shown, memory.get(file.path), blankLines(hasher));
  if (place === null) return [];
  const { start, count, firstIsCut } = place;
  const lost = firstIsCut ? 1 : 0;
  if (count <= lost) return [];
  const returned: LineRange[] = [[start + lost, start + count - 1]];
  const lineHashes = shown.hashes.slice(lost, count);
  // The last line may have lost white space at its end.
  memory.saw(file.path, start + lost, lineHashes.slice(0, -1), null);
  return [{ kind: 'delivered', ...base, ...file, returned, totalLines: null, lineHashes }];
}
