import type { AgentEvent, Envelope } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { editCall, writeCall } from '../geminiFamily/changeCalls';
import { gutterLines } from '../geminiFamily/parts';
import { isLineNumber } from '../lineRanges';
import { credit } from '../shownLines';
import { countOf } from '../textLines';
import type { Workshop } from '../workshop';

/** The agent's own sentences before the lines around a change. */
const HEAD =
  /^(?:The file: [^\n]* has been updated\.|Created new file: [^\n]* with provided content\.) Showing lines (\d{1,9})-(\d{1,9}) of (\d{1,9}) from the edited file:\n\n---\n\n/;

/** A call of `edit` or `write_file`: what changed, and what the answer shows of it. */
export function changeCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const act = call.tool === 'write_file' ? writeCall : editCall;
  const { events } = act(call, result, base, workshop);
  const [event] = events;
  if (event === undefined || !('path' in event)) return [];
  if (result.error === 'denied' && !result.isDenied) {
    // A hook took the answer back; the file was changed before that.
    workshop.memory.forget(event.path);
    return [...events, { kind: 'document-changed', ...base, path: event.path }];
  }
  return result.error === null ? [...events, ...shownAfter(event, result.text, base, workshop)] : events;
}

interface NamedFile {
  readonly path: string;
  readonly written?: string;
}

function shownAfter(
  { path, written = path }: NamedFile,
  text: string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const head = HEAD.exec(text);
  const [start = 0, end = 0, agentTotal = 0] = (head ?? []).slice(1).map(Number);
  if (head === null || !isLineNumber(start) || !isLineNumber(agentTotal)) return [];
  const shown = gutterLines(text.slice(head[0].length), { range: [start, end], total: agentTotal });
  if (shown === null || countOf(shown.lines) === 0) return [];
  const { bytes: _, ...lines } = credit({ start, cutLines: [], agentTotal, ...shown }, path, workshop);
  return [{ kind: 'delivered', ...base, path, written, ...lines }];
}
