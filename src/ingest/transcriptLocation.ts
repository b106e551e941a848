import type { FoundFile } from './foundFile';
import type { Unreadable } from './regularFile';

/** A session whose transcript was found. Only the head of it was read. */
export interface FoundSession {
  readonly id: string;
  /** Canonical folder it was started in. */
  readonly cwd: string;
  /** The transcript first, then those of its subagents as far as they are known without looking for them. */
  readonly files: readonly FoundFile[];
  /** When it last grew, in milliseconds since the epoch. */
  readonly modified: number;
  readonly bytes: number;
}

/** A folder in which an agent keeps transcripts. */
export interface TranscriptPlace {
  readonly path: string;
  /** Why it cannot be looked at; null where it can. */
  readonly state: Unreadable | null;
  /** Transcripts there of any folder, and those that belong to the window's. */
  readonly transcripts: number;
  readonly own: number;
}

/** Where one agent keeps its transcripts. Finds those that belong to the folders of the window; opens no other. */
export interface TranscriptLocation {
  /** The agent's kind, which is also the source of its sessions. */
  readonly agent: string;
  /** Whether there seem to be transcripts of the window's folders: by names alone, no file is opened. */
  seemsUsed(): Promise<boolean>;
  /** Sessions found by now, newest first. Called again and again; cheap where nothing changed. */
  scan(): Promise<readonly FoundSession[]>;
  /** All files of a session, its subagents' too: looked up anew, since they come while it runs. */
  filesOf(session: FoundSession): Promise<readonly FoundFile[]>;
  /** Folders in which a new transcript would appear. */
  readonly watched: readonly string[];
  readonly places: readonly TranscriptPlace[];
}
