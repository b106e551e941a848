import type { HookReport, HookVerdict } from '../agents/hooks/report';
import type { IngestedEvent } from '../ingest/ingest';
import { SILENCE } from '../ingest/liveness';
import type { AgentProcesses } from '../stop/agentProcesses';
import type { HookAnswerWay } from '../stop/hookAnswer';
import type { Told } from '../tracker/ahead';
import type { AgentEvent } from '../tracker/event';
import { sessionKey } from '../tracker/views';
import { CallsInFlight } from './callsInFlight';
import { Connections } from './connections';
import type { Nudge } from './nudge';
import type { HookAnswer } from './request';

export interface HearingParts {
  /** Canonical paths, and what the disk settles. */
  readonly complete: (events: readonly AgentEvent[]) => Promise<readonly AgentEvent[]>;
  /** Counts events, in order; one result for each that could be counted. */
  readonly apply: (events: readonly IngestedEvent[]) => readonly Told[];
  /** Resolves once what the events have set off is decided. */
  readonly decided: () => Promise<void>;
  readonly stops: Pick<HookAnswerWay, 'note' | 'answer' | 'disconnect'>;
  readonly nudge: Nudge;
  readonly processes: Pick<AgentProcesses, 'note'>;
  /** A fault of ours that nobody waits for. */
  readonly onFault: (fault: unknown) => void;
  /** Whether agents may be told anything: not on the word of a workspace that nobody trusts. */
  readonly mayAnswer: () => boolean;
}

const NOTHING: HookAnswer = { verdict: {}, delivered: () => undefined };

/** Hears what hooks tell a window, and finds what to say to them. */
export class Hearing {
  readonly connections = new Connections();
  readonly #parts: HearingParts;
  readonly #inFlight = new CallsInFlight();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: HearingParts) {
    this.#parts = parts;
  }

  /** To be called with every event that was not told by a hook. */
  observe(event: AgentEvent, now: number): void {
    const { source, session, actor, call, time } = event;
    if (call === null) return;
    this.#inFlight.isOver(session, actor, call);
    const key = sessionKey(source, session);
    if (this.connections.recorded(key, { call, time }, now)) this.#parts.stops.disconnect(key);
  }

  /** @param agent kind of the agent, which is the source of its events */
  async hear(agent: string, report: HookReport, now: number): Promise<HookAnswer> {
    const { stops, decided, nudge, processes, onFault, mayAnswer } = this.#parts;
    const key = sessionKey(agent, report.session);
    this.connections.heard(key, report, now);
    const isUnordered = this.#inFlight.hear(report);
    stops.note(key, report);
    if (report.caller !== undefined) processes.note(key, agent, report.caller).catch(onFault);
    const told = await this.#count(
      report.events.flatMap((event) => marked(event, isUnordered)),
      now,
    );
    await decided();
    if (!mayAnswer()) return NOTHING;
    const stop = stops.answer(key, report);
    const verdict =
      stop === null ? await this.#nudged(agent, report, told, nudge) : { stop: { reason: stop.reason } };
    // A call that is not made has no end.
    const isRefused = verdict.stop !== undefined || verdict.deny !== undefined;
    if (isRefused && report.call !== null) this.#inFlight.isOver(report.session, report.actor, report.call);
    return { verdict, delivered: stop?.delivered ?? (() => undefined) };
  }

  /** What was told while no window heard it: it is past. */
  async recall(report: HookReport): Promise<void> {
    await this.#count(report.events, Number.POSITIVE_INFINITY);
  }

  /** What was told just now and not heard, by a window that was too busy: nobody waits for an answer. */
  async makeUp(agent: string, report: HookReport, now: number): Promise<void> {
    const { moment, session, actor, call } = report;
    this.#parts.stops.note(sessionKey(agent, session), report);
    if (moment === 'after-call' && call !== null) this.#inFlight.isOver(session, actor, call);
    await this.#count(report.events, now);
  }

  async #nudged(
    agent: string,
    report: HookReport,
    told: readonly Counted[],
    nudge: Nudge,
  ): Promise<HookVerdict> {
    if (report.moment === 'after-call') return nudge.after(report, told);
    // What else runs may change what would be read.
    return report.moment === 'before-call' && !this.#inFlight.isBusy(report)
      ? nudge.before(agent, report)
      : {};
  }

  /** One message after the other, in the order in which they came. */
  #count(events: readonly AgentEvent[], now: number): Promise<readonly Counted[]> {
    if (events.length === 0) return Promise.resolve([]);
    const { complete, apply } = this.#parts;
    const counted = this.#turn.then(async () => {
      const completed = await complete(events);
      return completed.flatMap((event) => {
        const live = event.time !== null && now - event.time <= SILENCE;
        return apply([{ event, live, origin: null }]).map(({ read }) => ({ event, read }));
      });
    });
    this.#turn = counted.catch(() => undefined);
    return counted;
  }
}

interface Counted {
  readonly event: AgentEvent;
  readonly read: Told['read'];
}

/** What ran beside a shell may have moved it to another folder: what it read is left to the record. */
function marked(event: AgentEvent, isUnordered: boolean): AgentEvent[] {
  if (!isUnordered || event.kind !== 'read') return [event];
  return event.form === 'shell' ? [] : [{ ...event, isUnordered: true }];
}
