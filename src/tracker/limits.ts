/**
 * Bounds of the tracker's memory. Reaching one may lose a detection; it never invents coverage.
 */

/** How much a tracker that runs for days keeps. */
export interface TrackerLimits {
  readonly sessions: number;
  /** Reads, findings and files of each actor, of all sessions together. */
  readonly weight: number;
  readonly actors: number;
  readonly files: number;
}

/** Sessions, and actors of one session. The one that was silent for longest goes first. */
export const MOST_SESSIONS = 500;
/** What all sessions hold together: each thing takes up to a kilobyte. A session of 200 reads of as many files weighs 400. */
export const MOST_WEIGHT = 80_000;
/** Sessions that were forgotten and are known again if they come back. */
export const MOST_FORGOTTEN = 10_000;
export const MOST_ACTORS = 1_000;
/** Files of one source. The file that was not touched for longest goes first. */
export const MOST_FILES = 20_000;
/** Contents of one file that are told apart; enough for a file that is edited and read back again and again. */
export const MOST_VERSIONS = 12;
/** Ranges of one set of lines that is kept of a version. Lines that would be one more are told as they come, and not kept. */
export const MOST_RANGES = 10_000;
/** Line hashes kept for versions that are not current any more, of one source: 8 MB. */
export const MOST_OLD_LINES = 2_000_000;
/** Calls of one session that are recognised when they are seen again. */
export const MOST_CALLS = 20_000;
/** Reads and deliveries of one actor whose calls can still be taken out of its context one by one. */
export const MOST_CONTEXT_ENTRIES = 4_096;
/** Reads of one session that can be shown in detail. */
export const MOST_READS = 5_000;
/** Compactions of one actor that are told. */
export const MOST_COMPACTIONS = 1_000;
/** Findings of one session. */
export const MOST_FINDINGS = 500;
/** Questions of one actor that are known to have been asked. */
export const MOST_QUESTIONS = 10_000;
/** Patterns that tell which commands are tests. */
export const MOST_TEST_COMMANDS = 200;
/** Failing reads of one actor (path and error) that are known when they fail again. */
export const MOST_FAILURES = 1_000;
/** Sessions of which hooks tell ahead of the record, and events of one of them that the record has not told. */
export const MOST_AHEAD = 200;
export const MOST_AHEAD_EVENTS = 2_000;

/** For a window, which runs for days. */
export const BOUNDED: TrackerLimits = {
  sessions: MOST_SESSIONS,
  weight: MOST_WEIGHT,
  actors: MOST_ACTORS,
  files: MOST_FILES,
};

/** For a report, which tells of everything it was given. */
export const UNBOUNDED: TrackerLimits = {
  sessions: Infinity,
  weight: Infinity,
  actors: Infinity,
  files: Infinity,
};
