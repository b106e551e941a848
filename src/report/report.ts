import type { LineRange, ReadOutcome } from '../tracker/event';
import type { Finding, Level } from '../tracker/views';

/** What `report --json` prints. Holds ranges and counts, never file text. Lines 1-based, inclusive. */
export interface Report {
  readonly sessions: readonly ReportedSession[];
  /** Lines of the given files that could not be read as a record. */
  readonly skippedLines: number;
}

export interface ReportedSession {
  readonly session: string;
  readonly agent: string;
  readonly source: string;
  readonly cwd: string | null;
  readonly actors: readonly ReportedActor[];
}

export interface ReportedActor {
  readonly actor: string;
  readonly maxStreak: number;
  readonly reads: readonly ReportedRead[];
  readonly files: readonly ReportedFile[];
  readonly findings: readonly ReportedFinding[];
  readonly idleTurns: number;
  readonly failures: number;
  readonly failureRepeats: number;
  readonly cost: RepeatCost;
}

export interface ReportedRead {
  readonly call: string | null;
  readonly path: string;
  readonly outcome: ReadOutcome;
  readonly returned: readonly LineRange[];
  readonly newLines: number;
  readonly streak: number;
  readonly fileStreak: number;
  readonly fileRepeats: number;
  readonly version: number | null;
  readonly level: Level | null;
  readonly stopStreak: number;
  readonly uncertain: boolean;
  readonly notes: readonly string[];
}

export interface ReportedFile {
  readonly path: string;
  readonly reads: number;
  readonly redundantReads: number;
  readonly whole: boolean;
  readonly missing: readonly LineRange[] | null;
  readonly versions: readonly {
    readonly version: number;
    readonly totalLines: number | null;
    readonly covered: readonly LineRange[];
    readonly authored: readonly LineRange[];
    readonly carried: readonly LineRange[];
  }[];
}

export type ReportedFinding = Pick<
  Finding,
  | 'detector'
  | 'level'
  | 'call'
  | 'path'
  | 'returned'
  | 'fromVersion'
  | 'toVersion'
  | 'newLines'
  | 'streak'
  | 'fileStreak'
  | 'fileRepeats'
  | 'stopStreak'
  | 'uncertain'
  | 'reason'
>;

/** What was given, and what of it was given again for nothing. */
export interface RepeatCost {
  readonly returnedLines: number;
  readonly repeatedLines: number;
  readonly returnedBytes: number;
  /** An estimate: a read's bytes, shared out evenly over its lines. */
  readonly repeatedBytes: number;
  /** An estimate: four bytes a token. */
  readonly repeatedTokens: number;
}
