import { countLines, formatRanges } from '../text/ranges';
import type { ReadEvent } from '../tracker/event';
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

/** What is wrong where more than `maxStreak` reads in a row, of all files or of one, brought nothing new. */
export function passedStreak(
  read: ReadRecord,
  event: ReadEvent,
  maxStreak: number,
): PassedStreak | undefined {
  const ofAll = read.streak > maxStreak;
  if (!ofAll && read.fileStreak <= maxStreak) return undefined;
  const given = countLines(read.returned) > 0 ? `lines ${formatRanges(read.returned)}` : 'no lines';
  return {
    detector: ofAll ? 'streak' : 'file-streak',
    session: event.session,
    actor: event.actor,
    call: read.call,
    path: read.path,
    returned: read.returned,
    newLines: read.newLines,
    streak: read.streak,
    fileStreak: read.fileStreak,
    uncertain: read.uncertain,
    reason: `${ofAll ? read.streak : read.fileStreak} reads in a row ${ofAll ? '' : 'of this file '}brought nothing new; the last was given ${given}.`,
  };
}
