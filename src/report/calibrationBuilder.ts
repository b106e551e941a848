import { getOrCreate } from '../text/maps';
import { countLines } from '../text/ranges';
import { type AgentEvent, DISK_SOURCE } from '../tracker/event';
import { BOUNDED } from '../tracker/limits';
import { DEFAULT_SETTINGS, type TrackerSettings } from '../tracker/settings';
import { Tracker } from '../tracker/tracker';
import type { ReadRecord, SessionKey } from '../tracker/views';
import {
  type CalibrationReport,
  NO_READING,
  type Reading,
  since,
  sumOf,
  type WouldBeStop,
} from './calibration';
import { CounterCourse, IdleCourse } from './calibrationCourse';
import type { FirstFiring, Slot } from './calibrationSlot';
import { Thresholds } from './calibrationThresholds';

const MOST_STOPS = 100;

/**
 * Works out what every threshold would have done, in one walk over the events: verdicts do not depend on thresholds, so
 * each counter's course tells when each of them would have fired. What is known of a session is given back once it is
 * finished; then only counts are kept, and a number for each actor and threshold that fired.
 */
export class CalibrationBuilder {
  readonly #settings: TrackerSettings;
  readonly #thresholds: Thresholds;
  #tracker: Tracker;
  #sessions = new Map<SessionKey, SessionCourse>();
  #finished = 0;
  #actors = 0;
  #reading = NO_READING;
  #stops: WouldBeStop[] = [];

  constructor(settings: Partial<TrackerSettings> = {}) {
    this.#settings = { ...DEFAULT_SETTINGS, ...settings };
    this.#tracker = new Tracker(this.#settings, BOUNDED);
    const { levels, idleTurns } = this.#settings;
    this.#thresholds = new Thresholds({ ...levels, idleTurns });
  }

  /** Sessions so far, those that are not finished too. */
  get sessions(): number {
    return this.#finished + this.#sessions.size;
  }

  add(event: AgentEvent): void {
    const applied = this.#tracker.apply(event);
    if (applied.duplicate || event.source === DISK_SOURCE) return;
    const session = getOrCreate(
      this.#sessions,
      applied.session,
      (): SessionCourse => ({ agent: event.agent, session: event.session, prompts: 0, actors: new Map() }),
    );
    if (event.kind === 'prompt') session.prompts++;
    const actor = getOrCreate(session.actors, event.actor, () => new ActorCourse(event.actor));
    if (applied.read !== null) this.#read(session, actor, applied.read);
    for (const { detector, call, path } of applied.findings) {
      for (const slot of this.#thresholds.fixed(detector)) this.#fire(slot, session, actor, { call, path });
    }
    this.#idle(applied.session, session, actor, event.call);
  }

  /** All sessions so far are complete: nothing that comes later belongs to them. */
  finishSessions(): void {
    this.#tracker.closeTurns();
    for (const [key, session] of this.#sessions) {
      const fired = new Set<Slot>();
      for (const actor of session.actors.values()) {
        this.#idle(key, session, actor, null);
        this.#finish(actor);
        for (const slot of actor.firsts.keys()) fired.add(slot);
      }
      for (const slot of fired) slot.firedInSession();
    }
    this.#finished += this.#sessions.size;
    this.#sessions = new Map();
    this.#tracker = new Tracker(this.#settings, BOUNDED);
  }

  /** To be called when all sessions are finished. */
  report(skippedLines: number): CalibrationReport {
    return {
      sessions: this.#finished,
      actors: this.#actors,
      reading: this.#reading,
      skippedLines,
      settings: this.#thresholds.settings,
      detectors: this.#thresholds.detectors(),
      stops: this.#stops,
    };
  }

  #read(session: SessionCourse, actor: ActorCourse, read: ReadRecord): void {
    const isRedundant = read.progress === 'no-progress';
    actor.reading = sumOf(actor.reading, {
      reads: 1,
      redundantReads: isRedundant ? 1 : 0,
      lines: countLines(read.returned),
      newLines: read.newLines,
    });
    if (!isRedundant) return;
    const { path, call } = read;
    const courseOf = () => new CounterCourse(this.#settings.levels.warning, session.prompts);
    const file = getOrCreate(actor.files, path, () => ({ streak: courseOf(), repeats: courseOf() }));
    actor.streak ??= courseOf();
    const levels = new Set<Slot>();
    const raised = [
      ['streak', actor.streak, read.streak],
      ['file-streak', file.streak, read.fileStreak],
      ['file-repeats', file.repeats, read.fileRepeats],
    ] as const;
    for (const [detector, course, count] of raised) {
      const { reached, stopped } = course.raise(count, !read.uncertain, session.prompts);
      const { from, to } = stopped;
      const own = [
        ...this.#thresholds.reached(detector, reached),
        ...this.#thresholds.stopped(detector, from, to),
      ];
      for (const slot of own) this.#fire(slot, session, actor, { call, path });
      for (const slot of this.#thresholds.reached('levels', reached)) levels.add(slot);
      for (const slot of this.#thresholds.stopped('levels', from, to)) levels.add(slot);
    }
    // One read that brings several counters to a level is told once.
    for (const slot of levels) this.#fire(slot, session, actor, { call, path });
  }

  #idle(key: SessionKey, session: SessionCourse, actor: ActorCourse, call: string | null): void {
    const { from, to } = actor.idle.reach(this.#tracker.idleAllowance(key, actor.id));
    for (const slot of this.#thresholds.reached('idle-turns', from, to)) {
      this.#fire(slot, session, actor, { call, path: null });
    }
  }

  #fire(
    slot: Slot,
    { agent, session }: SessionCourse,
    { id, reading, firsts }: ActorCourse,
    { call, path }: Pick<FirstFiring, 'call' | 'path'>,
  ): void {
    slot.fired();
    getOrCreate(firsts, slot, () => ({
      agent,
      session,
      actor: id,
      call,
      path,
      reads: reading.reads,
      before: reading,
    }));
  }

  #finish({ reading, firsts }: ActorCourse): void {
    if (reading.reads > 0) this.#actors++;
    this.#reading = sumOf(this.#reading, reading);
    const { presentStop } = this.#thresholds;
    for (const [slot, first] of firsts) {
      const afterwards = since(first.before, reading);
      slot.add(first, afterwards);
      if (slot !== presentStop) continue;
      const { before: _, ...place } = first;
      this.#stops.push({ ...place, afterwards });
    }
    this.#stops = this.#stops
      .sort((a, b) => b.afterwards.newLines - a.afterwards.newLines)
      .slice(0, MOST_STOPS);
  }
}

interface SessionCourse {
  readonly agent: string;
  readonly session: string;
  prompts: number;
  readonly actors: Map<string, ActorCourse>;
}

class ActorCourse {
  readonly id: string;
  reading: Reading = NO_READING;
  streak: CounterCourse | null = null;
  readonly idle = new IdleCourse();
  readonly files = new Map<string, { readonly streak: CounterCourse; readonly repeats: CounterCourse }>();
  readonly firsts = new Map<Slot, FirstFiring>();

  constructor(id: string) {
    this.id = id;
  }
}
