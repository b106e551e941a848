import { utf8Bytes } from '../../text/utf8';
import type { JsonObject } from '../adapter';
import { field, textField } from '../json';
import { RESULT_LIMIT, withMiddleCut } from './middleCut';

/** From this many bytes on, it pays for the agent to take old reads out. */
export const WORTH_REMOVING = 65_536;
/** More reads of one conversation are not kept in mind. */
const MOST_READS = 20_000;

interface OldRead {
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
  #owners = new Map<string, string>();
  #latest = new Map<string, string>();

  /** @param worth bytes; 0: older versions took out what was outdated at once */
  constructor(worth: number) {
    this.#worth = worth;
  }

  /** An answer about files is in. Those that failed count too. */
  add(call: string, parts: readonly JsonObject[]): void {
    for (const part of parts) {
      const query = textField(part, 'query') ?? '';
      if (query === '') continue;
      const path = /^(.*):\d+-(?:EOF|\d+)$/.exec(query)?.[1] ?? query;
      this.#note({ call, query, path, isWhole: path === query, bytes: bytesOf(part), isRemoved: false });
    }
  }

  /** A file came with a person's words. */
  attached(path: string): void {
    this.#owners.set(path, '');
  }

  /** The next request is built. */
  request(): Removal {
    if (this.#reads.length > MOST_READS) return { calls: [], isWithheld: () => true };
    const stale = this.#reads.filter((read) => !read.isRemoved && this.#isStale(read));
    const bytes = stale.reduce((sum, read) => sum + read.bytes, 0);
    const removed = bytes >= this.#worth ? stale : [];
    for (const read of removed) read.isRemoved = true;
    return {
      calls: [...new Set(removed.map(({ call }) => call))],
      isWithheld: (call, query) => removed.some((read) => read.call === call && read.query === query),
    };
  }

  /** These calls are undone. */
  undo(calls: ReadonlySet<string>): void {
    const kept = this.#reads.filter(({ call }) => !calls.has(call));
    this.#reads = [];
    this.#owners = new Map([...this.#owners].filter(([, call]) => call === ''));
    this.#latest = new Map();
    for (const read of kept) this.#note(read);
  }

  #note(read: OldRead): void {
    if (this.#reads.length > MOST_READS) return;
    this.#reads.push(read);
    this.#latest.set(read.query, read.call);
    if (read.isWhole) this.#owners.set(read.path, read.call);
  }

  #isStale({ call, query, path }: OldRead): boolean {
    const owner = this.#owners.get(path);
    return (owner !== undefined && owner !== call) || this.#latest.get(query) !== call;
  }
}

/** Size of a part of an answer as it is sent. */
function bytesOf(part: JsonObject): number {
  const result = field(part, 'result');
  const sent = typeof result === 'string' ? { ...part, result: withMiddleCut(result, RESULT_LIMIT) } : part;
  return utf8Bytes(JSON.stringify(sent));
}
