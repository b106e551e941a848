import { getOrCreate } from '../text/maps';
import type { FoundFile } from './foundFile';
import type { FoundSession } from './transcriptLocation';

/** A transcript, or the rows of one session of a database, before it is known whose it is. */
export interface Candidate {
  readonly id: string;
  readonly parent: string | null;
  readonly cwd: string | null;
  readonly isOwn: boolean;
  readonly file: FoundFile;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly bytes: number;
}

/**
 * Sessions from what was found, newest first: subagents go to the session at the end of their parents, wherever that
 * ran, and files with the same id are one session. What belongs to no session of these folders is left out.
 */
export function sessionsOf<T extends Candidate>(
  candidates: readonly T[],
): readonly (FoundSession & { readonly mains: readonly T[] })[] {
  const parents = new Map(candidates.map(({ id, parent }) => [id, parent]));
  const groups = new Map<string, T[]>();
  // In the order of names, which is that of time where names are dates, however the folders were looked through.
  for (const candidate of candidates.toSorted((a, b) => compare(a.file.path, b.file.path))) {
    getOrCreate(groups, rootOf(candidate, parents), () => []).push(candidate);
  }
  const sessions = [...groups].flatMap(([id, group]) => {
    const mains = group.filter((each) => each.id === id && each.parent === null);
    const cwd = (mains.length > 0 ? mains : group).find(({ isOwn }) => isOwn)?.cwd ?? null;
    if (cwd === null) return [];
    const subagents = group.filter((each) => !mains.includes(each));
    return [
      {
        id,
        cwd,
        mains,
        files: [...mains, ...subagents].map(({ file }) => file),
        modified: Math.max(...group.map(({ modified }) => modified)),
        bytes: group.reduce((bytes, each) => bytes + each.bytes, 0),
      },
    ];
  });
  return sessions.sort((a, b) => b.modified - a.modified);
}

/** The session that a subagent of a subagent … belongs to in the end. */
function rootOf({ id, parent }: Candidate, parents: ReadonlyMap<string, string | null>): string {
  const passed = new Set([id]);
  let root = id;
  for (let at = parent; at !== null && !passed.has(at); at = parents.get(at) ?? null) {
    passed.add(at);
    root = at;
  }
  return root;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
