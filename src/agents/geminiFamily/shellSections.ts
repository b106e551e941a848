import { splitLines } from '../../text/lines';
import type { ShellOutput } from '../shell/output';

/** What stands after the output, in this order; sections that have nothing to say may be missing. */
const TRAILER =
  /(?:\nError: [^\n]*)?(?:\nExit Code: (?:-?\d+|\(none\)))?(?:\nSignal: [^\n]*)?(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: (?:\d+|\(none\)))?$/;
/** Nothing but the last section, which is always there: what stands before it is surely not a section. */
const ONLY_GROUP = /^\nProcess Group PGID: (?:\d+|\(none\))$/;
/** All of them: where they are always written, what stands before them is none. */
const ALL = /^\nError: [^\n]*\nExit Code: [^\n]*\nSignal: /;

/** Whether all sections are always there, or only those that have something to say. */
export type Sections = 'all' | 'some';

/** Where the sections after an output begin; the end of the text where there are none. */
export function trailerStart(text: string): number {
  return TRAILER.exec(text)?.index ?? text.length;
}

/**
 * The output at the start of a text, with sections after it.
 *
 * @param printed the output as the agent recorded it, undefined where it did not
 */
export function linesOfOutput(text: string, printed: string | undefined, sections: Sections): ShellOutput {
  const shown = printed === '' ? '(empty)' : printed;
  if (shown !== undefined && text.startsWith(shown) && trailerStart(text.slice(shown.length)) === 0) {
    return wholeLines(printed ?? '', false);
  }
  const end = trailerStart(text);
  const output = text.slice(0, end);
  // A file may end with lines that look like a section.
  const isSure = (sections === 'all' ? ALL : ONLY_GROUP).test(text.slice(end));
  return wholeLines(output === '(empty)' ? '' : output, !isSure);
}

/**
 * The output of an answer that begins with the command and the folder, each after its name. Null where the answer is
 * none of the kind.
 */
export function labelledOutput(
  text: string,
  command: string,
  printed: string | undefined,
): ShellOutput | null {
  const start = outputStart(text, command);
  return start === null ? null : linesOfOutput(text.slice(start), printed, 'all');
}

/** Where the output begins in an answer that names the command and the folder first. */
export function outputStart(text: string, command: string): number | null {
  const head = `Command: ${command}\nDirectory: `;
  if (!text.startsWith(head)) return null;
  const label = '\nOutput: ';
  const at = text.indexOf('\n', head.length);
  return at !== -1 && text.startsWith(label, at) ? at + label.length : null;
}

/** These agents take white space from both ends of an output. */
function wholeLines(output: string, isDoubtful: boolean): ShellOutput {
  return {
    lines: splitLines(output),
    isTrimmed: true,
    firstIsWhole: true,
    firstIsBare: true,
    isCut: false,
    lastIsWhole: true,
    isDoubtful,
  };
}
