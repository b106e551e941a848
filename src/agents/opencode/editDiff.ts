import { splitLines } from '../../text/lines';
import type { JsonObject } from '../adapter';
import { textField } from '../json';
import { type Patch, parsePatch, type UnifiedPart, unifiedParts } from '../patch';
import { withoutReturn } from '../textLines';
import type { Workshop } from '../workshop';

/** A change of one file as the agent's diff tells it. */
export interface FileChange extends Pick<Patch, 'hunks' | 'lines'> {
  /** Hashes of the written lines; null where their texts are not certain. */
  readonly lineHashes: Uint32Array | null;
}

/**
 * What a diff, or the record it stands in, tells of a change. The agent takes the indentation that all lines of a diff
 * share away from it, so its texts are believed only where the whole new text is recorded too, where every line still is
 * indented, or where a line of it is known to stand in the file just so.
 *
 * @param isWritten whether the agent wrote just this line
 */
export function fileChange(
  diff: string,
  path: string,
  record: JsonObject,
  { hasher, memory }: Workshop,
  isWritten: (line: string) => boolean = () => false,
): FileChange | null {
  const parts = unifiedParts(diff);
  const patch = parts.length === 0 ? null : parsePatch(parts);
  if (patch === null) return null;
  const { hunks, lines } = patch;
  const after = textField(record, 'after');
  const written = patch.written.map(withoutReturn);
  if (after !== undefined) {
    const all = splitLines(after);
    const numbers = lines.flatMap(([start, end]) =>
      Array.from({ length: end - start + 1 }, (_, i) => start + i),
    );
    return { hunks, lines, lineHashes: hasher.each(numbers.map((number) => all[number - 1] ?? '')) };
  }
  const known = memory.get(path);
  const isKnown = (text: string, number: number) => known?.at(number) === hasher.line(withoutReturn(text));
  const isExact =
    isIndented(parts) ||
    oldLines(parts).some(([text, number]) => text.trim() !== '' && isKnown(text, number));
  const isOwn = written.some((line) => line.trim() !== '') && written.every(isWritten);
  return { hunks, lines, lineHashes: isExact || isOwn ? hasher.each(written) : null };
}

function isIndented(parts: readonly UnifiedPart[]): boolean {
  const isOf = (line: string) => /^\\/.test(line) || /^(?:[ \t]|$)/.test(line.slice(1));
  return parts.every(({ lines }) => lines.every(isOf));
}

/** The lines that were there before, with their numbers. */
function oldLines(parts: readonly UnifiedPart[]): [text: string, number: number][] {
  return parts.flatMap(({ oldStart, lines }) => {
    const old = lines.filter((line) => line.startsWith(' ') || line.startsWith('-'));
    return old.map((line, i): [string, number] => [line.slice(1), oldStart + i]);
  });
}
