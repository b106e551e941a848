import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { isObject, listField, textField } from '../json';
import type { NamedFile } from '../namedFile';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import { changed, written } from './editCalls';

const FILE_MARK = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE_MARK = /^\*\*\* Move to: (.+)$/;

/** A call of a tool that is given a patch of several files. */
export function patchCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const text = textField(result.input, 'patchText') ?? '';
  const files = (listField(result.metadata, 'files') ?? []).filter(isObject);
  if (result.isError) {
    return namedIn(text).map(({ name }) => ({
      kind: 'edit',
      ...base,
      ...fileOf(call, name),
      outcome: 'failed',
    }));
  }
  const added = new Set(text.split('\n').flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : [])));
  if (files.length > 0) {
    return files.flatMap((file) => recorded(call, file, base, workshop, (line) => added.has(line)));
  }
  return namedIn(text).flatMap(({ kind, name, to }) =>
    fileEvents(
      kind,
      fileOf(call, name),
      to === null ? null : fileOf(call, to),
      { diff: '', record: {} },
      base,
      workshop,
    ),
  );
}

type Kind = 'add' | 'update' | 'delete';

function recorded(
  call: Call,
  record: JsonObject,
  base: Envelope,
  workshop: Workshop,
  isWritten: (line: string) => boolean,
): AgentEvent[] {
  const name = textField(record, 'filePath') ?? textField(record, 'relativePath') ?? '';
  if (name === '') return [];
  const type = textField(record, 'type');
  const to = textField(record, 'movePath') ?? '';
  const diff = textField(record, 'diff') ?? textField(record, 'patch') ?? '';
  const kind = type === 'add' || type === 'delete' ? type : 'update';
  const target = to === '' ? null : fileOf(call, to);
  return fileEvents(kind, fileOf(call, name), target, { diff, record, isWritten }, base, workshop);
}

interface Told {
  readonly diff: string;
  readonly record: JsonObject;
  readonly isWritten?: (line: string) => boolean;
}

function fileEvents(
  kind: Kind,
  file: NamedFile,
  to: NamedFile | null,
  { diff, record, isWritten }: Told,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const { memory } = workshop;
  if (kind === 'delete') {
    memory.forget(file.path);
    return [{ kind: 'delete', ...base, ...file }];
  }
  const after = textField(record, 'after');
  if (kind === 'add' && after !== undefined) return [written(file, after, false, base, workshop)];
  if (to === null) return [changed(file, diff, record, base, workshop, isWritten)];
  memory.forget(file.path);
  memory.forget(to.path);
  const rename = { kind: 'rename', ...base, from: file.path, to: to.path, written: to.written } as const;
  return [rename, changed(to, diff, record, base, workshop, isWritten)];
}

/** The files that a patch names. */
function namedIn(patch: string): { kind: Kind; name: string; to: string | null }[] {
  const named: { kind: Kind; name: string; to: string | null }[] = [];
  for (const line of patch.split('\n')) {
    const mark = FILE_MARK.exec(line);
    const last = named.at(-1);
    const to = MOVE_MARK.exec(line)?.[1];
    if (to !== undefined && last !== undefined) last.to = to;
    if (mark?.[2] === undefined) continue;
    const kind = mark[1] === 'Add' ? 'add' : mark[1] === 'Delete' ? 'delete' : 'update';
    named.push({ kind, name: mark[2], to: null });
  }
  return named;
}

function fileOf(call: Call, name: string): NamedFile {
  return { path: resolvePath(call.cwd, name), written: name };
}
