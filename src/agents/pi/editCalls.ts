import { splitLines } from '../../text/lines';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { editedFile, writtenFile } from '../changeEvents';
import { textField } from '../json';
import { type Patch, unifiedPatch } from '../patch';
import type { Workshop } from '../workshop';
import type { Call, Result } from './entry';
import { fileOf } from './files';
import { numberedDiff } from './numberedDiff';

/** A call of the edit tool. */
export function editCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): AgentEvent[] {
  const file = fileOf(textField(call.input, 'path'), cwd);
  if (file === null) return [];
  if (result.isError) return [{ kind: 'edit', ...base, ...file, outcome: 'failed' }];
  return [editedFile(file, patchOf(result), base, workshop)];
}

/** What replaced what: newer versions record a patch, older ones a diff with line numbers. */
function patchOf({ details = {} }: Result): Patch | null {
  const patch = textField(details, 'patch');
  const diff = textField(details, 'diff');
  if (patch !== undefined) return unifiedPatch(patch);
  return diff === undefined ? null : numberedDiff(diff);
}

/** A call of the write tool. */
export function writeCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): AgentEvent[] {
  const file = fileOf(textField(call.input, 'path'), cwd);
  const content = textField(call.input, 'content');
  if (file === null || content === undefined) return [];
  if (result.isError) return [{ kind: 'write', ...base, ...file, outcome: 'failed', totalLines: null }];
  // A file that was there before may have other names.
  workshop.memory.unsettle();
  return [writtenFile(file, splitLines(content), base, workshop)];
}
