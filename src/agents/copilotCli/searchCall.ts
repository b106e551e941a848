import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { glimpses } from '../glimpses';
import { field, textField } from '../json';
import { searchEvent } from '../searchEvent';
import type { Workshop } from '../workshop';
import type { Call, Result } from './row';

/** A call of grep or glob. */
export function searchCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  { hasher }: Workshop,
  isChanged: boolean,
): AgentEvent[] {
  const { tool, input } = call;
  const shows =
    tool !== 'glob' &&
    result.isSuccess &&
    !isChanged &&
    textField(input, 'output_mode') === 'content' &&
    field(input, '-n') === true;
  const path = textField(input, 'paths') ?? textField(input, 'path');
  const place = { cwd, file: path === undefined ? undefined : resolvePath(cwd, path) };
  return [searchEvent(base, tool, input, hasher, shows ? glimpses(result.content ?? '', place) : [])];
}
