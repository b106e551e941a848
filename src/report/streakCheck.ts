import type { ReadEvent } from '../tracker/event';
import { reasonOf } from '../tracker/findings';
import type { ReadRecord } from '../tracker/views';

/** The read that passed a limit, for `check`. */
export interface PassedStreak {
  readonly detector: 'streak' | 'file-streak';
  readonly session: string;
  readonly actor: string;
  readonly call: string | null;
  readonly path: string;
  readonly returned: ReadEvent['returned'];
  readonly newLines: number;
  readonly streak: number;
  readonly fileStreak: number;
  readonly uncertain: boolean;
  readonly reason: string;
}

/**
 * What is wrong where more than `maxStreak` reads in a row, of all files or of one, brought nothing new. Uncertain verdicts
 * count: a check stops nobody, and a log of ranges alone has no others.
 */
export function passedStreak(
  read: ReadRecord,
  event: ReadEvent,
  maxStreak: number,
): PassedStreak | undefined {
  const ofAll = read.streak > maxStreak;
  if (!ofAll && read.fileStreak <= maxStreak) return undefined;
  // Doubt about any of the reads that it takes is doubt about the row.
  const uncertain = read.uncertain || read.stopStreak <= maxStreak;
  const detector = ofAll ? 'streak' : 'file-streak';
  return {
    detector,
    session: event.session,
    actor: event.actor,
    call: read.call,
    path: read.path,
    returned: read.returned,
    newLines: read.newLines,
    streak: read.streak,
    fileStreak: read.fileStreak,
    uncertain,
    reason: `${reasonOf(read, detector)}${uncertain ? ' (uncertain)' : ''}`,
  };
}
