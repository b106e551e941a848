import { splitLines } from '../../text/lines';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { textField } from '../json';
import { type Patch, unifiedPatch } from '../patch';
import { withoutReturn } from '../textLines';
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
  { memory, hasher }: Workshop,
): AgentEvent[] {
  const file = fileOf(textField(call.input, 'path'), cwd);
  if (file === null) return [];
  const event = { kind: 'edit', ...base, ...file } as const;
  if (result.isError) return [{ ...event, outcome: 'failed' }];
  const patch = patchOf(result);
  if (patch === null) {
    memory.forget(file.path);
    memory.unsettle();
    return [{ ...event, outcome: 'ok' }];
  }
  const lineHashes = hasher.each(patch.written.map(withoutReturn));
  memory.edited(file.path, patch.hunks, lineHashes);
  return [{ ...event, outcome: 'ok', hunks: patch.hunks, lines: patch.lines, lineHashes }];
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
  { memory, hasher }: Workshop,
): AgentEvent[] {
  const file = fileOf(textField(call.input, 'path'), cwd);
  const content = textField(call.input, 'content');
  if (file === null || content === undefined) return [];
  const event = { kind: 'write', ...base, ...file } as const;
  if (result.isError) return [{ ...event, outcome: 'failed', totalLines: null }];
  const lineHashes = hasher.each(splitLines(content));
  // A file that was there before may have other names.
  memory.unsettle();
  memory.wrote(file.path, lineHashes);
  return [{ ...event, outcome: 'ok', totalLines: lineHashes.length, lineHashes }];
}
