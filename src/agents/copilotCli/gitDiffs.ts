import { rangesOf } from '../lineRanges';
import { type Patch, unifiedPatch } from '../patch';

/** One file of the diff that is recorded for display. */
export interface GitDiff {
  readonly isCreation: boolean;
  readonly isDeletion: boolean;
  /** First line and number of lines of the first part, of the old file. */
  readonly start: number | null;
  readonly count: number;
  readonly rows: readonly string[];
}

const HEAD = /^@@ -(\d{1,8})(?:,(\d{1,8}))? \+\d{1,8}(?:,\d{1,8})? @@/;

/** The files of a diff, in order; rows of a part never start like the row that heads a file. */
export function gitDiffs(diff: string): GitDiff[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => {
      const rows = (part.endsWith('\n') ? part.slice(0, -1) : part).split('\n');
      const at = rows.findIndex((row) => HEAD.test(row));
      const [, start, count] = HEAD.exec(rows[at] ?? '') ?? [];
      const head = rows.slice(0, at === -1 ? undefined : at);
      return {
        isCreation: head.some((row) => row.startsWith('create file mode ') || row === '--- a/dev/null'),
        isDeletion: head.some((row) => /^delete[d]? file mode /.test(row) || row === '+++ b/dev/null'),
        start: start === undefined ? null : Number(start),
        count: Number(count ?? 1),
        rows: at === -1 ? [] : rows.slice(at),
      };
    });
}

/** What replaced what. The diff counts the empty text after the last line end as a line; here it is none. */
export function patchOf({ rows }: GitDiff): Patch | null {
  const patch = unifiedPatch(rows.join('\n'));
  const last = patch?.hunks.at(-1);
  if (patch === null || last === undefined) return patch;
  // Lines of context follow every change, save at the end of the file.
  const end = rows.findLastIndex((row) => !/^[-+]/.test(row));
  const run = rows.slice(end + 1);
  const losesOld = run.findLast((row) => row.startsWith('-')) === '-';
  const losesNew = run.findLast((row) => row.startsWith('+')) === '+';
  if (!losesOld && !losesNew) return patch;
  const hunk = {
    ...last,
    oldLines: last.oldLines - (losesOld ? 1 : 0),
    newLines: last.newLines - (losesNew ? 1 : 0),
  };
  const numbers = patch.lines.flatMap(([start, stop]) =>
    Array.from({ length: stop - start + 1 }, (_, i) => start + i),
  );
  const isNothing = hunk.oldLines === 0 && hunk.newLines === 0;
  return {
    hunks: [...patch.hunks.slice(0, -1), ...(isNothing ? [] : [hunk])],
    lines: rangesOf(losesNew ? numbers.slice(0, -1) : numbers),
    written: losesNew ? patch.written.slice(0, -1) : patch.written,
  };
}
