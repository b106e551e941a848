import type { HookFrame } from '../../agents/hooks/report';
import { quietly } from './soon';

/** How often is asked whether a call that takes long is to be stopped, ms. */
const PAUSE = 1000;
/** A call whose end was not seen is forgotten then, ms. */
const LONGEST = 60 * 60 * 1000;
const MOST_CALLS = 200;

/** The calls that an agent waits for: while there are any, it is asked once a second whether they are to be stopped. */
export class RunningCalls {
  readonly #calls = new Map<string, HookFrame>();
  readonly #ask: (frame: HookFrame) => Promise<void>;
  #timer: NodeJS.Timeout | null = null;

  constructor(ask: (frame: HookFrame) => Promise<void>) {
    this.#ask = ask;
  }

  /** Takes note of what happens in the agent. */
  note(frame: HookFrame): void {
    const { moment, session, actor, call } = frame;
    if (moment === 'before-call' && call !== null && this.#calls.size < MOST_CALLS) {
      this.#calls.set(keyOf(frame, call), frame);
      this.#await();
    } else if (call !== null) this.#calls.delete(keyOf(frame, call));
    if (moment !== 'turn-end' && moment !== 'actor-end' && moment !== 'session-end') return;
    for (const [key, running] of this.#calls) {
      if (running.session === session && running.actor === actor) this.#calls.delete(key);
    }
  }

  #await(): void {
    if (this.#timer !== null || this.#calls.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), PAUSE);
    // An agent that has nothing else to wait for is done.
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const now = Date.now();
    const actors = new Map<string, HookFrame>();
    for (const [key, frame] of this.#calls) {
      if (now - frame.time > LONGEST) this.#calls.delete(key);
      else if (now - frame.time >= PAUSE) actors.set(keyOf(frame, ''), frame);
    }
    const questions = [...actors.values()].map((frame) => ({ ...frame, time: now, reading: null }));
    await Promise.all(questions.map((frame) => quietly(() => this.#ask(frame))));
    this.#timer = null;
    this.#await();
  }
}

function keyOf({ session, actor }: Pick<HookFrame, 'session' | 'actor'>, call: string): string {
  return `${session}\u0000${actor}\u0000${call}`;
}
