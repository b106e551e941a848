import { field, textField } from '../json';
import type { ShellOutput } from '../shell/output';
import { withoutReturn } from '../textLines';
import type { Result } from './call';

/** A large output: the model is given the start of it, the rest is in a file. */
const PREVIEW =
  /^<persisted-output>\nOutput too large \([^\n]*\n\nPreview \(first [^\n]*\):\n([\s\S]*)\n\.\.\.\n<\/persisted-output>\s*$/;
/** Older versions cut large outputs at a number of characters and say how many lines are missing. */
const CUT = /\n\n\.\.\. \[\d+ lines truncated\] \.\.\.$/;
const CUT_END = ' lines truncated] ...';
const NO_OUTPUT = '(Bash completed with no output)';
const MOVED_BACK = 'Shell cwd was reset to ';
const EXIT_CODE = /^Exit code \d+(?:\n|$)/;

/**
 * What the command printed, as far as it reached the model: its text, without the agent's own words in the places where
 * it puts them. Null where there is nothing that can be told apart from them.
 *
 * @param isTouched a reminder may have been put into the text
 */
export function bashOutput(result: Result, isTouched: boolean): ShellOutput | null {
  const { text, structured, isError } = result;
  if (result.otherBlocks.length > 0 || result.isDenied) return null;
  if (structured !== undefined) {
    const isOdd = ['interrupted', 'isImage'].some((name) => field(structured, name) === true);
    if (isOdd || textField(structured, 'backgroundTaskId') !== undefined) return null;
  }
  const start = PREVIEW.exec(text)?.[1];
  // A file may look like this too. The record tells; without one, only lines that are known are believed.
  const isLarge = structured === undefined || textField(structured, 'persistedOutputPath') !== undefined;
  if (start !== undefined && isLarge && !isError)
    return { ...preview(start, result), firstIsWhole: !isTouched };
  let shown = isError ? text.replace(EXIT_CODE, '') : text;
  if (shown === NO_OUTPUT) shown = '';
  shown = withoutMove(withoutNotes(shown, result));
  // Most end otherwise, and need not be searched.
  const isCut = shown.endsWith(CUT_END) && CUT.test(shown);
  if (isCut) shown = shown.replace(CUT, '');
  let lines: string[] | null = null;
  return {
    // Of a command that reads no file, nobody asks for them.
    get lines() {
      lines ??= linesOf(shown);
      return lines;
    },
    isTrimmed: true,
    firstIsWhole: !isTouched,
    isCut,
    lastIsWhole: !isCut,
    isDoubtful: false,
  };
}

/** Without what the agent adds after the output, as its record tells. */
function withoutNotes(text: string, { structured }: Result): string {
  let shown = text;
  for (const name of ['staleReadFileStateHint', 'stderr']) {
    const note = structured === undefined ? '' : (textField(structured, name) ?? '').trim();
    if (note !== '' && shown.endsWith(note)) shown = shown.slice(0, -note.length).replace(/\n$/, '');
  }
  return shown;
}

/** Without a last line that tells of the folder that the shell was put back to. */
function withoutMove(text: string): string {
  const end = text.lastIndexOf('\n');
  return text.startsWith(MOVED_BACK, end + 1) ? text.slice(0, Math.max(end, 0)) : text;
}

/** The start of a large output, and whether it stops within a line. */
function preview(start: string, { structured }: Result): Omit<ShellOutput, 'firstIsWhole'> {
  const stdout = structured === undefined ? '' : (textField(structured, 'stdout') ?? '');
  const isRecorded = stdout.startsWith(start);
  const next = stdout.slice(start.length, start.length + 2);
  return {
    lines: linesOf(start),
    isTrimmed: true,
    isCut: true,
    lastIsWhole: isRecorded && (next.startsWith('\n') || next === '\r\n'),
    isDoubtful: !isRecorded,
  };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n').map(withoutReturn);
}
