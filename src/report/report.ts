import type { FileSummary, Finding, ReadRecord } from '../tracker/views';

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

export type ReportedRead = Pick<
  ReadRecord,
  | 'call'
  | 'path'
  | 'outcome'
  | 'returned'
  | 'newLines'
  | 'streak'
  | 'fileStreak'
  | 'fileRepeats'
  | 'version'
  | 'level'
  | 'stopStreak'
  | 'uncertain'
  | 'notes'
>;

export type ReportedFile = Pick<
  FileSummary,
  'path' | 'reads' | 'redundantReads' | 'whole' | 'missing' | 'versions'
>;

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
