import type { RecordReader } from '../agents/adapter';
import type { AgentEvent } from '../tracker/event';
import type { TailState } from './fileTail';
import { SILENCE } from './liveness';
import type { Pace } from './pace';
import type { SkippedLines } from './skippedLines';

/** How often what is silent is looked at, in milliseconds. */
const CHECK_SILENT = 5000;

/** An event as it was found in a file; its paths are not canonical yet. */
export interface FoundEvent {
  readonly event: AgentEvent;
  readonly file: string;
  /** 1-based line of the record that settled the event; 1 in a document, the number of the row in a database. */
  readonly line: number;
  readonly live: boolean;
}

/** A transcript or log that is followed, however it is stored, from what is on disk to events in their order. */
export interface Followed {
  readonly path: string;
  readonly state: TailState;
  /** Bytes that are there and not read yet; where bytes tell nothing, 1 while there may be something. */
  readonly unread: number;
  /** When it was last changed, in milliseconds since the epoch; null where that is not known. */
  readonly modified: number | null;
  readonly records: number;
  readonly skipped: SkippedLines;
  /** Whether there is something to read or to take. */
  readonly hasMore: boolean;
  /** Whether it is time to look again. */
  readonly isDue: boolean;
  /** Looks whether there is something new; that is read by `refill`. */
  check(): Promise<void>;
  /** Reads on until there is an event to take or nothing more to read, but not for too long at once. */
  refill(pace: Pace): Promise<void>;
  /** What the reader still holds, if nothing came for so many milliseconds. */
  flush(silence: number): void;
  /** Time of the next event to take; the time of the one before where it has none; null where there is none to take. */
  readonly nextTime: number | null;
  take(): FoundEvent | undefined;
  /** Whether another file holds what was read here and nothing else. */
  isSameAs(path: string): Promise<boolean>;
  /** Gives what is open back to the system; following goes on. */
  release(): Promise<void>;
}

export interface FollowedOptions {
  readonly path: string;
  /** When following began, in milliseconds since the epoch: what was there before is past. */
  readonly openedAt: number;
  /** Whether it was there then. */
  readonly wasThere: boolean;
  readonly now: () => number;
  /** @param generation 1, and one more with each restart that makes new sessions */
  readonly reader: (generation: number) => RecordReader;
  /** A reader threw: a fault of ours, which costs one record. */
  readonly onFault: (fault: unknown) => void;
}

/** Whether it is time to look again: at what was silent for long, less often. */
export function isDueAfter(lookedAt: number, modified: number | null, now: number): boolean {
  const isSilent = modified !== null && now - modified > SILENCE;
  return !isSilent || now - lookedAt >= CHECK_SILENT;
}
