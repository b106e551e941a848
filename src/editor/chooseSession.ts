import type { SessionKey } from '../tracker/views';

/** What the choice of the drawn session needs to know of each. */
export interface Candidate {
  readonly key: SessionKey;
  readonly live: boolean;
  /** Milliseconds since the epoch; 0 where no time is known. */
  readonly lastSeen: number;
}

/**
 * The session that is drawn: the one a person chose; else the one drawn so far while it lives, so that two agents at
 * work do not make the marks jump; else the newest live one; else the newest.
 */
export function sessionToDraw(
  candidates: readonly Candidate[],
  chosen: SessionKey | undefined,
  drawn: SessionKey | undefined,
): SessionKey | undefined {
  const known = (key: SessionKey | undefined) => candidates.find((candidate) => candidate.key === key);
  const picked = known(chosen);
  if (picked) return picked.key;
  const before = known(drawn);
  if (before?.live) return before.key;
  const live = newest(candidates.filter((candidate) => candidate.live));
  return (live ?? newest(candidates))?.key;
}

function newest(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (best, candidate) => (best === undefined || candidate.lastSeen > best.lastSeen ? candidate : best),
    undefined,
  );
}
