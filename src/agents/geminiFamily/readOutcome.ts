import type { ReadOutcome, Requested } from '../../tracker/event';
import type { ShownLines } from '../shownLines';
import { countOf } from '../textLines';

/** How a read ended that showed these lines. */
export function readOutcome(
  { start, lines, cutLines, agentTotal, total }: ShownLines,
  requested: Requested,
): ReadOutcome {
  if (cutLines.length > 0) return 'truncated';
  const count = countOf(lines);
  if (count === 0) return 'empty';
  const end = start + count - 1;
  const last = total ?? agentTotal ?? end;
  return end < Math.min(requested?.end ?? last, last) ? 'truncated' : 'complete';
}

/** What stands in the place of a file's content that is no text. */
const NO_TEXT =
  /^(?:Cannot display content of \w+ file|\[Unsupported \w+ file: |\[Cannot extract text from PDF: )[^\n]*$/;

/** Whether an answer, of which nothing more is recorded, only says that a file is no text. */
export function saysNoText(text: string): boolean {
  return NO_TEXT.test(text);
}
