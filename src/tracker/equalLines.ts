import { diffArrays } from 'diff';
import type { KnownLines } from './knownLines';

/** A line and the hash of its text. */
export type HashedLine = readonly [line: number, hash: number];

/** Longer texts are not compared, nor such that have too little in common: at most so many lines that differ. */
const MOST_LINES = 200_000;
const MOST_EDITS = 1_000;

/**
 * Which line of the text after a change each line of the text before it is, by a diff of those lines that are known on
 * each side, in order. Null: too long, or too different.
 */
export function equalLines(
  before: readonly HashedLine[] | null,
  after: readonly HashedLine[] | null,
): ReadonlyMap<number, number> | null {
  if (before === null || after === null) return null;
  const parts = diffArrays(before.map(hashOf), after.map(hashOf), { maxEditLength: MOST_EDITS });
  if (parts === undefined) return null;
  const pairs = new Map<number, number>();
  let atBefore = 0;
  let atAfter = 0;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      for (let i = 0; i < value.length; i++) {
        const [line] = before[atBefore + i] ?? [0];
        pairs.set(line, after[atAfter + i]?.[0] ?? 0);
      }
    }
    if (!added) atBefore += value.length;
    if (!removed) atAfter += value.length;
  }
  return pairs;
}

/** The known lines of a text, in order; null: too many to be compared. */
export function hashedLines(known: KnownLines): readonly HashedLine[] | null {
  return known.known > MOST_LINES ? null : [...known];
}

/** The lines of a text that is known whole; null: too many to be compared. */
export function hashedText(hashes: Uint32Array): readonly HashedLine[] | null {
  return hashes.length > MOST_LINES ? null : Array.from(hashes, (hash, at): HashedLine => [at + 1, hash]);
}

function hashOf([, hash]: HashedLine): number {
  return hash;
}
