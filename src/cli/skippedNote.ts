import { basename } from 'node:path';
import type { SkippedOfFile } from '../ingest/replay';
import { shown } from '../text/escape';

/** A line each for so many files. */
const MOST_FILES = 10;

/** Which lines were passed over, file by file: a line of text each. */
export function skippedNotes(files: readonly SkippedOfFile[]): readonly string[] {
  const notes = files.slice(0, MOST_FILES).map(({ file, count, first }) => {
    const lines = `${count} ${count === 1 ? 'line was' : 'lines were'} not understood and skipped`;
    const more = count > first.length ? ', …' : '';
    return `${shown(basename(file))}: ${lines}: ${count === 1 ? 'line' : 'lines'} ${first.join(', ')}${more}`;
  });
  const left = files.length - notes.length;
  return left > 0 ? [...notes, `so it was in ${left} more ${left === 1 ? 'file' : 'files'}`] : notes;
}
