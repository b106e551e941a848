import type { TailState } from './fileTail';
import type { FoundFile } from './foundFile';
import type { TranscriptPlace } from './transcriptLocation';
import type { RefusedLog } from './workspaceLogs';

/** One file that is followed. Holds no text of it. */
export interface FollowedFileState {
  readonly source: string;
  readonly path: string;
  readonly stored: FoundFile['stored'];
  readonly state: TailState;
  /** JSON objects read. */
  readonly records: number;
  /** Lines passed over, and the numbers of the first of them. */
  readonly skipped: number;
  readonly firstSkipped: readonly number[];
  /** Sessions found in the source of this file. */
  readonly sessions: number;
  /** Bytes that are not read yet. */
  readonly unread: number;
  /** When it was last changed, in milliseconds since the epoch; null where that is not known. */
  readonly modified: number | null;
}

/** A session whose transcript was found. */
export interface ListedSession {
  readonly source: string;
  readonly session: string;
  readonly cwd: string;
  readonly modified: number;
  readonly bytes: number;
  /** False: it is older than those that are read without being asked for. */
  readonly followed: boolean;
}

/** What is followed, what is not, and why. */
export interface IngestState {
  readonly files: readonly FollowedFileState[];
  readonly sessions: readonly ListedSession[];
  readonly places: readonly TranscriptPlace[];
  readonly refusedLogs: readonly RefusedLog[];
  /** Whether everything that was there is read. */
  readonly caughtUp: boolean;
  /** Changed documents that wait to be looked at. */
  readonly waitingDocuments: number;
}
