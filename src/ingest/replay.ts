import { basename, extname } from 'node:path';
import type { Adapter, ReaderContext, RecordReader } from '../agents/adapter';
import { withSoundNames } from '../agents/soundNames';
import { withoutGuesses } from '../agents/unknownFolder';
import type { LineHasher } from '../text/lineHash';
import { getOrCreate } from '../text/maps';
import { type AgentEvent, DISK_SOURCE } from '../tracker/event';
import { CanonicalPaths } from './canonicalPath';
import { completeEventSync } from './completeEvent';
import type { Formats } from './formats';
import type { JsonLine } from './jsonLines';
import { mergeByTime, type Timed } from './mergeByTime';
import { rowParseOf } from './rowParse';
import { SkippedLines } from './skippedLines';
import { slashedPath } from './slashedPath';
import { claimedSource, scopedSource } from './sourceName';
import { openStored, type StoredFile } from './storedFile';

/** One event of a stored file, and where it was found. */
export interface ReplayedEvent {
  readonly event: AgentEvent;
  readonly file: string;
  /** 1-based line of the record that settled the event. */
  readonly line: number;
}

/** Lines of one file that were passed over. */
export interface SkippedOfFile {
  readonly file: string;
  readonly count: number;
  /** 1-based numbers of the first of them. */
  readonly first: readonly number[];
}

export interface ReplayOptions {
  readonly hasher: LineHasher;
  /** Kind of the agent whose transcripts the files are; told by their records where it is missing. */
  readonly agent?: string;
}

/**
 * The events of files that are finished, in the order of time: a row without time takes the time of the row before it,
 * ties go by the order of the files. Each file is read as it is needed and never held whole.
 *
 * The source of a transcript's events is the agent's kind; of a log's, what its lines name (printed events do) or
 * `log:` and its file name. What a log names is scoped to the log, so that it never touches another file's sessions:
 * show sources through `displayedSource`.
 */
export class Replay implements Iterable<ReplayedEvent> {
  readonly #files: readonly StoredFile[];
  readonly #formats: Formats;
  readonly #hasher: LineHasher;
  readonly #paths = new CanonicalPaths({ now: () => 0, lifetime: 1 });
  readonly #skipped = new Map<string, SkippedLines>();

  /** @throws InputError where a file cannot be read, or is neither a log nor a transcript */
  constructor(files: readonly string[], formats: Formats, { hasher, agent }: ReplayOptions) {
    const once = new Map<string, StoredFile>();
    for (const path of files) {
      const file = openStored(path, formats, agent);
      getOrCreate(once, this.#paths.sync(file.path), () => file);
    }
    this.#files = [...once.values()];
    this.#formats = formats;
    this.#hasher = hasher;
  }

  /** Lines passed over so far: no JSON object, damaged, or in a log neither an event nor a known record. */
  get skipped(): readonly SkippedOfFile[] {
    return Array.from(this.#skipped, ([file, { count, first }]) => ({ file, count, first }));
  }

  /** @throws InputError where a file cannot be read any more */
  *[Symbol.iterator](): Generator<ReplayedEvent> {
    const streams = this.#files.map((file) => this.#timedEvents(file));
    for (const { event, file, line } of mergeByTime<TimedEvent>(streams)) yield { event, file, line };
  }

  *#timedEvents(file: StoredFile): Generator<TimedEvent> {
    const events = file.adapter === null ? this.#logEvents(file) : this.#transcriptEvents(file, file.adapter);
    for (const { event, line } of events) {
      yield { event: completeEventSync(event, this.#paths), file: file.path, line, time: event.time };
    }
  }

  *#transcriptEvents(file: StoredFile, adapter: Adapter): Generator<FoundEvent> {
    const reader = adapter.reader(this.#context(file, adapter.kind));
    let last = 0;
    for (const { record, line } of file.rows(rowParseOf(adapter, this.#hasher))) {
      last = line;
      for (const event of this.#read(file, reader, { record, line })) yield { event, line };
    }
    for (const event of usable(reader.flush())) yield { event, line: last };
  }

  /** One reader for each source that the lines name, so that no session of one source meets those of another. */
  *#logEvents(file: StoredFile): Generator<FoundEvent> {
    const readers = new Map<string, RecordReader>();
    const sessions = new Map<string, AgentEvent>();
    let last = 0;
    for (const { record, line } of file.rows()) {
      last = line;
      const claimed = record === null ? null : claimedSource(record);
      const source = scopedSource(claimed ?? `log:${basename(file.path)}`, file.path);
      const reader = getOrCreate(readers, source, () => this.#formats.logReader(this.#context(file, source)));
      for (const event of this.#read(file, reader, { record, line })) {
        if (claimed !== DISK_SOURCE) {
          sessions.set(source, event);
          yield { event, line };
        } else for (const told of this.#fromDisk(event, sessions.values())) yield { event: told, line };
      }
    }
    for (const reader of readers.values()) {
      for (const event of usable(reader.flush())) yield { event, line: last };
    }
  }

  #read({ path }: StoredFile, reader: RecordReader, { record, line }: JsonLine): readonly AgentEvent[] {
    const rejected = reader.rejected;
    const events = record === null ? [] : usable(reader.read(record));
    if (record === null || reader.rejected > rejected) {
      getOrCreate(this.#skipped, path, () => new SkippedLines()).add(line);
    }
    return events;
  }

  /**
   * What the disk said is true for every source. A log that is replayed alone is a record of its own and keeps that; in
   * company it would reach the sessions of other files, so there it is told to each source of the log instead.
   *
   * @param sessions the last event of each source of the log
   */
  #fromDisk(event: AgentEvent, sessions: Iterable<AgentEvent>): AgentEvent[] {
    if (event.kind !== 'document-changed') return [];
    if (this.#files.length === 1) return [{ ...event, source: DISK_SOURCE }];
    return Array.from(sessions, ({ source, session, agent, actor }) => ({
      ...event,
      source,
      session,
      agent,
      actor,
    }));
  }

  #context(file: StoredFile, source: string): ReaderContext {
    return {
      hasher: this.#hasher,
      source,
      baseFolder: file.baseFolder,
      sessionFallback: basename(file.path, extname(file.path)),
      file: slashedPath(file.path),
    };
  }
}

interface FoundEvent {
  readonly event: AgentEvent;
  readonly line: number;
}

type TimedEvent = ReplayedEvent & Timed;

function usable(events: readonly AgentEvent[]): readonly AgentEvent[] {
  return withoutGuesses(withSoundNames(events));
}
