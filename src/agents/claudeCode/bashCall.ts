import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { field, isObject, listField, objectField, textField } from '../json';
import { parsePatch } from '../patch';
import { shellCall } from '../shell/shellCall';
import type { RecordedChange } from '../shell/shellChanges';
import type { Workshop } from '../workshop';
import { bashOutput } from './bashOutput';
import type { Call, Result } from './call';
import { resultError } from './errors';

/** The events of a call of Bash, and the folder its shell is in afterwards (null: not known). */
export function bashCall(
  call: Call,
  { result, isTouched }: { readonly result: Result; readonly isTouched: boolean },
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): { readonly events: AgentEvent[]; readonly cwd: string | null } {
  const isBackground = field(call.input, 'run_in_background') === true;
  return shellCall(
    {
      command: textField(call.input, 'command') ?? '',
      cwd,
      output: isBackground ? null : bashOutput(result, isTouched),
      hasFailed: result.isError,
      isDenied: result.isDenied,
      error: result.isError ? resultError(result) : '',
      recorded: recordedChanges(call, result),
    },
    base,
    workshop,
  );
}

/** What newer versions record of the files that a command changed (`toolUseResult.bashEditDiff`). */
function recordedChanges({ cwd }: Call, { structured }: Result): ReadonlyMap<string, RecordedChange> {
  const changes = new Map<string, RecordedChange>();
  const diff = structured === undefined ? undefined : objectField(structured, 'bashEditDiff');
  if (diff === undefined) return changes;
  for (const name of listField(diff, 'changedFiles') ?? []) {
    if (typeof name === 'string' && name !== '')
      changes.set(resolvePath(cwd, name), { patch: null, isNew: false });
  }
  for (const file of listField(diff, 'files')?.filter(isObject) ?? []) {
    const name = textField(file, 'filePath') ?? '';
    if (name === '') continue;
    const change = { patch: parsePatch(field(file, 'hunks')), isNew: field(file, 'created') === true };
    changes.set(resolvePath(cwd, name), change);
  }
  return changes;
}
