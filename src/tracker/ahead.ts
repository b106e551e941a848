import { Generations } from '../text/generations';
import type { AgentEvent } from './event';
import { MOST_AHEAD_EVENTS } from './limits';
import type { Tracker } from './tracker';
import type { Applied, ReadRecord, SessionKey } from './views';

/** What one event led to, and whether it was the first to tell. */
export interface Told extends Applied {
  /** False: the other side has told the same before. */
  readonly isNews: boolean;
}

/** Things without a call of their own are the same if they are of one kind and this near to each other, ms. */
const NEAR = 10_000;
/** Hooks of several actors, and of calls that run side by side, come out of order by less than this, ms. */
const OUT_OF_ORDER = 2_000;
/** Calls whose verdicts are remembered until the record has told them. */
const MOST_VERDICTS = 4_000;

export interface AheadParts {
  readonly record: Tracker;
  readonly key: SessionKey;
  readonly source: string;
  /** Called once something that hooks told was taken for true. */
  readonly settled: () => void;
}

/** What hooks told of one session ahead of its record. */
export class Ahead {
  readonly source: string;
  readonly #record: Tracker;
  readonly #key: SessionKey;
  readonly #settled: () => void;
  /** In the order in which they were told, but for those that were told long after they happened. */
  #pending: AgentEvent[] = [];
  /** The session as it is with them; null: to be made anew. */
  #copy: Tracker | null = null;
  /** What was said of the calls that hooks told: nothing for those that are no reads. */
  readonly #verdicts = new Generations<string, ReadRecord[]>(MOST_VERDICTS);
  /** When each side last told each kind of thing that has no call, for each actor. */
  readonly #told = { hook: new Map<string, number>(), record: new Map<string, number>() };

  constructor({ record, key, source, settled }: AheadParts) {
    this.source = source;
    this.#record = record;
    this.#key = key;
    this.#settled = settled;
  }

  /** The session as far as it is known; null: the record has told everything. */
  get copy(): Tracker | null {
    if (this.#pending.length === 0) return null;
    if (this.#copy === null) {
      this.#copy = this.#record.copyOf(this.#key, this.source);
      for (const event of this.#pending) this.#copy.apply(event);
    }
    return this.#copy;
  }

  /** A hook tells. */
  hear(event: AgentEvent): Told {
    this.#makeRoom();
    if (this.#isTold(event)) return this.#nothing(event.actor);
    const place = this.#placeOf(event);
    if (place < this.#pending.length) return this.#insert(event, place);
    this.#copy = this.copy ?? this.#record.copyOf(this.#key, this.source);
    const applied = this.#copy.apply(event);
    if (applied.duplicate) return this.#nothing(event.actor);
    this.#pending.push(event);
    this.#remember(event, applied);
    // Turns are told by the record only.
    const findings = applied.findings.filter(({ detector }) => detector !== 'idle-turns');
    return { ...applied, findings, isNews: true };
  }

  /** What it leads to is seen when the session is looked at. A read whose verdict is not known is no news. */
  #insert(event: AgentEvent, place: number): Told {
    this.#pending.splice(place, 0, event);
    this.#copy = null;
    const changedPaths = 'path' in event ? [event.path] : [];
    return { ...this.#nothing(event.actor), duplicate: false, changedPaths, isNews: event.kind !== 'read' };
  }

  /** Where the pending events begin that happened after this one, if it is late; else their end. */
  #placeOf(event: AgentEvent): number {
    const { time, actor } = event;
    const end = this.#pending.length;
    if (time === null) return end;
    const isOrdered = event.kind !== 'read' || event.isUnordered !== true;
    const isLate = ({ time: other, actor: who }: AgentEvent) =>
      other !== null && other > time + (isOrdered && who === actor ? 0 : OUT_OF_ORDER);
    if (!this.#pending.some(isLate)) return end;
    return this.#pending.findLastIndex((each) => each.time === null || each.time <= time) + 1;
  }

  /** The record has told: what was told ahead of it up to here is no longer needed. */
  confirm(event: AgentEvent, applied: Applied): Told {
    const isNews = !applied.duplicate && !this.#isConfirmed(event, applied);
    if (event.call === null && event.time !== null) this.#told.record.set(kindOf(event), event.time);
    const gone = this.#pending.filter((pending) => isPassed(pending, event));
    if (gone.length > 0) this.#pending = this.#pending.filter((pending) => !gone.includes(pending));
    const paths = gone.flatMap((pending) => ('path' in pending ? [pending.path] : []));
    const findings = applied.findings.filter(({ detector }) => isNews || detector === 'idle-turns');
    return { ...applied, findings, changedPaths: [...applied.changedPaths, ...paths], isNews };
  }

  /** The record tells what hooks tell of this session, and better. */
  isToldOf({ actor }: AgentEvent): Told {
    return this.#nothing(actor);
  }

  /** What the copy is made from has changed. */
  recordChanged(): void {
    this.#copy = null;
  }

  rearm(actor: string | undefined): void {
    this.#copy?.rearm(this.#key, actor);
  }

  /** What hooks told is true. */
  settle(): void {
    this.#settle(this.#pending.length);
  }

  /** A record may come at any time, where a person allows it late: what it can still correct is kept as long as it fits. */
  #makeRoom(): void {
    if (this.#pending.length >= MOST_AHEAD_EVENTS) this.#settle(MOST_AHEAD_EVENTS / 2);
  }

  #settle(count: number): void {
    if (count === 0) return;
    const settled = this.#pending.slice(0, count);
    this.#pending = this.#pending.slice(count);
    for (const event of settled) this.#record.apply(event);
    this.#settled();
  }

  #nothing(actor: string): Told {
    const nothing = {
      duplicate: true,
      read: null,
      newRanges: [],
      attested: false,
      findings: [],
      changedPaths: [],
      isNews: false,
    };
    return { ...nothing, session: this.#key, actor };
  }

  /** Whether the record has told this already, or is past it. */
  #isTold(event: AgentEvent): boolean {
    if (event.call !== null) return this.#record.knowsCall(this.#key, event.call);
    const latest = this.#record.latestOf(this.#key, event.actor);
    if (latest !== null && event.time !== null && latest >= event.time) return true;
    return isNear(this.#told.record.get(kindOf(event)), event.time);
  }

  /** Whether hooks told the same of this. */
  #isConfirmed(event: AgentEvent, { read }: Applied): boolean {
    if (event.call === null) return isNear(this.#told.hook.get(kindOf(event)), event.time);
    const reads = this.#verdicts.get(event.call);
    if (reads === undefined) return false;
    return read === null || reads.some((known) => isSameVerdict(known, read));
  }

  #remember(event: AgentEvent, { read }: Applied): void {
    if (event.call === null) {
      if (event.time !== null) this.#told.hook.set(kindOf(event), event.time);
      return;
    }
    const reads = this.#verdicts.get(event.call) ?? [];
    if (read !== null) reads.push(read);
    this.#verdicts.set(event.call, reads);
  }
}

/** Whether the record, having told this event, has told the pending one too or will not tell it any more. */
function isPassed(pending: AgentEvent, told: AgentEvent): boolean {
  if (pending.call !== null && pending.call === told.call) return true;
  if (pending.actor !== told.actor || pending.time === null || told.time === null) return false;
  if (pending.call === null && pending.kind === told.kind && isNear(pending.time, told.time)) return true;
  return told.time >= pending.time;
}

function isNear(one: number | undefined, other: number | null): boolean {
  return one !== undefined && other !== null && Math.abs(one - other) <= NEAR;
}

function kindOf({ kind, actor }: AgentEvent): string {
  return `${kind}\u0000${actor}`;
}

function isSameVerdict(one: ReadRecord, other: ReadRecord): boolean {
  return (
    one.path === other.path &&
    one.progress === other.progress &&
    one.newLines === other.newLines &&
    one.level === other.level &&
    one.uncertain === other.uncertain
  );
}
