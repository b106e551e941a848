import { basename } from 'node:path';
import type { SkippedOfFile } from '../ingest/replay';
import { shown } from '../text/escape';

/** A line each for so many files. */
const MOST_FILES = 10;

/** Notes which lines were passed over, file by file. */
export function noteSkipped(files: readonly SkippedOfFile[], note: (line: string) => void): void {
  for (const { file, count, first } of files.slice(0, MOST_FILES)) {
    const lines = `${count} ${count === 1 ? 'line was' : 'lines were'} not understood and skipped`;
    const more = count > first.length ? ', …' : '';
    note(`${shown(basename(file))}: ${lines}: ${count === 1 ? 'line' : 'lines'} ${first.join(', ')}${more}`);
  }
  const left = files.length - MOST_FILES;
  if (left > 0) note(`so it was in ${left} more ${left === 1 ? 'file' : 'files'}`);
}
