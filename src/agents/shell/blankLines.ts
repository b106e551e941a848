import type { LineHasher } from '../../text/lineHash';

const MOST_SPACES = 64;
const MOST_TABS = 16;

const known = new WeakMap<LineHasher, ReadonlySet<number>>();

/** Hashes of lines without text: empty, or of spaces, or of tabs. An agent may take them from the start of an output. */
export function blankLines(hasher: LineHasher): ReadonlySet<number> {
  const made = known.get(hasher);
  if (made !== undefined) return made;
  const lines = [''];
  for (let count = 1; count <= MOST_SPACES; count++) lines.push(' '.repeat(count));
  for (let count = 1; count <= MOST_TABS; count++) lines.push('\t'.repeat(count));
  const hashes = new Set(hasher.each(lines));
  known.set(hasher, hashes);
  return hashes;
}
