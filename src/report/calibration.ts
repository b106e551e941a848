import type { LevelSettings } from '../tracker/settings';
import type { Detector } from '../tracker/views';

/**
 * What `calibrate` tells: how often each detector would have fired in the sessions of the past, at each threshold. Counts,
 * and names of sessions and calls; never file text.
 */
export interface CalibrationReport {
  readonly sessions: number;
  /** That read anything. */
  readonly actors: number;
  readonly reading: Reading;
  /** Lines of the given files that could not be read as a record. */
  readonly skippedLines: number;
  readonly settings: CalibratedSettings;
  readonly detectors: readonly CalibratedDetector[];
  /** Actors that the present stop level would have stopped; those that then went on to the most new lines first. */
  readonly stops: readonly WouldBeStop[];
}

/** The thresholds as they are set now; 0: off. */
export interface CalibratedSettings extends LevelSettings {
  readonly idleTurns: number;
}

/**
 * `levels`: any of the three counters, as the levels of the settings have it. The three by themselves; then the detectors
 * that only advise.
 */
export type DetectorName = 'levels' | Detector;

export interface CalibratedDetector {
  readonly detector: DetectorName;
  /** By threshold, ascending; one row where there is nothing to set. */
  readonly rows: readonly CalibratedRow[];
}

export interface CalibratedRow {
  /** Null where there is nothing to set. */
  readonly threshold: number | null;
  /** The settings that have this value now. */
  readonly current: readonly (keyof CalibratedSettings)[];
  /** As a level that counts every read, or as an allowance. */
  readonly reached: Firings;
  /** As the stop level, which counts certain reads and waits for the present warning level; null of what never stops. */
  readonly stopped: Firings | null;
}

/** What one threshold would have done. Of an actor that it fired for more than once, the first time is looked at. */
export interface Firings {
  readonly sessions: number;
  readonly actors: number;
  readonly times: number;
  /** Reads that an actor had made by then, the one that fired included; null where it never fired. */
  readonly afterReads: { readonly median: number; readonly least: number } | null;
  /** Where it fired after the fewest reads. */
  readonly first: FiringPlace | null;
  /** What those actors read from then on, all together. */
  readonly afterwards: Reading;
}

export interface FiringPlace {
  readonly agent: string;
  readonly session: string;
  readonly actor: string;
  readonly call: string | null;
  readonly path: string | null;
  readonly reads: number;
}

/** So many reads, those of them that brought nothing new, the lines they gave and the new ones among these. */
export interface Reading {
  readonly reads: number;
  readonly redundantReads: number;
  readonly lines: number;
  readonly newLines: number;
}

export interface WouldBeStop extends FiringPlace {
  readonly afterwards: Reading;
}

export const NO_READING: Reading = { reads: 0, redundantReads: 0, lines: 0, newLines: 0 };

export function sumOf(a: Reading, b: Reading): Reading {
  return {
    reads: a.reads + b.reads,
    redundantReads: a.redundantReads + b.redundantReads,
    lines: a.lines + b.lines,
    newLines: a.newLines + b.newLines,
  };
}

/** What was read between two moments. */
export function since(before: Reading, now: Reading): Reading {
  return {
    reads: now.reads - before.reads,
    redundantReads: now.redundantReads - before.redundantReads,
    lines: now.lines - before.lines,
    newLines: now.newLines - before.newLines,
  };
}
