import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { writtenFile } from '../changeEvents';
import { field, isObject, listField, objectField, textField } from '../json';
import type { NamedFile } from '../namedFile';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import { fileChange } from './editDiff';

/** A call of edit. */
export function editCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const file = fileOf(call, result);
  if (file === null) return [];
  if (result.isError) return [{ kind: 'edit', ...base, ...file, outcome: 'failed' }];
  const content = textField(result.input, 'newString');
  // Nothing to be replaced: the file is given its whole content.
  if (textField(result.input, 'oldString') === '' && content !== undefined) {
    return [written(file, content, false, base, workshop)];
  }
  return [edited(file, result.metadata, base, workshop)];
}

/** A call of multiedit: one change after the other. */
export function multiEditCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const file = fileOf(call, result);
  if (file === null) return [];
  if (result.isError) return [{ kind: 'edit', ...base, ...file, outcome: 'failed' }];
  const changes = (listField(result.metadata, 'results') ?? []).filter(isObject);
  if (changes.length === 0) return [edited(file, {}, base, workshop)];
  return changes.map((change) => edited(file, change, base, workshop));
}

/** A call of write. */
export function writeCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const file = fileOf(call, result);
  if (file === null) return [];
  if (result.isError) return [{ kind: 'write', ...base, ...file, outcome: 'failed', totalLines: null }];
  const content = textField(result.input, 'content');
  if (content === undefined) return [edited(file, {}, base, workshop)];
  return [written(file, content, field(result.metadata, 'exists') === false, base, workshop)];
}

/**
 * A file that was given its whole content.
 *
 * @param isNew it was not there before
 */
export function written(
  file: NamedFile,
  content: string,
  isNew: boolean,
  base: Envelope,
  workshop: Workshop,
): AgentEvent {
  // A file that was there before may have other names.
  if (!isNew) workshop.memory.unsettle();
  return writtenFile(file, splitLines(content), base, workshop);
}

function edited(file: NamedFile, metadata: JsonObject, base: Envelope, workshop: Workshop): AgentEvent {
  const record = objectField(metadata, 'filediff') ?? {};
  const diff = textField(metadata, 'diff') ?? textField(record, 'patch') ?? '';
  return changed(file, diff, record, base, workshop);
}

/** A file of which a diff tells what changed; nothing more is known where it tells nothing. */
export function changed(
  file: NamedFile,
  diff: string,
  record: JsonObject,
  base: Envelope,
  workshop: Workshop,
  isWritten?: (line: string) => boolean,
): AgentEvent {
  const { memory } = workshop;
  const event = { kind: 'edit', ...base, ...file, outcome: 'ok' } as const;
  const change = fileChange(diff, file.path, record, workshop, isWritten);
  if (change === null) {
    memory.forget(file.path);
    memory.unsettle();
    return event;
  }
  const { hunks, lines, lineHashes } = change;
  memory.edited(file.path, hunks, lineHashes ?? []);
  return { ...event, hunks, lines, ...(lineHashes === null ? {} : { lineHashes }) };
}

function fileOf(call: Call, { input }: Result): NamedFile | null {
  const name = textField(input, 'filePath') ?? '';
  return name === '' ? null : { path: resolvePath(call.cwd, name), written: name };
}
