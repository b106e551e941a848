import type { EditEvent, Envelope, WriteEvent } from '../tracker/event';
import type { NamedFile } from './namedFile';
import type { Patch } from './patch';
import { withoutReturn } from './textLines';
import type { Workshop } from './workshop';

/** A part of the file was replaced, as a patch tells (null: by what is not known); kept in mind. */
export function editedFile(
  file: NamedFile,
  patch: Patch | null,
  base: Envelope,
  { memory, hasher }: Workshop,
): EditEvent {
  const event = { kind: 'edit', ...base, ...file, outcome: 'ok' } as const;
  if (patch === null) {
    memory.forget(file.path);
    memory.unsettle();
    return event;
  }
  const { hunks, lines, written } = patch;
  const lineHashes = hasher.each(written.map(withoutReturn));
  memory.edited(file.path, hunks, lineHashes);
  return { ...event, hunks, lines, lineHashes };
}

/** The file was given these lines as its whole content; kept in mind. One that was there before may have other names. */
export function writtenFile(
  file: NamedFile,
  lines: readonly string[],
  base: Envelope,
  { memory, hasher }: Workshop,
): WriteEvent {
  const lineHashes = hasher.each(lines);
  memory.wrote(file.path, lineHashes);
  return { kind: 'write', ...base, ...file, outcome: 'ok', totalLines: lineHashes.length, lineHashes };
}
