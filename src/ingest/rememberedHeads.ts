import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type HeadsPlace, type KnownHead, readHeads, writeHeads } from './headsFile';
import { type HeadQuestion, readHead, type TranscriptHead } from './transcriptHead';

/** A transcript whose head is asked, as it was when it was looked at. */
export interface AskedTranscript {
  readonly path: string;
  /** The pattern that it was found by. */
  readonly pattern: string;
  readonly stats: Pick<BigIntStats, 'dev' | 'ino' | 'birthtimeNs' | 'size' | 'mtimeNs'>;
}

/**
 * What the heads of transcripts told, kept from window to window: only a head tells which folder a session is of, and
 * without this each start would read those of all folders for years. A head that had told all stays as it is, since
 * transcripts only grow; and that it is the same transcript is told by what the file system knows of it.
 */
export class RememberedHeads {
  readonly #place: HeadsPlace;
  #stored: ReadonlyMap<string, KnownHead>;
  readonly #used = new Map<string, KnownHead>();
  #hasNew = false;
  #isKept = false;

  private constructor(place: HeadsPlace, stored: ReadonlyMap<string, KnownHead>) {
    this.#place = place;
    this.#stored = stored;
  }

  static async open(place: HeadsPlace): Promise<RememberedHeads> {
    return new RememberedHeads(place, await readHeads(place));
  }

  /** @throws UnreadableFile where it is not known and cannot be read */
  async headOf(transcript: AskedTranscript, question: HeadQuestion): Promise<TranscriptHead> {
    const key = this.#isKept ? null : keyOfHead(transcript, question);
    if (key === null) return readHead(transcript.path, question);
    const bytes = Number(transcript.stats.size);
    const known = this.#stored.get(key);
    if (known !== undefined && known.bytes <= bytes && tellsAll(known, question)) {
      this.#used.set(key, known);
      const { cwd, session, parent } = known;
      return { cwd, session, parent, paths: new Set(), isComplete: true };
    }
    const head = await readHead(transcript.path, question);
    if (tellsAll(head, question)) {
      const { cwd, session, parent } = head;
      this.#used.set(key, { bytes, cwd, session, parent });
      this.#hasNew = true;
    }
    return head;
  }

  /**
   * Writes what is new, to be called once everything was looked at; from then on heads are read. What another window
   * wrote meanwhile stays.
   */
  async keep(): Promise<void> {
    if (this.#isKept) return;
    this.#isKept = true;
    this.#stored = new Map();
    const used = [...this.#used];
    this.#used.clear();
    if (!this.#hasNew) return;
    const heads = await readHeads(this.#place);
    for (const [key, head] of used) {
      heads.delete(key);
      heads.set(key, head);
    }
    await writeHeads(this.#place, heads);
  }
}

/**
 * Stands for one file, by one name, and what is asked of it; null where the file system does not tell when a file was
 * made: then another one may have got the number of one that was deleted.
 */
export function keyOfHead(
  { path, pattern, stats }: AskedTranscript,
  { stored, knowsCwd, knowsSession }: HeadQuestion,
): string | null {
  const { dev, ino, birthtimeNs, size, mtimeNs } = stats;
  if (birthtimeNs <= 0n) return null;
  // A document does not grow: it is written anew.
  const version = stored === 'document' ? [size, mtimeNs] : [];
  const parts = [path, pattern, dev, ino, birthtimeNs, ...version, knowsCwd, knowsSession];
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
}

function tellsAll(
  { cwd, session }: Pick<KnownHead, 'cwd' | 'session'>,
  { knowsCwd, knowsSession }: HeadQuestion,
): boolean {
  return (knowsCwd || cwd !== null) && (knowsSession || session !== null);
}
