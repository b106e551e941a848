import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope, Glimpse } from '../../tracker/event';
import { glimpses } from '../glimpses';
import { field, textField } from '../json';
import { searchEvent } from '../searchEvent';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';

/** A call of Grep, Glob or LS. */
export function searchCall(call: Call, result: Result, base: Envelope, { hasher }: Workshop): AgentEvent[] {
  return [
    searchEvent(
      base,
      call.tool,
      call.input,
      hasher,
      call.tool === 'Grep' && !result.isError ? grepGlimpses(call, result) : [],
    ),
  ];
}

function grepGlimpses(call: Call, result: Result): Glimpse[] {
  if (textField(call.input, 'output_mode') !== 'content' || field(call.input, '-n') === false) return [];
  const path = textField(call.input, 'path');
  return glimpses(result.text, {
    cwd: call.cwd,
    // One file is searched without its name before each line.
    file: path === undefined ? undefined : resolvePath(call.cwd, path),
  });
}
