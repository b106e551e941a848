import type { Hunk } from '../../tracker/event';
import { isLineNumber, rangesOf } from '../lineRanges';
import type { Patch } from '../patch';

const ROW = /^([-+ ])( *\d{1,8}) (.*)$/s;
const GAP = /^ +\.\.\.$/;

type Run = { -readonly [Field in keyof Hunk]: Hunk[Field] };

/**
 * The patch that a diff with line numbers tells: `-50 old`, `+50 new`, ` 51 same` with the old number, and ` ...` for
 * lines that are left out. Null where its numbers are not right.
 */
export function numberedDiff(diff: string): Patch | null {
  const hunks: Hunk[] = [];
  const numbers: number[] = [];
  const written: string[] = [];
  let growth = 0;
  let run: Run | null = null;
  const endRun = () => {
    if (run !== null) {
      hunks.push(run);
      growth += run.newLines - run.oldLines;
    }
    run = null;
  };
  let least = 1;
  for (const line of diff.split('\n')) {
    if (GAP.test(line)) {
      endRun();
      continue;
    }
    const [, sign, digits, text = ''] = ROW.exec(line) ?? [];
    const number = Number(digits);
    if (sign === undefined || !isLineNumber(number)) return null;
    if (sign === ' ') {
      endRun();
      if (number < least) return null;
      least = number + 1;
      continue;
    }
    const open: Run = run ?? {
      oldStart: sign === '-' ? number : number - growth,
      newStart: sign === '-' ? number + growth : number,
      oldLines: 0,
      newLines: 0,
    };
    if (sign === '-') {
      if (open.newLines > 0 || number !== open.oldStart + open.oldLines || number < least) return null;
      open.oldLines++;
      least = number + 1;
    } else {
      if (number !== open.newStart + open.newLines || open.oldStart < 1) return null;
      open.newLines++;
      numbers.push(number);
      written.push(text);
    }
    run = open;
  }
  endRun();
  return hunks.length === 0 ? null : { hunks, lines: rangesOf(numbers), written };
}
