import type { LineRange, ReadOutcome, Requested } from './event';

/**
 * What the tracker tells: plain, read-only data for the editor, the report and the findings log.
 * Never file text. Line numbers are 1-based and inclusive, times are milliseconds since the epoch.
 */

/** Names a session for the tracker's callers: source and session id together, see {@link sessionKey}. */
export type SessionKey = string & { readonly __sessionKey: unique symbol };

export type Level = 'notice' | 'warning' | 'stop';

/** The three counters that levels watch (semantics.md section 4). */
export type Counter = 'streak' | 'file-streak' | 'file-repeats';

/** What a read was worth. `neutral`: changes no counter. */
export type Progress = 'progress' | 'no-progress' | 'neutral' | 'failed';

/** One read as the tracker judged it. */
export interface ReadRecord {
  /** Ordinal of the read within its actor, from 1. */
  readonly ordinal: number;
  readonly call: string | null;
  readonly time: number | null;
  readonly actor: string;
  readonly path: string;
  readonly written: string;
  readonly form: 'tool' | 'shell';
  readonly requested: Requested;
  readonly returned: readonly LineRange[];
  readonly cutLines: readonly number[];
  readonly outcome: ReadOutcome;
  readonly progress: Progress;
  /** Lines that the in-context ledger of this version did not have. */
  readonly newLines: number;
  /** Lines that were never given in this session at this version. */
  readonly newForLife: number;
  /** Global streak, file streak and file repeats after this read. */
  readonly streak: number;
  readonly fileStreak: number;
  readonly fileRepeats: number;
  /** Largest of the three counters over certain reads only. */
  readonly stopStreak: number;
  /** Ordinal of the file's version, from 1; null where no version is known. */
  readonly version: number | null;
  /** The highest level that this read fired. */
  readonly level: Level | null;
  readonly uncertain: boolean;
  /** Short fixed phrases: why it is uncertain, `returned to an earlier version`, `re-read after compaction`, … */
  readonly notes: readonly string[];
}

/** What found something: a counter that reached a level, or one of the detectors that only advise. */
export type Detector = Counter | 'low-yield' | 'idle-turns' | 'blind-change' | 'failure-loop';

/** A read that a finding rests on. */
export interface PastRead {
  readonly call: string | null;
  readonly time: number | null;
  readonly returned: readonly LineRange[];
  readonly newLines: number;
}

/** Lines that an actor changed without ever having been given them. Lists are cut after 200 ranges. */
export interface BlindChange {
  /** An edit of these lines, or a write over the whole file. */
  readonly by: 'edit' | 'write';
  /** The unread lines that were at risk, as numbered in the version before. Empty where not known. */
  readonly unread: readonly LineRange[];
  /** How many they are; null: more than the listed ones, or not known. */
  readonly unreadLines: number | null;
  /** Those of them that a search showed. */
  readonly glimpsed: readonly LineRange[];
  /** Those of them that are gone from the text; null: not known. */
  readonly dropped: readonly LineRange[] | null;
  /** Lines that the change wrote, as numbered in the version after it: the place to show it at. */
  readonly written: readonly LineRange[];
  /** Lines before which it deleted something and wrote nothing, as numbered in the version after it. */
  readonly deletedBefore: readonly number[];
}

/** A verdict with its evidence. */
export interface Finding {
  readonly detector: Detector;
  /** `advisory` never leads to a stop. */
  readonly level: Level | 'advisory';
  readonly source: string;
  readonly session: string;
  readonly agent: string;
  readonly actor: string;
  readonly call: string | null;
  readonly time: number | null;
  readonly path: string | null;
  readonly returned: readonly LineRange[];
  readonly fromVersion: number | null;
  readonly toVersion: number | null;
  readonly newLines: number;
  readonly streak: number;
  readonly fileStreak: number;
  readonly fileRepeats: number;
  readonly stopStreak: number;
  readonly uncertain: boolean;
  /** One sentence for people; holds no file text. */
  readonly reason: string;
  /** Short fixed phrases, as those of a read. */
  readonly notes: readonly string[];
  /** What would help, in the terms of the agent's own tools; null: nothing is known that would. */
  readonly hint: string | null;
  /** The reads that led to it, the last of them last; at most 10. */
  readonly history: readonly PastRead[];
  /** Of a `blind-change`. */
  readonly blind: BlindChange | null;
}

/** Lines `start` to `end` of one version that share one state, for one actor. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** How often the lines were given; 0 for lines that are only authored, carried or glimpsed. */
  readonly times: number;
  /** Still in the actor's context; false: given earlier, drawn faded. */
  readonly inContext: boolean;
  /** The actor wrote these lines itself. */
  readonly authored: boolean;
  /** Given in an earlier version of the file and unchanged since; never counted as covered. */
  readonly carried: boolean;
  /** Shown by a search only. */
  readonly glimpsed: boolean;
}

/** Line hashes known of one version. Sparse: not every line need be known. */
export interface LineKnowledge {
  /** Highest line with a known hash; 0: none. */
  readonly highest: number;
  /** Number of lines with a known hash. */
  readonly known: number;
  /** Hash of a line, or undefined where it is not known. */
  at(line: number): number | undefined;
}

/** One version of one file, and what each actor was given of it. */
export interface VersionCoverage {
  readonly version: number;
  readonly current: boolean;
  readonly totalLines: number | null;
  readonly contentHash: string | null;
  /** Own-scheme hashes only: those an open document can be compared with. */
  readonly lines: LineKnowledge;
  /** Sorted, disjoint segments of each actor that has any. */
  readonly actors: ReadonlyMap<string, readonly Segment[]>;
}

export interface FileCoverage {
  readonly path: string;
  /** Newest first; bounded. */
  readonly versions: readonly VersionCoverage[];
}

/**
 * What reads cost. Lines count as given before if they were given at any time of the session, at this version; they were
 * regained if the context had lost them, or the file had changed and come back: those were not for nothing.
 */
export interface Cost {
  readonly returnedLines: number;
  /** Of them: lines that had been given before. */
  readonly repeatedLines: number;
  /** Of the repeated ones: regained. */
  readonly regainedLines: number;
  readonly returnedBytes: number;
  /** An estimate: a read's bytes, shared out evenly over its lines. */
  readonly repeatedBytes: number;
  /** An estimate: four bytes a token. */
  readonly repeatedTokens: number;
}

/**
 * What is known of a version: nothing; a part; all lines, given; all lines, of which the actor wrote each and was not
 * given each back.
 */
export type Knowledge = 'unknown' | 'partly' | 'whole' | 'authored';

export interface FileSummary {
  readonly path: string;
  readonly reads: number;
  readonly redundantReads: number;
  readonly cost: Cost;
  /** Of the current version; `unknown` where there is none. */
  readonly knowledge: Knowledge;
  /** All lines of the current version were given or written by the actor. */
  readonly whole: boolean;
  /** Lines of the current version not yet given; null where the total is not known. */
  readonly missing: readonly LineRange[] | null;
  /** What would read the rest, in the terms of the agent's own tools; null where nothing is missing, or nothing known. */
  readonly hint: string | null;
  readonly fileStreak: number;
  readonly fileRepeats: number;
  readonly versions: readonly {
    readonly version: number;
    readonly totalLines: number | null;
    readonly knowledge: Knowledge;
    readonly covered: readonly LineRange[];
    readonly authored: readonly LineRange[];
    readonly carried: readonly LineRange[];
  }[];
}

/** The counter of an actor that is nearest to its stop threshold. */
export interface Danger {
  readonly counter: Counter;
  readonly value: number;
  /** The file of a file counter. */
  readonly path: string | null;
}

export interface ActorSummary {
  readonly actor: string;
  readonly streak: number;
  readonly maxStreak: number;
  readonly stopStreak: number;
  readonly danger: Danger;
  readonly reads: number;
  readonly redundantReads: number;
  readonly cost: Cost;
  readonly idleTurns: number;
  readonly failures: number;
  readonly failureRepeats: number;
  readonly lastTime: number | null;
  /** For each compaction of its context, how many reads it had made by then. */
  readonly compactions: readonly number[];
}

export interface SessionSummary {
  readonly key: SessionKey;
  readonly source: string;
  readonly session: string;
  readonly agent: string;
  readonly cwd: string | null;
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  readonly ended: boolean;
  /** Of all its actors together. */
  readonly cost: Cost;
  readonly actors: readonly ActorSummary[];
}

/** What one event led to. */
export interface Applied {
  /** The call was known from another source: nothing was counted again. */
  readonly duplicate: boolean;
  readonly session: SessionKey;
  readonly actor: string;
  readonly read: ReadRecord | null;
  /** Of the read: the lines that were new, as many as its `newLines`. */
  readonly newRanges: readonly LineRange[];
  /** Of the read: its lines came with what a text can be compared with. */
  readonly attested: boolean;
  readonly findings: readonly Finding[];
  /** Canonical paths whose drawing may differ now. */
  readonly changedPaths: readonly string[];
}

/** How the tracker is asked; implemented by `Tracker`. */
export interface TrackerView {
  sessions(): readonly SessionSummary[];
  /** Files an actor touched; without `actor`: each file once, all actors together. */
  files(session: SessionKey, actor?: string): readonly FileSummary[];
  /** Undefined where the session knows nothing of the file. */
  coverage(session: SessionKey, path: string): FileCoverage | undefined;
  /** The reads still kept, oldest first. */
  reads(
    session: SessionKey,
    filter?: { readonly actor?: string; readonly path?: string },
  ): readonly ReadRecord[];
  findings(session: SessionKey): readonly Finding[];
}

/** The key of a session; the separator cannot occur in a source's name. */
export function sessionKey(source: string, session: string): SessionKey {
  return `${source}\u0000${session}` as SessionKey;
}
