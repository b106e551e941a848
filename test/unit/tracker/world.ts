import type { AgentEvent, EditEvent, ReadEvent, WriteEvent } from '../../../src/tracker/event';
import type { TrackerSettings } from '../../../src/tracker/settings';
import { Tracker } from '../../../src/tracker/tracker';
import { type Applied, type Finding, type ReadRecord, sessionKey } from '../../../src/tracker/views';

/** A text of so many lines: a hash a line, that other texts do not share. */
export function text(lines: number, name = 'a'): string[] {
  return Array.from({ length: lines }, (_, i) => `${name}${i + 1}`);
}

/** The hash of a line in these tests: what matters is which are equal. */
export function hash(line: string): number {
  let h = 7;
  for (let i = 0; i < line.length; i++) h = (Math.imul(h, 31) + line.charCodeAt(i)) >>> 0;
  return h;
}

export const hashes = (lines: readonly string[]) => Uint32Array.from(lines, hash);

interface Where {
  readonly path?: string;
  readonly actor?: string;
  readonly call?: string | null;
  readonly time?: number | null;
  readonly form?: 'tool' | 'shell';
}

/** A file system and a tracker that is told what one session does with it. */
export class World {
  readonly tracker: Tracker;
  readonly events: AgentEvent[] = [];
  readonly findings: Finding[] = [];
  readonly files = new Map<string, string[]>();
  readonly agent: string;
  readonly source: string;
  readonly session: string;
  /** The source gives ranges and nothing else. */
  rangesOnly = false;
  clock = 1_000_000;
  #calls = 0;

  constructor(
    settings: Partial<TrackerSettings> = {},
    { agent = 'test', source = 'test', session = 's' } = {},
  ) {
    this.tracker = new Tracker(settings);
    this.agent = agent;
    this.source = source;
    this.session = session;
    this.files.set('/f', text(100));
  }

  get key() {
    return sessionKey(this.source, this.session);
  }

  envelope({ actor = 'main', call, time }: Where = {}) {
    const { source, session, agent } = this;
    if (time === undefined) this.clock += 1000;
    const when = time === undefined ? this.clock : time;
    return {
      source,
      session,
      agent,
      actor,
      time: when,
      call: call === undefined ? `c${++this.#calls}` : call,
    };
  }

  apply(event: AgentEvent): Applied {
    this.events.push(event);
    const applied = this.tracker.apply(event);
    this.findings.push(...applied.findings);
    return applied;
  }

  /** A complete read of lines `start` to `end` as the file is now. */
  read(
    start = 1,
    end = Number.POSITIVE_INFINITY,
    where: Where = {},
    over: Partial<ReadEvent> = {},
  ): ReadRecord {
    const path = where.path ?? '/f';
    const lines = this.files.get(path) ?? [];
    const last = Math.min(end, lines.length);
    const event: ReadEvent = {
      ...this.envelope(where),
      kind: 'read',
      path,
      written: path,
      form: where.form ?? 'tool',
      requested: { start, end: Number.isFinite(end) ? end : null },
      returned: start <= last ? [[start, last]] : [],
      totalLines: lines.length,
      outcome: start <= last ? 'complete' : 'empty',
      ...(this.rangesOnly ? {} : { lineHashes: hashes(lines.slice(start - 1, last)) }),
      ...over,
    };
    const { read } = this.apply(event);
    if (read === null) throw new Error('not counted');
    return read;
  }

  /** A read without lines: a stub, an error, an image. */
  readNothing(outcome: ReadEvent['outcome'], where: Where = {}, over: Partial<ReadEvent> = {}): ReadRecord {
    return this.read(1, Number.POSITIVE_INFINITY, where, {
      outcome,
      returned: [],
      requested: null,
      totalLines: null,
      lineHashes: new Uint32Array(),
      ...over,
    });
  }

  /** Replaces lines by an edit tool, which tells what it did. */
  edit(
    start: number,
    oldLines: number,
    newLines: readonly string[],
    where: Where = {},
    over: Partial<EditEvent> = {},
  ): Applied {
    const path = where.path ?? '/f';
    const lines = [...(this.files.get(path) ?? [])];
    lines.splice(start - 1, oldLines, ...newLines);
    this.files.set(path, lines);
    const written: readonly (readonly [number, number])[] =
      newLines.length > 0 ? [[start, start + newLines.length - 1]] : [];
    return this.apply({
      ...this.envelope(where),
      kind: 'edit',
      path,
      written: path,
      outcome: 'ok',
      lines: written,
      hunks: [{ oldStart: start, oldLines, newStart: start, newLines: newLines.length }],
      lineHashes: hashes(newLines),
      ...over,
    });
  }

  write(lines: readonly string[], where: Where = {}, over: Partial<WriteEvent> = {}): Applied {
    const path = where.path ?? '/f';
    this.files.set(path, [...lines]);
    return this.apply({
      ...this.envelope(where),
      kind: 'write',
      path,
      written: path,
      outcome: 'ok',
      totalLines: lines.length,
      ...(this.rangesOnly ? {} : { lineHashes: hashes(lines) }),
      ...over,
    });
  }

  prompt(): Applied {
    return this.apply({ ...this.envelope({ call: null }), kind: 'prompt' });
  }

  compact(over: { kept?: string[]; unseenRestore?: boolean; actor?: string } = {}): Applied {
    const { actor = 'main', ...rest } = over;
    return this.apply({
      ...this.envelope({ call: null, actor }),
      kind: 'context-lost',
      reason: 'compaction',
      ...rest,
    });
  }

  summary(actor = 'main') {
    const session = this.tracker.sessions().find(({ key }) => key === this.key);
    const found = session?.actors.find((known) => known.actor === actor);
    if (found === undefined) throw new Error('no such actor');
    return found;
  }

  file(path = '/f', actor: string | undefined = 'main') {
    const found = this.tracker.files(this.key, actor).find((file) => file.path === path);
    if (found === undefined) throw new Error('no such file');
    return found;
  }

  /** Level findings as `level@counter`. */
  levels(): string[] {
    return this.findings
      .filter(({ level }) => level !== 'advisory')
      .map(({ level, detector }) => `${level}@${detector}`);
  }
}

/** What most cases are about. */
export const seen = ({ newLines, streak, fileStreak }: ReadRecord) => ({
  n: newLines,
  g: streak,
  f: fileStreak,
});
