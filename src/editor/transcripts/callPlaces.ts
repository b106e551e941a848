import { Generations } from '../../text/generations';
import type { AgentEvent } from '../../tracker/event';
import type { Applied, ReadRecord, SessionKey } from '../../tracker/views';

/** Calls of all sessions whose places are kept: some 10 MB at most. */
const MOST_CALLS = 50_000;

/** Where a record stands that told of something. */
export interface RecordPlace {
  /** Canonical path of a file that was, or is, followed. */
  readonly file: string;
  /** 1-based; the number of the row in a database. */
  readonly line: number;
}

/** What may be looked up in a transcript: a read, a finding, an entry of a session's course. */
export type Told = Pick<ReadRecord, 'call'>;

/** Remembers in which line of which file each call was found. */
export class CallPlaces {
  readonly #byCall = new Generations<string, RecordPlace>(MOST_CALLS);
  /** Of what has no call: as long as that is kept itself. */
  readonly #byTold = new WeakMap<Told, RecordPlace>();

  observe({ call }: AgentEvent, { session, read, findings }: Applied, place: RecordPlace): void {
    if (call === null) {
      for (const told of read === null ? findings : [read, ...findings]) this.#byTold.set(told, place);
      return;
    }
    const key = keyOf(session, call);
    const known = this.#byCall.peek(key);
    // Copies of a call, in forks and resumes, are found in other files than the call itself.
    if (known === undefined || known.file === place.file) this.#byCall.set(key, place);
  }

  /** Undefined where no record told of it, or none that is remembered. */
  of(session: SessionKey, told: Told): RecordPlace | undefined {
    return this.#byTold.get(told) ?? this.ofCall(session, told.call);
  }

  ofCall(session: SessionKey, call: string | null): RecordPlace | undefined {
    return call === null ? undefined : this.#byCall.peek(keyOf(session, call));
  }
}

function keyOf(session: SessionKey, call: string): string {
  return `${session}\u0000${call}`;
}
