import type { AgentEvent, Envelope } from '../../tracker/event';
import { credit } from '../shownLines';
import { countOf, firstLines, plainLines } from '../textLines';
import type { Workshop } from '../workshop';
import type { Attachment } from './items';
import { ATTACHMENT_LIMIT, middleCut } from './middleCut';

/** What stands in place of a file that could not be read. */
const FAILED = 'Error fetching content: ';

/** A file that a person attached: its whole text, or its start where it is too long. */
export function attachedFile(
  { path: written, content }: Attachment,
  resolve: (written: string) => string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const path = resolve(written);
  if (content.startsWith(FAILED) || content.includes('\u0000')) return [];
  const given = middleCut(content, ATTACHMENT_LIMIT);
  const all = plainLines(content);
  const start = given === null ? all : plainLines(content.slice(0, given.head));
  // The last line before a cut may go on.
  const lines = given === null ? all : firstLines(all, Math.max(0, countOf(start) - 1));
  const shown = { start: 1, lines, cutLines: [], total: countOf(all) };
  const { bytes: _, ...told } = credit(shown, path, workshop);
  return [{ kind: 'delivered', ...base, path, written, ...told }];
}
