import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope, ReadEvent, Requested } from '../../tracker/event';
import { errorClass } from '../errorClass';
import { textField } from '../json';
import { requestedLines } from '../lineRanges';
import { unreadFile } from '../readEvent';
import { folderOf } from '../recordedFolder';
import { credit } from '../shownLines';
import { countOf } from '../textLines';
import type { Workshop } from '../workshop';
import { type Asked, askedFor, readText } from './readText';
import type { Call, Result } from './row';

/** A call of `read_file`. */
export function readCall(
  { input }: Call,
  { isSuccess, text }: Result,
  cwd: string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const written = textField(input, 'filePath') ?? '';
  if (written === '') return [];
  const asked = askedFor(input);
  const event: ReadEvent = {
    ...unreadFile(
      base,
      { path: resolvePath(cwd, folderOf(written) ?? written), written },
      asked === null ? null : requestedOf(asked),
    ),
    outcome: 'unknown-range',
  };
  if (!isSuccess) return [{ ...event, outcome: 'failed', error: errorClass(text ?? '') }];
  // A notebook is given as a text that is made of it.
  if (text === null || asked === null || /\.ipynb$/i.test(event.path)) return [event];
  const shown = readText(text, asked);
  if (shown.kind !== 'lines') return [shown.kind === 'empty' ? { ...event, outcome: 'empty' } : event];
  const { start, lines, total, agentTotal } = shown;
  if (countOf(lines) === 0) return [{ ...event, outcome: 'empty' }];
  const told = credit(
    { start, lines, cutLines: [], total, agentTotal: agentTotal ?? undefined },
    event.path,
    workshop,
  );
  const isToEnd = total !== null;
  const last = start + countOf(lines) - 1;
  const isWhole = isToEnd || (event.requested?.end ?? Number.POSITIVE_INFINITY) <= last;
  return [{ ...event, ...told, outcome: isWhole ? 'complete' : 'truncated' }];
}

/** With a limit, one line more than that is given. */
export function requestedOf(asked: Asked): Requested {
  if (asked.form === 'lines') return { start: asked.start, end: asked.end };
  const { offset, limit } = asked;
  if (limit !== null) return requestedLines(offset, offset + limit);
  return offset === 1 ? null : { start: offset, end: null };
}
