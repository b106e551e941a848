import type { Cost, FileSummary, Finding, ReadRecord } from '../tracker/views';

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
  /** Of all its actors together. */
  readonly cost: Cost;
  readonly actors: readonly ReportedActor[];
}

export interface ReportedActor {
  readonly actor: string;
  readonly maxStreak: number;
  readonly reads: readonly ReportedRead[];
  readonly files: readonly ReportedFile[];
  readonly findings: readonly ReportedFinding[];
  /** For each compaction of its context, how many reads it had made by then. */
  readonly compactions: readonly number[];
  readonly idleTurns: number;
  readonly failures: number;
  readonly failureRepeats: number;
  readonly cost: Cost;
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
  'path' | 'reads' | 'redundantReads' | 'cost' | 'knowledge' | 'whole' | 'missing' | 'hint' | 'versions'
>;

export type ReportedFinding = Pick<
  Finding,
  | 'detector'
  | 'level'
  | 'call'
  | 'time'
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
  | 'notes'
  | 'hint'
  | 'history'
  | 'blind'
>;
