import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { textField } from '../json';
import type { Patch } from '../patch';
import { withoutReturn } from '../textLines';
import type { Workshop } from '../workshop';
import { type GitDiff, gitDiffs, patchOf } from './gitDiffs';
import type { Call, Result } from './row';

interface NamedFile {
  readonly path: string;
  readonly written: string;
}

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
  const event = { kind: 'write', ...base, ...file } as const;
  if (!result.isSuccess) return [{ ...event, outcome: 'failed', totalLines: null }];
  const content = textField(call.input, 'file_text');
  if (content === undefined || isChanged) return changed(file, base, workshop);
  return [{ ...event, outcome: 'ok', ...wrote(file, splitLines(content), workshop) }];
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
  return patch === null ? changed(file, base, workshop) : edited(file, patch, base, workshop);
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
  if (patch === null) return changed(file, base, workshop);
  if (diff?.isCreation !== true) return edited(file, patch, base, workshop);
  const lines = patch.written.map(withoutReturn);
  return [{ kind: 'write', ...base, ...file, outcome: 'ok', ...wrote(file, lines, workshop) }];
}

function edited(file: NamedFile, patch: Patch, base: Envelope, { memory, hasher }: Workshop): AgentEvent[] {
  const lineHashes = hasher.each(patch.written.map(withoutReturn));
  memory.edited(file.path, patch.hunks, lineHashes);
  const { hunks, lines } = patch;
  return [{ kind: 'edit', ...base, ...file, outcome: 'ok', hunks, lines, lineHashes }];
}

function wrote({ path }: NamedFile, lines: readonly string[], { memory, hasher }: Workshop) {
  const lineHashes = hasher.each(lines);
  memory.wrote(path, lineHashes);
  return { totalLines: lineHashes.length, lineHashes };
}

/** Changed to what is not known. */
function changed(file: NamedFile, base: Envelope, { memory }: Workshop): AgentEvent[] {
  memory.forget(file.path);
  memory.unsettle();
  return [{ kind: 'edit', ...base, ...file, outcome: 'ok' }];
}

function fileOf(written: string | undefined, cwd: string): NamedFile | null {
  if (written === undefined || written === '' || written.startsWith('~')) return null;
  return { path: resolvePath(cwd, written), written };
}
