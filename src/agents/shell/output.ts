import { splitLines } from '../../text/lines';

/**
 * What a shell command printed, as the model was given it. Without the agent's own words, and without line ends: a line
 * end at the end of the output starts no further line.
 *
 * - Whole: all lines in `lines`, `isCut` false, `lastIsWhole` true. {@link wholeOutput} makes it of a text.
 * - The end is missing: `isCut` true; `lastIsWhole` unless the cut is surely between two lines.
 * - The middle is missing: `lines` are those before the cut, as above, and `tail` are those after it.
 * - The start is missing: the same with no `lines` (then `lastIsWhole` is true, and `tail` is all there is).
 *
 * Whoever recognises a cut by the agent's mark must be sure that the mark is the agent's: a file may hold the same words.
 */
export interface ShellOutput {
  readonly lines: readonly string[];
  /** Blank lines at the start, and white space at the end, may have been taken away. */
  readonly isTrimmed: boolean;
  /** The first line has kept its indentation. */
  readonly firstIsWhole: boolean;
  /** The first line is here as the model got it, and may have lost its indentation on the way. */
  readonly firstIsBare?: true;
  /** There was more after `lines`. */
  readonly isCut: boolean;
  /** The cut is not within the last of `lines`. */
  readonly lastIsWhole: boolean;
  /** What was shown of the end of the output, where it was cut before that. */
  readonly tail?: OutputTail;
  /** Whether this is what was printed is not certain: only lines that are known are believed. */
  readonly isDoubtful: boolean;
}

/**
 * The end of an output that was cut in its middle or at its start. Credited only where one file alone was printed: by
 * `total`, or, where the agent does not say how much is missing, only if the end of the file is known from elsewhere.
 */
export interface OutputTail {
  /** The last lines of the output. */
  readonly lines: readonly string[];
  /** The cut is not within the first of them. Where that cannot be told: false. */
  readonly firstIsWhole: boolean;
  /**
   * Number of lines of the whole output, those that are missing and those that were cut counted in; null where the agent
   * does not say it, or may count differently.
   */
  readonly total: number | null;
}

/** An output of which nothing is missing and nothing was taken away. */
export function wholeOutput(text: string): ShellOutput {
  return {
    lines: splitLines(text),
    isTrimmed: false,
    firstIsWhole: true,
    isCut: false,
    lastIsWhole: true,
    isDoubtful: false,
  };
}

const READERS =
  '(?:g|m)?awk|bat(?:cat)?|cat|head|less|more|nl|sed|tail|(?:ba|da|z)?sh(?::\\d+)?|(?:get-content|select-object|set-location) ?';
const SILENT =
  'chmod|chown|cp|ln|mkdir|mv|rm|rmdir|sleep|tee|touch|truncate|(?:cd|export|pushd|set|test):\\d+';

const COUNTED = '[ef]?grep|find|ls|wc';

/** How a program or the shell says that something went wrong. */
const COMPLAINT = new RegExp(
  `^(?:\\S*/)?(?:${READERS}|${SILENT}|${COUNTED}): |^\\(eval\\):|: (?:No such file or directory|Is a directory|Permission denied|command not found)$|Cannot find path '.*' because it does not exist`,
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
