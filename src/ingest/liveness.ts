import type { AgentEvent } from '../tracker/event';

/** Silence after which a session is past, in milliseconds. */
export const SILENCE = 10 * 60 * 1000;

/**
 * How the bytes of an event came. `settled`: the file had them when it was first seen, or seen again after a restart.
 * `appended`: they came later. `late`: they came later, but were found only after ten minutes of silence.
 */
export type Arrived = 'settled' | 'appended' | 'late';

/** What the file system tells of a file. Times in milliseconds since the epoch. */
interface SeenFile {
  readonly position: number;
  readonly unread: number;
  readonly modified: number | null;
  readonly born: number | null;
}

/**
 * Tells the present from the past for one file. Only what happens now may notify or stop: it was written after following
 * began, and its session was not silent for ten minutes when it was found.
 */
export class Liveness {
  readonly #openedAt: number;
  readonly #trustsTimes: boolean;
  /** What the file has when it is first seen is past before this. */
  #since: number;
  #settledBytes: number | null = null;
  #born: number | null = null;
  #late = false;

  /**
   * @param openedAt when following began
   * @param wasThere the file was there when following began
   * @param trustsTimes the agent writes true times: an event from before is past, though it was appended only now (a
   *   resumed or forked conversation starts with copies of old records)
   */
  constructor(openedAt: number, wasThere: boolean, trustsTimes: boolean) {
    this.#openedAt = openedAt;
    this.#since = wasThere ? Number.POSITIVE_INFINITY : openedAt;
    this.#trustsTimes = trustsTimes;
  }

  /** Bytes that the file had when it was first seen. */
  get settledBytes(): number {
    return this.#settledBytes ?? 0;
  }

  /** The file was looked at. */
  seen(file: SeenFile, now: number): void {
    this.#settledBytes ??= file.position + file.unread;
    this.#born = file.born;
    this.#late = file.modified !== null && now - file.modified > SILENCE;
  }

  /** The file starts again; events up to this time are known already. */
  restarted(knownUntil: number): void {
    this.#settledBytes = null;
    this.#since = Math.max(this.#openedAt, knownUntil + 1);
  }

  /** How the bytes at a place of the file came. */
  arrived(position: number): Arrived {
    if (position < this.settledBytes) return 'settled';
    return this.#late ? 'late' : 'appended';
  }

  isLive(event: AgentEvent, arrived: Arrived, now: number): boolean {
    switch (arrived) {
      case 'late':
        return false;
      case 'appended':
        return !this.#trustsTimes || event.time === null || event.time >= this.#openedAt;
      case 'settled': {
        // A file that was first seen after following began may hold what happened since.
        const time = event.time ?? this.#born;
        return time !== null && time >= this.#since && now - time <= SILENCE;
      }
    }
  }
}
