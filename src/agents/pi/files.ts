import { resolvePath } from '../../text/path';
import type { NamedFile } from '../namedFile';

/** The file that a call names; null where the name cannot be resolved: the home folder is not known. */
export function fileOf(written: string | undefined, cwd: string): NamedFile | null {
  if (written === undefined) return null;
  // Models copy the mark of a mention; the tools pass over it.
  const name = written.startsWith('@') ? written.slice(1) : written;
  if (name === '' || name.startsWith('~')) return null;
  return { path: resolvePath(cwd, name), written };
}
