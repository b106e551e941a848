import type { AgentEvent, Envelope } from '../../tracker/event';
import { isObject } from '../json';
import { mcpFilesystemCall } from '../mcpFilesystem/mcpFilesystemCall';
import { searchEvent } from '../searchEvent';
import type { Workshop } from '../workshop';
import { type Answer, textOf } from './answer';
import { commandCalls } from './commandCalls';
import { editorCall } from './editorCall';
import type { Call, Result } from './items';
import { RESULT_LIMIT } from './middleCut';
import { patchCall } from './patchCall';
import { type ReadPlace, readCall } from './readCall';

export interface CallPlace extends ReadPlace {
  /** Absolute folder that relative names start from. */
  readonly cwd: string;
}

/** Tools that change no file. */
const HARMLESS: ReadonlySet<string> = new Set([
  'ask_question',
  'fetch_web_content',
  'skills',
  'submit_and_exit',
]);

export const READ_TOOLS: ReadonlySet<string> = new Set(['read_files', 'read']);

/** The events of a call. */
export function toolCall(
  { tool, input }: Call,
  result: Result,
  answer: Answer,
  place: CallPlace,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const resolve = (written: string) => place.resolve(written);
  if (READ_TOOLS.has(tool)) return readCall(input, answer, place, base, workshop);
  switch (tool) {
    case 'editor':
      return editorCall(input, answer, resolve, base, workshop);
    case 'apply_patch':
      return patchCall(input, answer, resolve, base, workshop);
    case 'run_commands':
      return commandCalls(input, answer, place.cwd, base, workshop);
    case 'search_codebase':
      // It names places and shows no lines that can be told from them.
      return [searchEvent(base, tool, input, workshop.hasher)];
    default:
      return otherCall({ tool, input }, result, answer, place, base, workshop);
  }
}

function otherCall(
  { tool, input }: Pick<Call, 'tool' | 'input'>,
  { content, isError }: Result,
  { error }: Answer,
  { cwd }: CallPlace,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const given = textOf(content);
  const text = given !== null && given.length <= RESULT_LIMIT ? given : null;
  const served = mcpFilesystemCall(
    {
      tool,
      args: isObject(input) ? input : {},
      cwd,
      result: { text, form: 'either', isError: isError || error !== null },
    },
    base,
    workshop,
  );
  if (served !== null) return served;
  // A subagent, or a tool of another program, may have changed any file.
  if (!HARMLESS.has(tool)) workshop.memory.unsettle();
  return [];
}
