import type { Actor } from './actor';
import type { Effects } from './effects';
import { type AgentEvent, DISK_SOURCE, MAIN_ACTOR } from './event';
import { applyChange, applyDelivered, applyDiskChange, applyGlimpses, applyRename } from './fileEvents';
import { FileHistories } from './fileHistories';
import { idleFinding } from './findings';
import { BOUNDED, type TrackerLimits } from './limits';
import { applyRead } from './readEvents';
import { Session } from './session';
import { Sessions } from './sessions';
import { DEFAULT_SETTINGS, type TrackerSettings } from './settings';
import { coverageOf, fileSummaries, sessionSummary } from './summaries';
import { TestCommands } from './testCommands';
import type {
  Applied,
  FileCoverage,
  FileSummary,
  Finding,
  ReadRecord,
  SessionKey,
  SessionSummary,
  TrackerView,
} from './views';
import { sessionKey } from './views';

/** Agents that clear old results from their context without a word when they come back after a long pause. */
const CLEARS_SILENTLY: ReadonlySet<string> = new Set(['claude-code']);

const MINUTE = 60_000;

/**
 * Works out, per actor, which lines of which version of which file it has been given, and how long it has been reading
 * what it already had (semantics.md). Deterministic: the same events give the same state.
 */
export class Tracker implements TrackerView {
  #settings: TrackerSettings;
  #testCommands: TestCommands;
  readonly #limits: TrackerLimits;
  readonly #sessions: Sessions;
  #sessionsSeen = 0;
  readonly #files = new Map<string, FileHistories>();
  /** Summaries are dear where there are many files, and are asked for all the time: each is worked out when it may differ. */
  #summaries = new WeakMap<Session, SessionSummary>();

  constructor(settings: Partial<TrackerSettings> = {}, limits: TrackerLimits = BOUNDED) {
    this.#settings = { ...DEFAULT_SETTINGS, ...settings };
    this.#testCommands = new TestCommands(this.#settings.testCommands);
    this.#limits = limits;
    this.#sessions = new Sessions(limits, ({ source }) => {
      // Each log that is rotated is a source of its own: files of one that nothing else is known of are not asked for.
      for (const session of this.#sessions.all()) if (session.source === source) return;
      this.#files.delete(source);
    });
  }

  /** Changed settings count from the next event on. */
  configure(settings: Partial<TrackerSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#testCommands = new TestCommands(this.#settings.testCommands);
  }

  /**
   * A tracker that knows this session alone, as it is now, and the files of its source. Nothing that is applied to it
   * changes this one. Valid until something is applied here.
   */
  copyOf(key: SessionKey, source: string): Tracker {
    const copy = new Tracker(this.#settings, this.#limits);
    copy.#sessionsSeen = this.#sessionsSeen;
    const session = copy.#sessions.takeOver(key, this.#sessions);
    const files = this.#filesOf(source).copy((from, to) => {
      for (const actor of session?.actors ?? []) actor.copied(from, to);
    });
    copy.#files.set(source, files);
    return copy;
  }

  /** Whether the call of a session was told already. */
  knowsCall(key: SessionKey, call: string): boolean {
    return this.#sessions.peek(key)?.calls.knows(call) ?? false;
  }

  /** Latest time of what an actor of a session did; null where none is known. */
  latestOf(key: SessionKey, actor: string): number | null {
    return this.#sessions.peek(key)?.knownActor(actor)?.lastTime ?? null;
  }

  apply(event: AgentEvent): Applied {
    const key = sessionKey(event.source, event.session);
    const effects: Effects = { read: null, newRanges: [], attested: false, findings: [], changedPaths: [] };
    if (event.source === DISK_SOURCE) {
      if (event.kind === 'document-changed') {
        for (const files of this.#files.values()) applyDiskChange(files, event, effects);
        if (effects.changedPaths.length > 0) this.#summaries = new WeakMap();
      }
      return applied(key, event, effects, false);
    }
    const session = this.#session(event);
    this.#summaries.delete(session);
    const actor = session.actor(event.actor);
    const pause = CLEARS_SILENTLY.has(event.agent) ? this.#settings.silentPauseMinutes * MINUTE : 0;
    if (event.call !== null && isDuplicate(session, event, event.call)) {
      return applied(key, event, effects, true);
    }
    // Whatever a call did, a rewind may go back to it.
    if (event.call !== null) actor.context.note(event.call);
    session.passTime(event.time);
    actor.passTime(event.time, pause > 0 ? pause : null);
    const epoch = this.#epochOf(event);
    this.#applyTo(session, actor, event, effects);
    // A file that is another now ends what was counted of it, for everybody.
    if (epoch !== this.#epochOf(event)) this.#summaries = new WeakMap();
    if (actor.idle.exceeds(this.#settings.idleTurns)) {
      effects.findings.push(idleFinding(session, event, actor.idle.closed));
    }
    for (const finding of effects.findings) session.findings.push(finding);
    return applied(key, event, effects, false);
  }

  /** The largest allowance of idle turns that an actor has used up: in turns, without the one that is open. */
  idleAllowance(key: SessionKey, actor: string): number {
    return this.#sessions.peek(key)?.knownActor(actor)?.idle.allowance ?? 0;
  }

  /** The record has ended: closes each actor's last turn, and tells what that led to. */
  closeTurns(): readonly Finding[] {
    const findings: Finding[] = [];
    this.#summaries = new WeakMap();
    for (const session of this.#sessions.inOrder()) {
      const { source, id, agent, lastTime } = session;
      for (const actor of session.actors) {
        actor.idle.close();
        if (!actor.idle.exceeds(this.#settings.idleTurns)) continue;
        const at = { source, session: id, agent, actor: actor.id, time: lastTime, call: null };
        const finding = idleFinding(session, at, actor.idle.closed);
        session.findings.push(finding);
        findings.push(finding);
      }
    }
    return findings;
  }

  /** A person resumed or snoozed: the levels of the actor, or of all, count from the values of now. */
  rearm(session: SessionKey, actor?: string): void {
    this.#summaries = new WeakMap();
    for (const known of this.#sessions.peek(session)?.actors ?? []) {
      if (actor === undefined || known.id === actor) known.rearm();
    }
  }

  /** Reads of the file were no loop after all: the counters that they raised are at 0 again. */
  forgive(session: SessionKey, path: string): void {
    this.#summaries = new WeakMap();
    for (const actor of this.#sessions.peek(session)?.actors ?? []) actor.forgive(path);
  }

  sessions(): readonly SessionSummary[] {
    return this.#sessions.inOrder().map((session) => {
      const known = this.#summaries.get(session) ?? sessionSummary(session);
      this.#summaries.set(session, known);
      return known;
    });
  }

  files(session: SessionKey, actor?: string): readonly FileSummary[] {
    const known = this.#sessions.peek(session);
    return known === undefined ? [] : fileSummaries(known, actor);
  }

  coverage(session: SessionKey, path: string): FileCoverage | undefined {
    const known = this.#sessions.peek(session);
    const history = known === undefined ? undefined : this.#files.get(known.source)?.peek(path);
    return known === undefined || history === undefined ? undefined : coverageOf(known, history);
  }

  reads(
    session: SessionKey,
    filter: { readonly actor?: string; readonly path?: string } = {},
  ): readonly ReadRecord[] {
    const reads = this.#sessions.peek(session)?.reads.items() ?? [];
    const { actor, path } = filter;
    return reads.filter(
      (read) => (actor === undefined || read.actor === actor) && (path === undefined || read.path === path),
    );
  }

  findings(session: SessionKey): readonly Finding[] {
    return this.#sessions.peek(session)?.findings.items() ?? [];
  }

  #applyTo(session: Session, actor: Actor, event: AgentEvent, effects: Effects): void {
    const files = this.#filesOf(session.source);
    switch (event.kind) {
      case 'session-start':
        session.cwd ??= event.cwd;
        session.isFork ||= event.actor === MAIN_ACTOR && event.parent !== null;
        return;
      case 'session-end':
        session.ended = true;
        actor.idle.close();
        return;
      case 'prompt':
        session.ended = false;
        for (const known of session.actors) known.rearm();
        return;
      case 'turn':
        session.ended = false;
        actor.idle.turn();
        return;
      case 'read':
        applyRead(session, actor, files.of(event.path), event, this.#settings, effects);
        return;
      case 'delivered':
        applyDelivered(actor, files.of(event.path), event, effects);
        return;
      case 'edit':
      case 'write':
      case 'delete':
      case 'document-changed':
        applyChange(session, actor, files.of(event.path), event, effects);
        return;
      case 'rename':
        applyRename(actor, files, event, effects);
        return;
      case 'search':
        actor.idle.ask(`${event.tool}\u0000${event.question}`, event.call);
        applyGlimpses(actor, files, event, effects);
        return;
      case 'command':
        actor.commands++;
        actor.failures.acted();
        if (this.#testCommands.has(event.command)) actor.idle.test(event.call);
        else actor.idle.other(event.call);
        return;
      case 'context-lost':
        effects.changedPaths.push(...actor.lose(event));
        return;
      case 'interrupted':
      case 'stop-acknowledged':
        return;
    }
  }

  /** Grows with what becomes of the files that an event is about. */
  #epochOf(event: AgentEvent): number {
    const files = this.#files.get(event.source);
    if (event.kind === 'rename') {
      return (files?.peek(event.from)?.epoch ?? 0) + (files?.peek(event.to)?.epoch ?? 0);
    }
    return 'path' in event ? (files?.peek(event.path)?.epoch ?? 0) : 0;
  }

  #session(event: AgentEvent): Session {
    const key = sessionKey(event.source, event.session);
    const create = () => new Session(event, this.#sessionsSeen++, this.#limits);
    return this.#sessions.act(key, create, this.#settings.isHeld);
  }

  #filesOf(source: string): FileHistories {
    const known = this.#files.get(source);
    if (known !== undefined) return known;
    const files = new FileHistories(this.#limits.files, (gone) => {
      this.#summaries = new WeakMap();
      for (const session of this.#sessions.all()) {
        if (session.source !== source) continue;
        for (const actor of session.actors) actor.forgetFiles(gone);
      }
    });
    this.#files.set(source, files);
    return files;
  }
}

function applied(session: SessionKey, event: AgentEvent, effects: Effects, duplicate: boolean): Applied {
  return { duplicate, session, actor: event.actor, ...effects };
}

function isDuplicate({ calls }: Session, event: AgentEvent, call: string): boolean {
  const isLate = event.kind === 'delivered' && event.form === 'shell';
  const deed = deedOf(event);
  return isLate ? calls.isLateDuplicate(event, call, deed) : calls.isDuplicate(event, call, deed);
}

/** In one piece: what a call did is kept, and a template is kept as the tree of its parts. */
function joined(...parts: readonly unknown[]): string {
  return parts.join(' ');
}

/** What an event does, so that the same thing done twice by one call can be told. */
function deedOf(event: AgentEvent): string {
  switch (event.kind) {
    case 'read':
      return joined(
        'read',
        event.path,
        event.outcome,
        event.returned,
        event.requested?.start,
        event.requested?.end,
      );
    case 'delivered':
      return `delivered ${event.path} ${event.returned.join(' ')}`;
    case 'edit':
      return `edit ${event.path} ${event.lines?.join(' ')} ${event.hunks?.map(({ oldStart }) => oldStart).join(' ')}`;
    case 'write':
    case 'delete':
    case 'document-changed':
      return `${event.kind} ${event.path}`;
    case 'rename':
      return `rename ${event.from} ${event.to}`;
    case 'search':
      return `search ${event.question}`;
    default:
      return event.kind;
  }
}
