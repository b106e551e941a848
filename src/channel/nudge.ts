import { relative } from 'node:path';
import type { HookReport, HookVerdict } from '../agents/hooks/report';
import { Generations } from '../text/generations';
import { formatRanges } from '../text/ranges';
import type { AgentEvent, DiskEvidence, LineRange, ReadEvent } from '../tracker/event';
import { NOTES } from '../tracker/notes';
import type { Applied, ReadRecord, SessionKey } from '../tracker/views';
import { sessionKey } from '../tracker/views';

const MOST_ACTORS = 2000;
const MOST_FILES = 2000;

/** `context`: a read for nothing is answered with what the agent has already; `deny`: it is not made. */
export type NudgeMode = 'off' | 'context' | 'deny';

export interface NudgeParts {
  readonly mode: () => NudgeMode;
  /** Reads of an actor of a file, oldest first. */
  readonly reads: (session: SessionKey, actor: string, path: string) => readonly ReadRecord[];
  readonly foresee: (event: AgentEvent) => Applied;
  readonly canonical: (path: string) => Promise<string>;
  readonly look: (path: string) => Promise<DiskEvidence | null>;
}

/**
 * Tells an agent what it already has when it reads it again for nothing: only where that is certain, never twice in a
 * row for one file, and never of what it was given before its context was compacted.
 */
export class Nudge {
  readonly #parts: NudgeParts;
  /** The file that an actor was last nudged about, by actor and path. */
  readonly #nudged = new Generations<string, true>(MOST_FILES);
  /** When an actor's context last lost something, milliseconds since the epoch. */
  readonly #lost = new Generations<string, number>(MOST_ACTORS);

  constructor(parts: NudgeParts) {
    this.#parts = parts;
  }

  /** To be called with everything that happens. */
  observe(event: AgentEvent, now: number): void {
    if (event.kind === 'context-lost') this.#lost.set(actorOf(event), event.time ?? now);
  }

  /** What to say before a call of a read tool. */
  async before(agent: string, report: HookReport): Promise<HookVerdict> {
    const { reading } = report;
    if (reading === null || this.#parts.mode() !== 'deny') return {};
    const path = await this.#parts.canonical(reading.path);
    const disk = await this.#parts.look(path);
    const event = disk === null ? null : readEvent(agent, report, path, disk);
    if (event === null) return {};
    const { read } = this.#parts.foresee(event);
    const sentence = read === null ? null : this.#sentence(event, read, report);
    return sentence === null ? {} : { deny: { reason: sentence } };
  }

  /** What to say after a call, of which the events led to this. */
  after(
    report: HookReport,
    told: readonly { readonly event: AgentEvent; readonly read: ReadRecord | null }[],
  ): HookVerdict {
    if (this.#parts.mode() !== 'context') return {};
    const reads = told.flatMap(({ event, read }) =>
      event.kind === 'read' && read !== null ? [{ event, read }] : [],
    );
    const [only] = reads;
    const sentence =
      only === undefined || reads.length > 1 ? null : this.#sentence(only.event, only.read, report);
    return sentence === null ? {} : { context: sentence };
  }

  /** Null where nothing is to be said. */
  #sentence(event: ReadEvent, read: ReadRecord, { cwd }: HookReport): string | null {
    const file = `${actorOf(event)}\u0000${event.path}`;
    const wasNudged = this.#nudged.get(file) === true;
    this.#nudged.delete(file);
    const isForNothing =
      read.progress === 'no-progress' &&
      !read.uncertain &&
      !read.notes.includes(NOTES.quiet) &&
      event.form === 'tool';
    if (!isForNothing || event.returned.length === 0 || wasNudged) return null;
    const before = this.#given(event, read);
    if (before === undefined) return null;
    this.#nudged.set(file, true);
    const within = relative(cwd, event.path);
    const name = within === '' || within.startsWith('..') ? event.path : within;
    const lines = formatRanges(event.returned);
    const noun = /^\d+$/.test(lines) ? 'Line' : 'Lines';
    const verb = noun === 'Line' ? 'is' : 'are';
    return `${noun} ${lines} of ${name} ${verb} unchanged since read ${before.ordinal} and still in your context (this is read ${read.ordinal}): use what you have.`;
  }

  /** The last read that gave all these lines, of this version and since the context lost anything. */
  #given(
    { source, session, actor, path, returned, call }: ReadEvent,
    { version }: ReadRecord,
  ): ReadRecord | undefined {
    const lost = this.#lost.get(actorOf({ source, session, actor })) ?? Number.NEGATIVE_INFINITY;
    return this.#parts
      .reads(sessionKey(source, session), actor, path)
      .findLast(
        (read) =>
          read.call !== call &&
          read.version === version &&
          (read.time ?? Number.NEGATIVE_INFINITY) > lost &&
          returned.every((range) => read.returned.some((given) => holds(given, range))),
      );
  }
}

function holds([from, to]: LineRange, [start, end]: LineRange): boolean {
  return from <= start && end <= to;
}

function actorOf({ source, session, actor }: Pick<AgentEvent, 'source' | 'session' | 'actor'>): string {
  return `${source}\u0000${session}\u0000${actor}`;
}

/** The read that a call would be, if it gave what is on disk; null where it would give no lines. */
function readEvent(
  agent: string,
  { session, actor, time, call, reading }: HookReport,
  path: string,
  disk: DiskEvidence,
): ReadEvent | null {
  const requested = reading?.requested ?? null;
  const start = requested?.start ?? 1;
  const end = Math.min(requested?.end ?? Number.POSITIVE_INFINITY, disk.lineHashes.length);
  if (start > end) return null;
  return {
    kind: 'read',
    source: agent,
    session,
    agent,
    actor,
    time,
    call,
    path,
    written: reading?.path ?? path,
    form: 'tool',
    requested,
    returned: [[start, end]],
    totalLines: disk.lineHashes.length,
    outcome: 'complete',
    lineHashes: disk.lineHashes.slice(start - 1, end),
    disk,
  };
}
