import type { AgentEvent, Envelope } from '../../tracker/event';
import { textField } from '../json';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import { askedChanges, type Change, changeEvents } from './changes';

/** How the answer to a patch begins that was made. */
const DONE =
  /^(?:(?:Exit code: 0|Wall time: [^\n]*|Output:|Chunk ID: [^\n]*|Process exited with code 0|Original token count: \d+)\n)*(?:\{"output":")?Success\. Updated the following files:/;

/**
 * A patch: what the agent recorded of it, else what the call asks for.
 *
 * @param call null where a script made the patch: then there is a record
 */
export function patchCall(
  call: Call | null,
  result: Result | null,
  recorded: { readonly changes: readonly Change[]; readonly hasFailed: boolean } | null,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const cwd = call?.cwd ?? '/';
  if (recorded !== null) return changeEvents(recorded.changes, recorded.hasFailed, cwd, base, workshop);
  if (call === null || result === null) return [];
  const patch = call.input || (textField(call.args, 'input') ?? textField(call.args, 'patch') ?? '');
  return changeEvents(askedChanges(patch), !isDone(result), cwd, base, workshop);
}

export function isDone({ texts }: Result): boolean {
  return DONE.test(texts.join('\n'));
}
