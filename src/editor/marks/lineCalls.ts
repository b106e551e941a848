import type { ReadRecord } from '../../tracker/views';
import type { Drawing } from './drawing';
import { type LineRead, readsOfLine } from './lineReads';

/** The reads that gave one line. */
export interface LineCalls {
  /** Newest first. */
  readonly reads: readonly LineRead[];
  /** What the line is numbered in the version that was read. */
  readonly line: number;
  /** That version is the text in the editor: its lines are numbered alike. */
  readonly areNumberedAlike: boolean;
}

/** @param reads those of the file, oldest first */
export function callsOfLine(
  drawing: Exclude<Drawing, { kind: 'nothing' }>,
  line: number,
  reads: readonly ReadRecord[],
): LineCalls {
  const areNumberedAlike = drawing.kind === 'version';
  const readLine = areNumberedAlike ? line : drawing.originOf(line);
  return {
    reads: readsOfLine(reads, drawing.versions, readLine).reverse(),
    line: readLine,
    areNumberedAlike,
  };
}
