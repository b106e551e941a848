import { splitLines } from '../../text/lines';
import type { LineRange } from '../../text/ranges';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { type Change, editCall, writeCall } from '../geminiFamily/changeCalls';
import type { Workshop } from '../workshop';
import { isTakenBack } from './record';
import { updatedCode } from './updatedCode';

/** A call of `replace` or `write_file`: what changed, and what the answer shows of it. */
export function changeCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const act = call.tool === 'write_file' ? writeCall : editCall;
  const change = act(call, result, base, workshop);
  return [
    ...change.events,
    ...changedAllTheSame(change, result, base, workshop),
    ...shownAfter(change, result, base, workshop),
  ];
}

/** A hook took the answer away; the file was changed before that. */
function changedAllTheSame(
  { events: [event] }: Change,
  result: Result,
  base: Envelope,
  { memory }: Workshop,
) {
  if (event === undefined || !('path' in event) || !isTakenBack(result)) return [];
  memory.forget(event.path);
  return [{ kind: 'document-changed', ...base, path: event.path } as const];
}

function shownAfter({ made }: Change, { text }: Result, base: Envelope, { hasher }: Workshop): AgentEvent[] {
  const runs = made === null ? null : updatedCode(text, made);
  if (made === null || runs === null || runs.length === 0) return [];
  const lines = splitLines(made.after);
  const returned = runs.map(([first, count]): LineRange => [first, first + count - 1]);
  const shown = returned.flatMap(([first, last]) => lines.slice(first - 1, last));
  const event = {
    kind: 'delivered',
    ...base,
    path: made.path,
    written: made.written,
    returned,
    totalLines: lines.length,
    lineHashes: hasher.each(shown),
  } as const;
  return [event];
}
