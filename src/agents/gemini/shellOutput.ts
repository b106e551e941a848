import { splitLines } from '../../text/lines';
import type { Result } from '../geminiFamily/call';
import { labelledOutput, linesOfOutput, trailerStart } from '../geminiFamily/shellSections';
import type { ShellOutput } from '../shell/output';

const LARGE =
  /^Output too large\. Showing first ([\d,]{1,12}) and last ([\d,]{1,12}) characters\. For full output see: [^\n]*\n/;
const OMITTED = /^\n\n\.\.\. \[([\d,]{1,15}) characters omitted\] \.\.\.\n\n/;
const [OPEN, CLOSE] = ['<untrusted_context>\n', '\n</untrusted_context>'];
const LABEL = 'Output: ';

/** What a command printed, as far as it reached the model; null where that cannot be told. */
export function shellOutput(command: string, { text, display }: Result): ShellOutput | null {
  const printed = typeof display === 'string' ? display : undefined;
  const large = LARGE.exec(text);
  if (large !== null) {
    const [first, last] = large.slice(1).map(numberOf);
    return largeOutput(text.slice(large[0].length), first ?? 0, last ?? 0, printed);
  }
  const isWrapped = text.startsWith(OPEN) && text.endsWith(CLOSE);
  const inner = isWrapped ? text.slice(OPEN.length, -CLOSE.length) : text;
  if (inner.startsWith(LABEL)) return linesOfOutput(inner.slice(LABEL.length), printed, 'some');
  return isWrapped ? null : labelledOutput(inner, command, printed);
}

/**
 * An output of which the middle is missing: a number of characters of the whole answer from its start and from its end.
 * The agent's record has the whole output, so where the answer's own words end is a matter of counting.
 */
function largeOutput(
  body: string,
  first: number,
  last: number,
  printed: string | undefined,
): ShellOutput | null {
  const [head, rest] = [body.slice(0, first), body.slice(first)];
  const mark = OMITTED.exec(rest);
  const start = OPEN + LABEL;
  if (mark === null || printed === undefined || !head.startsWith(start)) return null;
  const tail = rest.slice(mark[0].length);
  const whole = first + numberOf(mark[1]) + last;
  const trailer = whole - start.length - printed.length - CLOSE.length;
  const before = head.slice(start.length);
  const after = tail.slice(0, tail.length - CLOSE.length - trailer);
  const isFitting = tail.length === last && trailer >= 0 && tail.endsWith(CLOSE);
  if (!isFitting || !printed.startsWith(before) || !printed.endsWith(after)) return null;
  if (trailerStart(tail.slice(after.length, tail.length - CLOSE.length)) !== 0) return null;
  const end = printed.length - after.length;
  return {
    lines: splitLines(before),
    isTrimmed: true,
    firstIsWhole: true,
    firstIsBare: true,
    isCut: true,
    lastIsWhole: before.endsWith('\n') || /^\r?\n/.test(printed.slice(before.length, before.length + 2)),
    tail: {
      lines: splitLines(after),
      firstIsWhole: printed.charAt(end - 1) === '\n',
      total: splitLines(printed).length,
    },
    isDoubtful: false,
  };
}

function numberOf(digits: string | undefined): number {
  return Number((digits ?? '').replaceAll(',', ''));
}
