/** What a shell command printed, as the model was given it. */
export interface ShellOutput {
  readonly lines: readonly string[];
  /** Blank lines at the start, and white space at the end, may have been taken away. */
  readonly isTrimmed: boolean;
  /** The first line has kept its indentation. */
  readonly firstIsWhole: boolean;
  /** There was more. */
  readonly isCut: boolean;
  /** The cut is not within the last line. */
  readonly lastIsWhole: boolean;
  /** Whether this is what was printed is not certain: only lines that are known are believed. */
  readonly isDoubtful: boolean;
}

const PROGRAMS = '(?:g|m)?awk|bat(?:cat)?|cat|head|less|more|nl|sed|tail|(?:ba|da|z)?sh';

/** How a program or the shell says that something went wrong. */
const COMPLAINT = new RegExp(
  `^(?:\\S*/)?(?:${PROGRAMS}): |^\\(eval\\):|: (?:No such file or directory|Is a directory|Permission denied|command not found)$`,
  'i',
);

/** Whether a line may be an error message among the lines of a file. */
export function mayBeComplaint(line: string): boolean {
  return COMPLAINT.test(line);
}

/** Files that a message says are not there, as they are written. */
export function missingFile(line: string): string | null {
  return (
    /^[\w./-]+: (?:can't read |cannot open ')?'?(.+?)'?(?:' for reading)?: No such file or directory$/.exec(
      line,
    )?.[1] ?? null
  );
}
