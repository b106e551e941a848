import { field, textField } from '../json';
import type { ShellOutput } from '../shell/output';
import type { Result } from './call';
import { withoutReturn } from './numberedText';

/** A large output: the model is given the start of it, the rest is in a file. */
const PREVIEW =
  /^<persisted-output>\nOutput too large \([^\n]*\n\nPreview \(first [^\n]*\):\n([\s\S]*)\n\.\.\.\n<\/persisted-output>\s*$/;
/** Older versions cut large outputs at a number of characters and say how many lines are missing. */
const CUT = /\n\n\.\.\. \[\d+ lines truncated\] \.\.\.$/;
const NO_OUTPUT = '(Bash completed with no output)';
const MOVED_BACK = /(?:^|\n)Shell cwd was reset to [^\n]*$/;
const EXIT_CODE = /^Exit code \d+(?:\n|$)/;

/**
 * What the command printed, as far as it reached the model: its text, without the agent's own words in the places where
 * it puts them. Null where there is nothing that can be told apart from them.
 */
export function bashOutput(result: Result): ShellOutput | null {
  const { text, structured, isError } = result;
  if (result.otherBlocks.length > 0 || result.isDenied) return null;
  if (structured !== undefined) {
    const isOdd = ['interrupted', 'isImage'].some((name) => field(structured, name) === true);
    if (isOdd || textField(structured, 'backgroundTaskId') !== undefined) return null;
  }
  if (text.startsWith('<persisted-output>')) return preview(result);
  let shown = isError ? text.replace(EXIT_CODE, '') : text;
  if (shown === NO_OUTPUT) shown = '';
  shown = withoutNotes(shown, result).replace(MOVED_BACK, '');
  const isCut = CUT.test(shown);
  if (isCut) shown = shown.replace(CUT, '');
  return { lines: linesOf(shown), isTrimmed: true, isCut, lastIsWhole: !isCut };
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

/** The start of a large output. Only if the record says that there is more, and holds what is shown. */
function preview({ text, structured }: Result): ShellOutput | null {
  const start = PREVIEW.exec(text)?.[1];
  if (start === undefined || structured === undefined) return null;
  if (textField(structured, 'persistedOutputPath') === undefined) return null;
  const stdout = textField(structured, 'stdout') ?? '';
  if (!stdout.startsWith(start)) return null;
  const next = stdout.slice(start.length, start.length + 2);
  const lastIsWhole = next.startsWith('\n') || next.startsWith('\r\n');
  return { lines: linesOf(start), isTrimmed: true, isCut: true, lastIsWhole };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n').map(withoutReturn);
}
