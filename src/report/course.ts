import { countLines, type LineRange } from '../text/ranges';
import type { AgentEvent, ContextLostReason } from '../tracker/event';
import type { Applied, Progress } from '../tracker/views';

/** What a session did, in order: what a map of it is drawn from. Holds no text of any file. */
export type CourseEntry = CourseRead | CourseChange | CourseLoss | CourseMark;

interface Entry {
  readonly call: string | null;
  /** Milliseconds since the epoch. */
  readonly time: number | null;
  readonly actor: string;
}

export interface CourseRead extends Entry {
  readonly kind: 'read';
  /** Of the read within its actor, from 1. */
  readonly ordinal: number;
  readonly path: string;
  /** Ordinal of the file's version, from 1; null where no version is known. */
  readonly version: number | null;
  readonly returned: readonly LineRange[];
  /** Those of the lines that were new. */
  readonly fresh: readonly LineRange[];
  readonly progress: Progress;
  readonly uncertain: boolean;
  /** The lines came with what a text can be compared with. */
  readonly attested: boolean;
}

export interface CourseChange extends Entry {
  readonly kind: 'edit' | 'write' | 'delete';
  readonly path: string;
  /** Lines that were written, as numbered afterwards; empty where they are not known. */
  readonly lines: readonly LineRange[];
}

export interface CourseLoss extends Entry {
  readonly kind: 'context-lost';
  readonly reason: ContextLostReason;
  /** Eviction: the calls whose results went. */
  readonly calls: readonly string[];
  /** Compaction, clear: those whose results stayed. */
  readonly kept: readonly string[];
  /** Rewind: this call and all after it were undone. */
  readonly toCall: string | null;
}

export interface CourseMark extends Entry {
  readonly kind: 'prompt' | 'interrupted' | 'stop';
}

/** The oldest half goes when there are more. */
const MOST_ENTRIES = 20_000;

/** One session's entries, oldest first, bounded. */
export class Course {
  #entries: CourseEntry[] = [];
  #dropped = 0;
  readonly #heights = new Map<string, number>();
  readonly #ended = new Set<string>();

  get entries(): readonly CourseEntry[] {
    return this.#entries;
  }

  /** How many of the oldest entries are gone. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The highest line that is known of each file at any time. */
  get heights(): ReadonlyMap<string, number> {
    return this.#heights;
  }

  /** Whether the file's length was told at any time; else it is at least as long as its height. */
  hasEnd(path: string): boolean {
    return this.#ended.has(path);
  }

  /** Takes up what an event led to, where a map shows it. Returns how many entries there are more, or fewer. */
  add(event: AgentEvent, applied: Applied): number {
    const entry = entryOf(event, applied);
    if (entry === null) return 0;
    if ('path' in entry) this.#grow(entry.path, event);
    return this.#push(entry);
  }

  /** A stop that the record may not tell of. Returns how many entries there are more, or fewer. */
  stopped(actor: string, time: number): number {
    const last = this.#entries.findLast((entry) => entry.actor === actor)?.kind;
    if (last === undefined || last === 'stop' || last === 'interrupted') return 0;
    return this.#push({ kind: 'stop', call: null, time, actor });
  }

  #push(entry: CourseEntry): number {
    this.#entries.push(entry);
    if (this.#entries.length <= MOST_ENTRIES) return 1;
    const gone = MOST_ENTRIES / 2;
    this.#entries = this.#entries.slice(gone);
    this.#dropped += gone;
    return 1 - gone;
  }

  #grow(path: string, event: AgentEvent): void {
    const total = 'totalLines' in event ? (event.totalLines ?? null) : null;
    const shown = 'returned' in event ? (event.returned.at(-1)?.[1] ?? 0) : 0;
    // What an agent does not tell of a file, the file itself may.
    const onDisk = 'disk' in event ? (event.disk?.lineHashes.length ?? null) : null;
    if (total !== null || onDisk !== null) this.#ended.add(path);
    const height = Math.max(total ?? 0, shown, onDisk ?? 0, this.#heights.get(path) ?? 0);
    this.#heights.set(path, height);
  }
}

function entryOf(event: AgentEvent, { read, newRanges, attested }: Applied): CourseEntry | null {
  const { call, time, actor } = event;
  const entry = { call, time, actor };
  switch (event.kind) {
    case 'read': {
      if (read === null) return null;
      const { ordinal, path, version, returned, progress, uncertain } = read;
      // Most reads are new as a whole: one list serves both.
      const fresh = countLines(newRanges) === countLines(returned) ? returned : newRanges;
      const told = { ordinal, path, version, returned, fresh, progress, uncertain };
      return { ...entry, kind: 'read', ...told, attested };
    }
    case 'edit':
      if (event.outcome === 'failed') return null;
      return { ...entry, kind: 'edit', path: event.path, lines: event.lines ?? [] };
    case 'write': {
      if (event.outcome === 'failed') return null;
      const { totalLines, path } = event;
      return { ...entry, kind: 'write', path, lines: totalLines ? [[1, totalLines]] : [] };
    }
    case 'delete':
      return { ...entry, kind: 'delete', path: event.path, lines: [] };
    case 'prompt':
    case 'interrupted':
      return { ...entry, kind: event.kind };
    case 'stop-acknowledged':
      return { ...entry, kind: 'stop' };
    case 'context-lost': {
      const { reason, calls = [], kept = [], toCall = null } = event;
      return { ...entry, kind: 'context-lost', reason, calls, kept, toCall };
    }
    default:
      return null;
  }
}
