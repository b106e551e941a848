import type { HookReport } from '../agents/hooks/report';
import { Generations } from '../text/generations';

const MOST_ACTORS = 500;
const MOST_CALLS = 100;

interface Flight {
  readonly started: Set<string>;
  /** Calls that others ran beside. */
  readonly crowded: Set<string>;
}

/**
 * Which calls of an actor run at the same time. Their hooks come in the order in which the calls end, and the model is
 * given the results in the order in which it made them: which read came first is then not known.
 */
export class CallsInFlight {
  readonly #flights = new Generations<string, Flight>(MOST_ACTORS);

  /** Whether an actor has calls of which no end is known. */
  isBusy({ session, actor, call }: HookReport): boolean {
    const started = this.#flights.peek(`${session}\u0000${actor}`)?.started ?? new Set();
    return [...started].some((each) => each !== call);
  }

  /** Takes note of a hook: whether its call ran beside others, or may have. */
  hear({ moment, session, actor, call }: HookReport): boolean {
    const key = `${session}\u0000${actor}`;
    const flight = this.#flights.get(key) ?? { started: new Set(), crowded: new Set() };
    this.#flights.set(key, flight);
    const isBatch = moment === 'after-call' && call === null;
    if (moment === 'turn-end' || moment === 'actor-end' || moment === 'prompt' || isBatch) {
      flight.started.clear();
      flight.crowded.clear();
    }
    if (call === null) return false;
    if (moment === 'before-call') {
      if (flight.started.size < MOST_CALLS) flight.started.add(call);
      if (flight.started.size > 1) for (const each of flight.started) flight.crowded.add(each);
      return false;
    }
    const isAlone = flight.started.delete(call) && !flight.crowded.delete(call);
    return !isAlone;
  }

  /** The agent's record has told of a call: it does not run any more, though no hook said so. */
  isOver(session: string, actor: string, call: string): void {
    const flight = this.#flights.peek(`${session}\u0000${actor}`);
    flight?.started.delete(call);
    flight?.crowded.delete(call);
  }
}
