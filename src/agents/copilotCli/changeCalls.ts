import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { editedFile, writtenFile } from '../changeEvents';
import { textField } from '../json';
import type { NamedFile } from '../namedFile';
import { withoutReturn } from '../textLines';
import type { Workshop } from '../workshop';
import { type GitDiff, gitDiffs, patchOf } from './gitDiffs';
import type { Call, Result } from './row';

/** A call that gives a new file its content; over a file it fails. */
export function createCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
  isChanged: boolean,
): AgentEvent[] {
  const file = fileOf(textField(call.input, 'path'), cwd);
  if (file === null) return [];
  if (!result.isSuccess) return [{ kind: 'write', ...base, ...file, outcome: 'failed', totalLines: null }];
  const content = textField(call.input, 'file_text');
  return content === undefined || isChanged
    ? [editedFile(file, null, base, workshop)]
    : [writtenFile(file, splitLines(content), base, workshop)];
}

/** A call that changes a part of a file. */
export function editCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): AgentEvent[] {
  const file = fileOf(textField(call.input, 'path'), cwd);
  if (file === null) return [];
  if (!result.isSuccess) return [{ kind: 'edit', ...base, ...file, outcome: 'failed' }];
  const [diff, ...others] = gitDiffs(result.detailed ?? '');
  const patch = diff === undefined || others.length > 0 ? null : patchOf(diff);
  return [editedFile(file, patch, base, workshop)];
}

const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+?)\s*$/gm;
const MOST_PATCHED = 1000;

/** A call that applies a patch to several files; the record names them, and has a diff of each. */
export function patchCall(
  call: Call,
  result: Result,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): AgentEvent[] {
  const text = call.text ?? textField(call.input, 'input') ?? textField(call.input, 'patch') ?? '';
  const recorded = result.fileEdits.map((edit) => textField(edit, 'path'));
  const named = [...text.matchAll(PATCHED)].slice(0, MOST_PATCHED).map(([, name]) => name);
  const files = (recorded.length > 0 ? recorded : named).flatMap((name) => fileOf(name, cwd) ?? []);
  if (!result.isSuccess) {
    workshop.memory.unsettle();
    // It may have got to some of them.
    for (const { path } of files) workshop.memory.forget(path);
    return files.map((file) => ({ kind: 'edit', ...base, ...file, outcome: 'failed' }));
  }
  const diffs = gitDiffs(result.detailed ?? '');
  const isTold = diffs.length === files.length;
  return files.flatMap((file, i) => fileChange(file, isTold ? diffs[i] : undefined, base, workshop));
}

function fileChange(
  file: NamedFile,
  diff: GitDiff | undefined,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  if (diff?.isDeletion === true) {
    workshop.memory.forget(file.path);
    return [{ kind: 'delete', ...base, ...file }];
  }
  const patch = diff === undefined ? null : patchOf(diff);
  return patch !== null && diff?.isCreation === true
    ? [writtenFile(file, patch.written.map(withoutReturn), base, workshop)]
    : [editedFile(file, patch, base, workshop)];
}

function fileOf(written: string | undefined, cwd: string): NamedFile | null {
  if (written === undefined || written === '' || written.startsWith('~')) return null;
  return { path: resolvePath(cwd, written), written };
}
