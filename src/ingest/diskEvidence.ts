import { pathsOf } from '../agents/eventPaths';
import type { LineHasher } from '../text/lineHash';
import {
  type AgentEvent,
  type DeliveredEvent,
  DISK_SOURCE,
  type DiskEvidence,
  type DocumentChangedEvent,
  MAIN_ACTOR,
  type ReadEvent,
} from '../tracker/event';
import { type HashedFile, hashFile } from './hashedFile';
import { hasPassed } from './hasPassed';
import type { Pace } from './pace';
import { placeUnplaced } from './placeUnplaced';

/** Files hashed for one batch of events, and for one round of changed documents. The rest goes without, or waits. */
const MOST_FILES_OF_BATCH = 64;
const MOST_FILES_OF_ROUND = 16;
/** Milliseconds a change is left to settle: the agent that made it will have told of it by then. */
const SETTLING = 1000;
const MOST_REMEMBERED = 10_000;

/** An event that says what the lines of a file are, and which the file on disk can confirm. */
type Confirmable = Extract<AgentEvent, { readonly disk?: DiskEvidence }>;

export interface DiskEvidenceOptions {
  readonly hasher: LineHasher;
  readonly now: () => number;
  readonly pace: Pace;
  /** Whether a canonical path may be opened: no path outside the workspace is because a log names it. */
  readonly mayOpen: (path: string) => boolean;
}

/** Looks at the files on disk: for live events just after they happened, and for documents that were said to change. */
export class DiskEvidenceFinder {
  readonly #options: DiskEvidenceOptions;
  /** Changed documents, and since when each is left alone. */
  readonly #changed = new Map<string, number>();
  /** What was last told of changed documents; forgotten as soon as an event names the file. */
  readonly #told = new Map<string, string>();
  /** For each batch that is being looked at: the documents that changed meanwhile. */
  readonly #changedMeanwhile = new Set<Set<string>>();

  constructor(options: DiskEvidenceOptions) {
    this.#options = options;
  }

  /** Changed documents that wait. */
  get waiting(): number {
    return this.#changed.size;
  }

  /**
   * The events, with evidence where the disk can give any. A file that a later event changes, or that changed since the
   * read or while it was looked at, proves nothing about the event.
   *
   * @param isConcerned the events that need any
   */
  async attach(
    events: readonly AgentEvent[],
    isConcerned: (event: AgentEvent) => boolean = () => true,
  ): Promise<AgentEvent[]> {
    const wanted = new Set([...this.#wanted(events)].filter(isConcerned));
    const found = new Map<string, HashedFile | null>();
    const changed = new Set<string>();
    this.#changedMeanwhile.add(changed);
    try {
      for (const { path } of wanted) {
        if (!found.has(path) && found.size < MOST_FILES_OF_BATCH) found.set(path, await this.#hash(path));
      }
    } finally {
      this.#changedMeanwhile.delete(changed);
    }
    return events.map((event) => {
      if (!isConfirmable(event) || !wanted.has(event) || changed.has(event.path)) return event;
      const file = found.get(event.path);
      if (file === undefined || file === null || file.lineHashes === null) return event;
      if (isRead(event) && !isOlder(file, event)) return event;
      return this.#confirmed(event, { contentHash: file.contentHash, lineHashes: file.lineHashes });
    });
  }

  #confirmed(event: Confirmable, disk: DiskEvidence): AgentEvent {
    if (event.kind !== 'read' || event.unplaced === undefined) return { ...event, disk };
    return placeUnplaced(event, event.unplaced, disk, this.#options.hasher) ?? event;
  }

  /** Events about files: what was told of these may be old. */
  forget(events: readonly AgentEvent[]): void {
    for (const event of events) for (const path of pathsOf(event)) this.#told.delete(path);
  }

  /** The document may have changed on disk. Looked at once it is left alone for a second; asked again, it waits anew. */
  documentChanged(path: string): void {
    for (const changed of this.#changedMeanwhile) changed.add(path);
    this.#changed.delete(path);
    this.#changed.set(path, this.#options.now());
  }

  /** The changes that are settled by now, a limited number of them. */
  async settled(): Promise<DocumentChangedEvent[]> {
    const now = this.#options.now();
    const due = [...this.#changed]
      .filter(([, since]) => hasPassed(since, now, SETTLING))
      .slice(0, MOST_FILES_OF_ROUND);
    const events: DocumentChangedEvent[] = [];
    for (const [path] of due) {
      this.#changed.delete(path);
      const file = await this.#hash(path);
      // Asked again meanwhile: a later round tells.
      if (file === null || this.#changed.has(path) || this.#told.get(path) === file.contentHash) continue;
      this.#remember(path, file.contentHash);
      events.push(changedEvent(path, file, now));
    }
    return events;
  }

  /** A file as it is now, by its canonical path. */
  async look(path: string): Promise<DiskEvidence | null> {
    const file = await this.#hash(path);
    return file === null || file.lineHashes === null
      ? null
      : { contentHash: file.contentHash, lineHashes: file.lineHashes };
  }

  async #hash(path: string): Promise<HashedFile | null> {
    const { hasher, pace, mayOpen } = this.#options;
    return mayOpen(path) ? hashFile(path, hasher, pace) : null;
  }

  #wanted(events: readonly AgentEvent[]): ReadonlySet<Confirmable> {
    const wanted = new Set<Confirmable>();
    const changedLater = new Set<string>();
    for (const event of events.toReversed()) {
      if (isConfirmable(event) && !changedLater.has(event.path)) wanted.add(event);
      for (const path of changedBy(event)) changedLater.add(path);
    }
    return new Set([...wanted].reverse());
  }

  #remember(path: string, contentHash: string): void {
    this.#told.delete(path);
    this.#told.set(path, contentHash);
    if (this.#told.size <= MOST_REMEMBERED) return;
    for (const oldest of this.#told.keys()) {
      this.#told.delete(oldest);
      break;
    }
  }
}

function isRead(event: Confirmable): event is ReadEvent | DeliveredEvent {
  return event.kind === 'read' || event.kind === 'delivered';
}

/** Whether the file was like this when it was read. Without a time only its lines can tell: the tracker compares them. */
function isOlder(file: HashedFile, event: ReadEvent | DeliveredEvent): boolean {
  return event.time === null ? event.lineHashes !== undefined : file.changed <= event.time;
}

function isConfirmable(event: AgentEvent): event is Confirmable {
  switch (event.kind) {
    case 'read':
      return event.returned.length > 0 || event.unplaced !== undefined;
    case 'edit':
    case 'write':
      return event.outcome === 'ok';
    case 'delivered':
      return true;
    default:
      return false;
  }
}

function changedBy(event: AgentEvent): readonly string[] {
  switch (event.kind) {
    case 'edit':
    case 'write':
    case 'delete':
    case 'document-changed':
      return [event.path];
    case 'rename':
      return [event.from, event.to];
    default:
      return [];
  }
}

function changedEvent(path: string, file: HashedFile, now: number): DocumentChangedEvent {
  const { contentHash, lineHashes } = file;
  const envelope = { source: DISK_SOURCE, session: DISK_SOURCE, agent: DISK_SOURCE, actor: MAIN_ACTOR };
  const text =
    lineHashes === null ? {} : { totalLines: lineHashes.length, disk: { contentHash, lineHashes } };
  return { kind: 'document-changed', ...envelope, time: now, call: null, path, contentHash, ...text };
}
