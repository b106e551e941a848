import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { editedFile, writtenFile } from '../changeEvents';
import { textField } from '../json';
import type { NamedFile } from '../namedFile';
import { withoutReturn } from '../textLines';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import { type ChangedFile, changedFile } from './changedFile';

/** The events of a change, and the change where it was made and recorded. */
export interface Change {
  readonly events: AgentEvent[];
  readonly made: (NamedFile & ChangedFile) | null;
}

/** A call that replaces a part of a file, or makes it. */
export function editCall(call: Call, result: Result, base: Envelope, workshop: Workshop): Change {
  const recorded = result.error === null ? changedFile(result.display) : null;
  const file = fileOf(call, recorded);
  if (file === null) return { events: [], made: null };
  const event = { kind: 'edit', ...base, ...file } as const;
  if (result.error !== null) return { events: [{ ...event, outcome: 'failed' }], made: null };
  if (recorded === null) {
    return { events: [editedFile(file, null, base, workshop)], made: null };
  }
  const made = { ...recorded, ...file };
  if (recorded.isNew) return { events: [wrote(made, base, workshop)], made };
  const { patch } = recorded;
  remember(made, workshop);
  if (patch === null) return { events: [{ ...event, outcome: 'ok' }], made };
  // What a person changed on the way is not known to the agent.
  const lineHashes = workshop.hasher.each(patch.written.map(withoutReturn));
  const own = recorded.isByPerson ? {} : { lines: patch.lines, lineHashes };
  return { events: [{ ...event, outcome: 'ok', hunks: patch.hunks, ...own }], made };
}

/** A call that gives a file's whole content. */
export function writeCall(call: Call, result: Result, base: Envelope, workshop: Workshop): Change {
  const recorded = result.error === null ? changedFile(result.display) : null;
  const file = fileOf(call, recorded);
  if (file === null) return { events: [], made: null };
  const event = { kind: 'write', ...base, ...file } as const;
  if (result.error !== null)
    return { events: [{ ...event, outcome: 'failed', totalLines: null }], made: null };
  if (recorded !== null) {
    const made = { ...recorded, ...file };
    return { events: [wrote(made, base, workshop)], made };
  }
  // What was asked for may have been corrected on the way.
  return { events: [editedFile(file, null, base, workshop)], made: null };
}

function wrote(made: NamedFile & ChangedFile, base: Envelope, workshop: Workshop): AgentEvent {
  const { path, written, isNew, isByPerson, after } = made;
  if (isByPerson) {
    remember(made, workshop);
    return { kind: 'edit', ...base, path, written, outcome: 'ok' };
  }
  // A file that was there before may have other names.
  if (!isNew) workshop.memory.unsettle();
  return writtenFile({ path, written }, splitLines(after), base, workshop);
}

function remember({ path, isNew, after }: NamedFile & ChangedFile, { hasher, memory }: Workshop): void {
  // A file that was there before may have other names.
  if (!isNew) memory.unsettle();
  memory.wrote(path, hasher.lines(after));
}

function fileOf(call: Call, recorded: ChangedFile | null): NamedFile | null {
  const written = textField(call.input, 'file_path') ?? textField(call.input, 'absolute_path');
  const named = recorded?.path ?? written;
  if (named === undefined || named === '') return null;
  return { path: resolvePath(call.cwd, named), written: written ?? named };
}
