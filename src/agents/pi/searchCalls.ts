import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope, Glimpse } from '../../tracker/event';
import { glimpses } from '../glimpses';
import { textField } from '../json';
import { searchEvent } from '../searchEvent';
import type { Workshop } from '../workshop';
import type { Call, Result } from './entry';

/** A call of grep, find or ls. */
export function searchCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  { hasher }: Workshop,
): AgentEvent[] {
  const shows = call.tool === 'grep' && !result.isError;
  return [
    searchEvent(
      base,
      call.tool,
      call.input,
      hasher,
      shows ? shownBy(resolvePath(cwd, textField(call.input, 'path') ?? '.'), result.text) : [],
    ),
  ];
}

/** Names in the answer start from the folder that was searched; one file is named by its last name. */
function shownBy(searched: string, text: string): Glimpse[] {
  const name = searched.slice(Math.max(searched.lastIndexOf('/'), searched.lastIndexOf('\\')) + 1);
  const itself = resolvePath(searched, name);
  return glimpses(text, { cwd: searched, file: undefined }).map(({ path, lines }) => ({
    path: path === itself ? searched : path,
    lines,
  }));
}
