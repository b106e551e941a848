/**
 * What *Agent Read Coverage* gives to other extensions. This file names nothing of ours and nothing of VS Code's: copy it
 * into your extension. docs/api.md shows its use.
 *
 * Line numbers are 1-based and inclusive.
 */

/** The exports of the extension `read-coverage.agent-read-coverage`, once it is active. */
export interface ReadCoverageApi {
  /** Of the extension, such as `0.1.0`. */
  readonly version: string;

  /**
   * Tells of something that an agent did, as a line of a workspace log does: the same fields, checked by the same parser.
   * Resolves once it counts. Of the event, ranges and hashes are kept; text that it may hold is not.
   *
   * VS Code does not say which extension calls: all that is told here belongs to one source, `extension`. Name your
   * sessions so that no other extension's are called the same.
   *
   * @throws Error where the event cannot be used; its message names the field
   */
  report(event: ReportedEvent): Promise<void>;

  /**
   * Fires for what is found in any session, of any agent, as it happens; not for what is read back from the past. What it
   * hands over is a copy.
   */
  readonly onDidFind: (listener: (finding: CoverageFinding) => void) => { dispose(): void };
}

export type LineRange = readonly [start: number, end: number];

/** Which bytes a file held, or which text its lines had. */
export interface ContentEvidence {
  /** `sha256:` and 64 hex digits, of the bytes on disk. */
  readonly contentHash?: string;
  /** One string for each returned, or written, line, in order; any hash of the line without its end. */
  readonly lineHashes?: readonly string[];
  /** Names how `lineHashes` were made; two are compared only under the same name. */
  readonly hashScheme?: string;
}

interface Envelope {
  readonly v: 1;
  /** The conversation. */
  readonly session: string;
  /** Your agent's name. */
  readonly agent: string;
  /** `main`, which it is by default, or the subagent's id. */
  readonly actor?: string;
  /** The call's id as the model made it: the same call told twice counts once. */
  readonly call?: string;
  /** ISO 8601, or milliseconds since the epoch. */
  readonly time?: string | number;
}

/** Paths are absolute, or relative to the first workspace folder. docs/workspace-log.md says what each kind is for. */
export type ReportedEvent = Envelope &
  (
    | ({
        readonly kind: 'read';
        readonly path: string;
        /** What was asked for; null: the whole file. */
        readonly requested?: { readonly start: number; readonly end: number | null } | null;
        /** The lines that really reached the agent. */
        readonly returned?: readonly LineRange[];
        /** Lines that were shown in part. */
        readonly cutLines?: readonly number[];
        readonly totalLines?: number;
        readonly outcome?:
          | 'complete'
          | 'truncated'
          | 'unchanged'
          | 'empty'
          | 'failed'
          | 'not-text'
          | 'unknown-range';
        readonly form?: 'tool' | 'shell';
        /** UTF-8 bytes of the returned lines. */
        readonly bytes?: number;
        /** Of a failed read: a short class such as `not-found`. */
        readonly error?: string;
      } & ContentEvidence)
    | ({
        readonly kind: 'edit';
        readonly path: string;
        readonly outcome?: 'ok' | 'failed';
        /** The lines it wrote, as numbered after it. */
        readonly lines?: readonly LineRange[];
        /** What became of which lines; lets the rest be carried exactly. */
        readonly hunks?: readonly {
          readonly oldStart: number;
          readonly oldLines: number;
          readonly newStart: number;
          readonly newLines: number;
        }[];
        readonly totalLines?: number;
      } & ContentEvidence)
    | ({
        readonly kind: 'write';
        readonly path: string;
        readonly outcome?: 'ok' | 'failed';
        readonly totalLines?: number;
        /** There was no such file: nothing was written over. */
        readonly isNew?: boolean;
      } & ContentEvidence)
    | ({
        readonly kind: 'delivered';
        readonly path: string;
        readonly returned?: readonly LineRange[];
        readonly cutLines?: readonly number[];
        readonly totalLines?: number;
      } & ContentEvidence)
    | ({
        readonly kind: 'document-changed';
        readonly path: string;
        readonly totalLines?: number;
      } & ContentEvidence)
    | { readonly kind: 'delete'; readonly path: string }
    | { readonly kind: 'rename'; readonly from: string; readonly to: string }
    | {
        readonly kind: 'search';
        readonly tool?: string;
        /** Kept as a hash, to tell the same question again. */
        readonly args?: unknown;
        readonly glimpsed?: readonly { readonly path: string; readonly lines?: readonly LineRange[] }[];
      }
    | { readonly kind: 'command'; readonly command: string; readonly outcome?: 'ok' | 'failed' }
    | {
        readonly kind: 'context-lost';
        readonly reason: 'compaction' | 'clear' | 'rewind' | 'eviction';
        readonly calls?: readonly string[];
        readonly kept?: readonly string[];
        readonly toCall?: string;
      }
    | { readonly kind: 'session-start'; readonly cwd?: string; readonly parent?: string }
    | {
        readonly kind: 'prompt' | 'turn' | 'session-end' | 'interrupted' | 'stop-acknowledged';
      }
  );

/** A verdict with its evidence. docs/detectors.md says what each detector finds, and when it is wrong. */
export interface CoverageFinding {
  readonly detector:
    | 'streak'
    | 'file-streak'
    | 'file-repeats'
    | 'low-yield'
    | 'idle-turns'
    | 'blind-change'
    | 'failure-loop';
  /** `advisory` never leads to a stop. */
  readonly level: 'notice' | 'warning' | 'stop' | 'advisory';
  /** `extension` for what extensions reported; the agent's kind, or `log:…`. */
  readonly source: string;
  readonly session: string;
  readonly agent: string;
  readonly actor: string;
  readonly call: string | null;
  /** Milliseconds since the epoch. */
  readonly time: number | null;
  /** Absolute, without symlinks. */
  readonly path: string | null;
  readonly returned: readonly LineRange[];
  /** Versions of the file, counted from 1 as they became known. */
  readonly fromVersion: number | null;
  readonly toVersion: number | null;
  readonly newLines: number;
  readonly streak: number;
  readonly fileStreak: number;
  readonly fileRepeats: number;
  /** Reads without a new line that count towards a stop. */
  readonly stopStreak: number;
  /** It may be wrong, for a reason that `notes` has. */
  readonly uncertain: boolean;
  /** One sentence for people, in English. */
  readonly reason: string;
  readonly notes: readonly string[];
  /** What would help, in the terms of the agent's own tools. */
  readonly hint: string | null;
  /** The reads that led to it, the last of them last. */
  readonly history: readonly {
    readonly call: string | null;
    readonly time: number | null;
    readonly returned: readonly LineRange[];
    readonly newLines: number;
  }[];
  /** Of a `blind-change`. */
  readonly blind: {
    readonly by: 'edit' | 'write';
    /** The unread lines that were at risk, as numbered before the change. */
    readonly unread: readonly LineRange[];
    /** How many; null: more than these, or not known. */
    readonly unreadLines: number | null;
    /** Those that a search had shown. */
    readonly glimpsed: readonly LineRange[];
    /** Those that are gone; null: not known. */
    readonly dropped: readonly LineRange[] | null;
    /** Where the change is, as numbered after it. */
    readonly written: readonly LineRange[];
    readonly deletedBefore: readonly number[];
  } | null;
}
