import type { LineRange } from '../text/ranges';

/**
 * The one plain data type that flows through the product: what an actor did, or what happened to it.
 * Adapters make events, ingest completes them (canonical paths, disk evidence), the tracker applies them.
 *
 * Line numbers are 1-based and inclusive. Times are milliseconds since the epoch.
 */

export type { LineRange };

/** The actor id of a session's main agent; every other id is a subagent's. */
export const MAIN_ACTOR = 'main';

/**
 * Source of what ingest saw on the disk itself. A `document-changed` of this source is true for every source; all other
 * events touch only the sessions of their own source.
 */
export const DISK_SOURCE = 'disk';

/** What every event has. */
export interface Envelope {
  /**
   * The source the session belongs to. Sessions of different sources never touch each other, whatever ids they use:
   * an agent kind (`claude-code`) for the agent's own transcripts and hooks, `log:…` for one workspace log.
   */
  readonly source: string;
  /** The conversation's id, unique within its source. */
  readonly session: string;
  /** The agent's kind, for display and for agent-specific rules: `claude-code`, `codex`, a harness's own name. */
  readonly agent: string;
  /** {@link MAIN_ACTOR} or the subagent's id. */
  readonly actor: string;
  /** Milliseconds since the epoch; null where the source has no time. */
  readonly time: number | null;
  /**
   * Id of the call as the model made it. One call may hold several events. The same call from two sources (hook and
   * transcript, parent's and subagent's log, a fork) counts once.
   */
  readonly call: string | null;
  /** Told by the agent's hook, ahead of the agent's own record; absent: by the record. */
  readonly via?: 'hook';
}

/** How a read ended; semantics.md section 2 says what each may credit. */
export type ReadOutcome =
  | 'complete'
  | 'truncated'
  | 'unchanged'
  | 'empty'
  | 'failed'
  | 'not-text'
  | 'unknown-range';

/** Evidence of content, all optional: which bytes, which lines. */
export interface ContentEvidence {
  /** `sha256:` and 64 hex digits, of the bytes on disk. */
  readonly contentHash?: string;
  /** One 32-bit hash a returned (or written) line, in the order of the ranges. */
  readonly lineHashes?: Uint32Array;
  /**
   * Who made `lineHashes`: two hashes are compared only if their scheme is the same. Absent: this installation's own
   * keyed hash, which is also the one the editor uses for open documents.
   */
  readonly hashScheme?: string;
}

/** The file as it was on disk just after a live event, hashed whole. Proves something only if it agrees with the event. */
export interface DiskEvidence {
  readonly contentHash: string;
  /** One own-scheme hash a line, the whole file. */
  readonly lineHashes: Uint32Array;
}

/** What was asked for: whole file, or `start` to `end` (`end` null: to the end of the file). */
export type Requested = { readonly start: number; readonly end: number | null } | null;

/** Lines that a shell command asks a file for: a range (`to` null: to the end of the file), or the last so many. */
export type LineClaim = { readonly from: number; readonly to: number | null } | { readonly last: number };

/** Lines that a shell command showed, of a file of which nothing was known that could tell where they stand. */
export interface Unplaced {
  /** One own-scheme hash a shown line, in order. Blank lines at both ends may be missing. */
  readonly lineHashes: Uint32Array;
  readonly claim: LineClaim;
  /** The output stops before the end of what was asked for. */
  readonly cut: boolean;
}

export interface ReadEvent extends Envelope, ContentEvidence {
  readonly kind: 'read';
  /** Canonical absolute path. */
  readonly path: string;
  /** The path as the agent wrote it. */
  readonly written: string;
  /** Through a read tool, or a shell command understood as a read. */
  readonly form: 'tool' | 'shell';
  readonly requested: Requested;
  /** The lines really put into the actor's context: sorted, disjoint. Only whole lines. */
  readonly returned: readonly LineRange[];
  /** Lines shown in part, so not covered. */
  readonly cutLines?: readonly number[];
  /** True number of lines of the file, as an editor's gutter counts without the phantom last one; null: not known. */
  readonly totalLines: number | null;
  /** Total as this agent counts it, perhaps with a phantom last line: comparable only with the same agent's. */
  readonly agentTotal?: number;
  readonly outcome: ReadOutcome;
  /** UTF-8 bytes of the returned lines with their line ends, for what repeats cost. */
  readonly bytes?: number;
  /** For failed reads: a short class (`not-found`, `too-large`, `permission`, …), never text of the file. */
  readonly error?: string;
  /** For an `unknown-range` that the file on disk may settle (see ingest/placeUnplaced.ts). */
  readonly unplaced?: Unplaced;
  /** Other calls of the actor ran beside this one, and which came first is not known. */
  readonly isUnordered?: true;
  readonly disk?: DiskEvidence;
}

/**
 * A maximal run of replaced lines: `oldLines` from `oldStart` became `newLines` from `newStart`. A pure insertion
 * (`oldLines` 0) stands before line `oldStart`, a pure deletion (`newLines` 0) before line `newStart`.
 */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

export interface EditEvent extends Envelope, ContentEvidence {
  readonly kind: 'edit';
  readonly path: string;
  readonly written: string;
  readonly outcome: 'ok' | 'failed';
  /** The lines the edit wrote, as numbered after it; absent: not known. `lineHashes` are theirs. */
  readonly lines?: readonly LineRange[];
  /** Which old lines went where, if known; lets the unchanged rest be carried exactly. */
  readonly hunks?: readonly Hunk[];
  readonly totalLines?: number;
  readonly disk?: DiskEvidence;
}

export interface WriteEvent extends Envelope, ContentEvidence {
  readonly kind: 'write';
  readonly path: string;
  readonly written: string;
  readonly outcome: 'ok' | 'failed';
  /** Number of lines of the new content; null: not known. `lineHashes` are those of the whole content. */
  readonly totalLines: number | null;
  /** The agent's own record says that there was no such file: nothing was written over. Absent: not known. */
  readonly isNew?: true;
  readonly disk?: DiskEvidence;
}

export interface DeleteEvent extends Envelope {
  readonly kind: 'delete';
  readonly path: string;
  readonly written: string;
}

export interface RenameEvent extends Envelope {
  readonly kind: 'rename';
  readonly from: string;
  readonly to: string;
  readonly written: string;
}

/** Lines of one file that a search displayed. */
export interface Glimpse {
  readonly path: string;
  readonly lines: readonly LineRange[];
}

export interface SearchEvent extends Envelope {
  readonly kind: 'search';
  readonly tool: string;
  /** The question, normalised: equal questions have equal keys. Holds no file text. */
  readonly question: string;
  readonly glimpsed: readonly Glimpse[];
}

export interface CommandEvent extends Envelope {
  readonly kind: 'command';
  /** The command in short, such as `npm test`: program and plain words only, never here-documents or file text. */
  readonly command: string;
  readonly outcome: 'ok' | 'failed';
}

export interface PromptEvent extends Envelope {
  readonly kind: 'prompt';
}

export interface TurnEvent extends Envelope {
  readonly kind: 'turn';
}

export type ContextLostReason = 'compaction' | 'clear' | 'rewind' | 'eviction';

export interface ContextLostEvent extends Envelope {
  readonly kind: 'context-lost';
  readonly reason: ContextLostReason;
  /** Eviction: the calls whose results are gone. */
  readonly calls?: readonly string[];
  /** Compaction, clear: the calls whose results stay. */
  readonly kept?: readonly string[];
  /** Rewind: this call and all after it are undone. */
  readonly toCall?: string;
  /** Files were put back into the context that the record does not show: verdicts are uncertain from here on. */
  readonly unseenRestore?: boolean;
}

export interface DeliveredEvent extends Envelope, ContentEvidence {
  readonly kind: 'delivered';
  readonly path: string;
  readonly written: string;
  /** The lines came by a shell command, whose output could be placed only later. */
  readonly form?: 'shell';
  readonly returned: readonly LineRange[];
  readonly cutLines?: readonly number[];
  readonly totalLines: number | null;
  readonly agentTotal?: number;
  readonly disk?: DiskEvidence;
}

/** The file's content on disk is another; without any hash: changed, to what is not known. */
export interface DocumentChangedEvent extends Envelope, ContentEvidence {
  readonly kind: 'document-changed';
  readonly path: string;
  readonly totalLines?: number;
  readonly disk?: DiskEvidence;
}

export interface SessionStartEvent extends Envelope {
  readonly kind: 'session-start';
  readonly cwd: string | null;
  /** Session or actor that started this one, if any. */
  readonly parent: string | null;
}

export interface SessionEndEvent extends Envelope {
  readonly kind: 'session-end';
}

/** The agent's run was cut short: a person interrupted it, or a hook stopped it. Changes no coverage. */
export interface InterruptedEvent extends Envelope {
  readonly kind: 'interrupted';
}

/** A stop was seen by the agent, or by the harness that plays it. Changes no coverage. */
export interface StopAcknowledgedEvent extends Envelope {
  readonly kind: 'stop-acknowledged';
}

export type AgentEvent =
  | ReadEvent
  | EditEvent
  | WriteEvent
  | DeleteEvent
  | RenameEvent
  | SearchEvent
  | CommandEvent
  | PromptEvent
  | TurnEvent
  | ContextLostEvent
  | DeliveredEvent
  | DocumentChangedEvent
  | SessionStartEvent
  | SessionEndEvent
  | InterruptedEvent
  | StopAcknowledgedEvent;

export type EventKind = AgentEvent['kind'];
