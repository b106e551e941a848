import type { Envelope, ReadEvent, Requested } from '../tracker/event';
import type { NamedFile } from './namedFile';

/** A call of a read tool, before it is told what it returned: no line, of a file of unknown length. */
export function unreadFile(
  base: Envelope,
  { path, written }: NamedFile,
  requested: Requested,
): Omit<ReadEvent, 'outcome'> {
  return { kind: 'read', ...base, path, written, form: 'tool', requested, returned: [], totalLines: null };
}
