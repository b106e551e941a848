import { getOrCreate } from '../../text/maps';
import { utf8Bytes } from '../../text/utf8';
import type { JsonObject } from '../adapter';
import { field, textField } from '../json';
import { RESULT_LIMIT, withMiddleCut } from './middleCut';

/** From this many bytes on, it pays for the agent to take old reads out. */
export const WORTH_REMOVING = 65_536;
/** More reads of one conversation are not kept in mind. */
const MOST_READS = 20_000;
/** A request for a part of a file, as the answer repeats it. */
const OF_RANGE = /^(.*):\d+-(?:EOF|\d+)$/;

interface OldRead {
  /** The how manieth of the conversation it is. */
  readonly place: number;
  readonly call: string;
  /** The path, and the range if there is one. */
  readonly query: string;
  readonly path: string;
  readonly isWhole: boolean;
  readonly bytes: number;
  isRemoved: boolean;
}

/** What the next request leaves out. */
export interface Removal {
  /** Calls of which at least a part is replaced by a note. */
  readonly calls: readonly string[];
  isWithheld(call: string, query: string): boolean;
}

/**
 * The reads that the agent takes out of the conversation, since another was made after them: each time a request is
 * built, reads of which the file was read whole by another call, or whose very range was read again later, count as
 * outdated; as soon as those not yet taken out are worth {@link WORTH_REMOVING} bytes, all of them are replaced by a
 * note. A read of a part is outdated from the start where the file was read whole before, so the model may never get
 * it. Nothing in the record tells any of this: it follows from the agent's source (3.0.65).
 *
 * A compaction forgets reads too, which is told in another file only: after one, the bytes are not exact.
 */
export class StaleReads {
  readonly #worth: number;
  #reads: OldRead[] = [];
  readonly #owners = new Map<string, string>();
  readonly #latest = new Map<string, string>();
  readonly #attached = new Set<string>();
  /** Reads that nothing came after, by path and query. */
  readonly #fresh = new Map<string, Map<string, OldRead[]>>();
  /** Those that may be outdated, and are not taken out. */
  #suspects: OldRead[] = [];

  /** @param worth bytes; 0: older versions took out what was outdated at once */
  constructor(worth: number) {
    this.#worth = worth;
  }

  /** An answer about files is in. Those that failed count too. */
  add(call: string, parts: readonly JsonObject[]): void {
    for (const part of parts) {
      const query = textField(part, 'query') ?? '';
      if (query === '') continue;
      const path = OF_RANGE.exec(query)?.[1] ?? query;
      this.#note({
        place: this.#reads.length,
        call,
        query,
        path,
        isWhole: path === query,
        bytes: bytesOf(part),
        isRemoved: false,
      });
    }
  }

  /** A file came with a person's words. */
  attached(path: string): void {
    this.#owners.set(path, '');
    if (this.#attached.size < MOST_READS) this.#attached.add(path);
    this.#suspect(path);
  }

  /** The next request is built. */
  request(): Removal {
    if (this.#reads.length > MOST_READS) return { calls: [], isWithheld: () => true };
    const stale = this.#suspects.filter((read) => this.#isStale(read));
    const bytes = stale.reduce((sum, read) => sum + read.bytes, 0);
    const removed = new Set(bytes >= this.#worth ? stale.sort((a, b) => a.place - b.place) : []);
    for (const read of removed) read.isRemoved = true;
    if (removed.size > 0) this.#suspects = this.#suspects.filter((read) => !read.isRemoved);
    const withheld = new Set([...removed].map(({ call, query }) => `${call}\n${query}`));
    return {
      calls: [...new Set([...removed].map(({ call }) => call))],
      isWithheld: (call, query) => withheld.has(`${call}\n${query}`),
    };
  }

  /** These calls are undone. */
  undo(calls: ReadonlySet<string>): void {
    const kept = this.#reads.filter(({ call }) => !calls.has(call));
    for (const index of [this.#owners, this.#latest, this.#fresh]) index.clear();
    for (const path of this.#attached) this.#owners.set(path, '');
    this.#reads = [];
    this.#suspects = [];
    for (const read of kept) this.#note({ ...read, place: this.#reads.length });
  }

  #note(read: OldRead): void {
    if (this.#reads.length > MOST_READS) return;
    const { path, query, call, isWhole } = read;
    this.#reads.push(read);
    this.#latest.set(query, call);
    if (isWhole) this.#owners.set(path, call);
    this.#suspect(path, isWhole ? undefined : query);
    if (read.isRemoved) return;
    if (this.#isStale(read)) this.#suspects.push(read);
    else {
      const ofPath = getOrCreate(this.#fresh, path, () => new Map<string, OldRead[]>());
      getOrCreate(ofPath, query, () => []).push(read);
    }
  }

  /** Reads of a path, or only those with this query, may be outdated now. */
  #suspect(path: string, query?: string): void {
    const fresh = this.#fresh.get(path);
    if (fresh === undefined) return;
    for (const one of query === undefined ? [...fresh.keys()] : [query]) {
      for (const read of fresh.get(one) ?? []) this.#suspects.push(read);
      fresh.delete(one);
    }
  }

  #isStale({ call, query, path }: OldRead): boolean {
    const owner = this.#owners.get(path);
    return (owner !== undefined && owner !== call) || this.#latest.get(query) !== call;
  }
}

/** Whether an answer is to a request for a part of a file. */
export function isOfRange(query: string): boolean {
  return OF_RANGE.test(query);
}

/** Size of a part of an answer as it is sent. */
function bytesOf(part: JsonObject): number {
  const result = field(part, 'result');
  const sent = typeof result === 'string' ? { ...part, result: withMiddleCut(result, RESULT_LIMIT) } : part;
  return utf8Bytes(JSON.stringify(sent));
}
