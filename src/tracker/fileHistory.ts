import { countLines } from '../text/ranges';
import type { DiskEvidence, Hunk } from './event';
import { type Evidence, evidenceOfDisk, provesNothing } from './evidence';
import { FileVersion, type Match } from './fileVersion';
import { MOST_VERSIONS } from './limits';

/** How a file came to another version. */
export interface Transition {
  readonly from: number | null;
  readonly to: number | null;
  /** The content was seen before (A, B, A). */
  readonly returned: boolean;
}

/** Which version a read was of. */
export interface Settlement {
  readonly version: FileVersion;
  readonly transition: Transition | null;
  /** The version is what the evidence shows, not only what must be assumed. */
  readonly proved: boolean;
  /** See `FileVersion.attests`. */
  readonly attested: boolean;
  /** The read is older than a change that is known already: it is of the version before. */
  readonly late: boolean;
}

export interface Change {
  /** The content is another than before. */
  readonly changed: boolean;
  readonly transition: Transition | null;
  /** What the lines of the version before have become; null where that is not known. */
  readonly moved: { readonly before: FileVersion; readonly hunks: readonly Hunk[] } | null;
}

const UNCHANGED: Change = { changed: false, transition: null, moved: null };

/** The versions of one file that one source knows of, and which of them is current. */
export class FileHistory {
  readonly path: string;
  /** Grows with each transition: what belongs to an older epoch is of a version that is not current any more. */
  epoch = 0;
  #current: FileVersion | null = null;
  #previous: FileVersion | null = null;
  /** Oldest first; holds the current one. */
  #versions: FileVersion[] = [];
  #nextOrdinal = 1;
  /** When the current version began, in ms, and whether it was the disk that told. */
  #since: number | null = null;
  #fromDisk = false;
  /** When the disk first told all of the current version, in ms: of what was known, nothing was another then. */
  #toldWhole: number | null = null;
  /** The file was said to have changed, to what is not known. */
  #suspect = false;
  /** It was there, or came to be, when nothing was known of it: what it holds was never told. */
  #unseen = false;
  #returned = false;
  /** Nothing of the current version was read since it became current. */
  #unread = true;
  readonly #retired: (version: FileVersion, history: FileHistory) => void;

  /** @param retired called for a version that stops being current, and may be forgotten */
  constructor(path: string, retired: (version: FileVersion, history: FileHistory) => void) {
    this.path = path;
    this.#retired = retired;
  }

  copy(): FileHistory {
    const copies = new Map(this.#versions.map((version) => [version, version.copy()]));
    const copyOf = (version: FileVersion | null) => version && (copies.get(version) ?? version.copy());
    const copy = new FileHistory(this.path, () => undefined);
    copy.epoch = this.epoch;
    copy.#current = copyOf(this.#current);
    copy.#previous = copyOf(this.#previous);
    copy.#versions = [...copies.values()];
    copy.#nextOrdinal = this.#nextOrdinal;
    copy.#since = this.#since;
    copy.#fromDisk = this.#fromDisk;
    copy.#toldWhole = this.#toldWhole;
    copy.#suspect = this.#suspect;
    copy.#unseen = this.#unseen;
    copy.#returned = this.#returned;
    copy.#unread = this.#unread;
    return copy;
  }

  get current(): FileVersion | null {
    return this.#current;
  }

  /** The one that was current before. */
  get previous(): FileVersion | null {
    return this.#previous;
  }

  /** Oldest first. */
  get versions(): readonly FileVersion[] {
    return this.#versions;
  }

  get isSuspect(): boolean {
    return this.#suspect;
  }

  /** Something put content into the file that was not told, when nothing was known of the file. */
  get isUnseen(): boolean {
    return this.#unseen;
  }

  /** The current content was there before another one. */
  get returnedToEarlier(): boolean {
    return this.#returned;
  }

  /** Finds the version that a read or delivery at `time` is of, and makes it current unless it came late. */
  settle(evidence: Evidence, time: number | null): Settlement {
    const current = this.#current;
    if (current !== null) {
      const match = current.match(evidence);
      if (match.agrees && (match.proved || !this.#suspect))
        return this.#settleOnCurrent(current, match, evidence);
      const late = this.#settleLate(evidence, time);
      if (late !== null) return late;
    }
    const version = this.#earlierLike(evidence) ?? new FileVersion(this.#nextOrdinal++);
    const attested = version.attests(evidence);
    version.learn(evidence);
    const proved = !provesNothing(evidence);
    const transition = this.#enter(version, time, false);
    this.#unread = false;
    return { version, transition, proved, attested, late: false };
  }

  /** An agent changed the part of the file that the evidence tells of. */
  edit(evidence: Evidence, hunks: readonly Hunk[] | null, time: number | null): Change {
    const before = this.#current;
    if (before !== null) {
      const late = this.#changeThatTheDiskShowed(evidence, hunks, time);
      if (late !== null) return late;
      const keepsCount =
        hunks === null
          ? tellsCount(evidence)
          : hunks.every(({ oldLines, newLines }) => oldLines === newLines);
      if (keepsCount && before.match(evidence).whole && !this.#mayHaveShown(time)) return UNCHANGED;
    }
    const version = new FileVersion(this.#nextOrdinal++);
    version.learn(evidence);
    if (before !== null && hunks !== null) version.learnMoved(before, hunks);
    return this.#changeTo(version, before, hunks, time, knowsAllWritten(evidence, hunks));
  }

  /** An agent wrote the whole file, as the evidence tells. */
  write(evidence: Evidence, time: number | null): Change {
    const before = this.#current;
    if (before !== null) {
      const late = this.#changeThatTheDiskShowed(evidence, null, time);
      if (late !== null) return late;
      const { agrees, whole } = before.match(evidence);
      const empty = evidence.totalLines === 0 && before.totalLines === 0;
      if (agrees && (whole || empty) && !this.#mayHaveShown(time)) {
        before.learn(evidence);
        return UNCHANGED;
      }
    }
    const version = new FileVersion(this.#nextOrdinal++);
    version.learn(evidence);
    return this.#changeTo(version, before, null, time, true);
  }

  /** The file's content on disk is another, or is said to be; `evidence` null: to what is not known. */
  documentChanged(evidence: Evidence | null, time: number | null): Change {
    const before = this.#current;
    if (evidence === null) {
      this.#suspect = before !== null;
      this.#unseen = before === null;
      return UNCHANGED;
    }
    const match = before?.match(evidence);
    if (before !== null && match?.agrees === true && match.proved) {
      if (before.contentHash === null && evidence.disk !== null) this.#toldWhole = time;
      before.learn(evidence);
      this.#suspect = false;
      return UNCHANGED;
    }
    const earlier = this.#earlierLike(evidence);
    earlier?.learn(evidence);
    const transition = this.#enter(earlier ?? this.#create(evidence), time, evidence.disk !== null);
    return { changed: true, transition, moved: null };
  }

  /** The file is gone. */
  remove(time: number | null): Change {
    if (this.#current === null) return UNCHANGED;
    return { changed: true, transition: this.#enter(null, time, false), moved: null };
  }

  forget(version: FileVersion): void {
    if (version !== this.#current) this.#versions = this.#versions.filter((kept) => kept !== version);
  }

  #settleOnCurrent(current: FileVersion, match: Match, evidence: Evidence): Settlement {
    const mayBeEarlier = current.isBlank || (this.#unread && !match.whole);
    const earlier = mayBeEarlier ? this.#earlierLike(evidence, true) : null;
    const same = earlier?.mayBe(current) === true ? earlier : null;
    this.#unread = false;
    const version = same ?? current;
    // A version of which little was known turns out to be one that was there before.
    if (same !== null) {
      this.#versions = this.#versions.filter((kept) => kept !== current);
      this.#current = same;
      this.#returned = true;
    }
    const attested = version.attests(evidence);
    version.learn(evidence);
    this.#suspect = false;
    const proved = same !== null || match.whole || (match.proved && evidence.lines.length === 0);
    return { version, transition: null, proved, attested, late: false };
  }

  /** A read that an agent made before the disk showed another content, and that is told of only now. */
  #settleLate(evidence: Evidence, time: number | null): Settlement | null {
    const previous = this.#previous;
    if (!this.#isBeforeDiskChange(time) || previous === null) return null;
    const match = previous.match(evidence);
    if (!match.agrees || !match.proved) return null;
    const attested = previous.attests(evidence);
    previous.learn(evidence);
    return { version: previous, transition: null, proved: match.whole, attested, late: true };
  }

  /** A change that an agent made before the disk showed it: it has its version already. */
  #changeThatTheDiskShowed(
    evidence: Evidence,
    hunks: readonly Hunk[] | null,
    time: number | null,
  ): Change | null {
    const current = this.#current;
    if (current === null || !this.#isBeforeDiskChange(time)) return null;
    const { agrees, proved } = current.match(evidence);
    const before = this.#previous;
    const isIt = agrees && (proved || provesNothing(evidence)) && isAllOf(current, before, hunks);
    this.#fromDisk = false;
    const transition: Transition = {
      from: before?.ordinal ?? null,
      to: current.ordinal,
      returned: this.#returned,
    };
    return {
      changed: true,
      transition,
      moved: isIt && before !== null && hunks !== null ? { before, hunks } : null,
    };
  }

  #isBeforeDiskChange(time: number | null): boolean {
    return this.#fromDisk && time !== null && this.#since !== null && time <= this.#since;
  }

  /** Whether the disk may have shown what a change at this time made, without anything that told it from before. */
  #mayHaveShown(time: number | null): boolean {
    return time !== null && this.#toldWhole !== null && time <= this.#toldWhole;
  }

  /**
   * The newest version that is not current and holds all lines of the evidence.
   *
   * @param strict it must be the same text for certain, as nothing speaks against the current version
   */
  #earlierLike(evidence: Evidence, strict = false): FileVersion | null {
    for (let at = this.#versions.length - 1; at >= 0; at--) {
      const version = this.#versions[at];
      if (version === undefined || version === this.#current) continue;
      const match = version.match(evidence);
      if (!match.agrees || !match.whole) continue;
      const sameBytes = evidence.contentHash !== null && version.contentHash === evidence.contentHash;
      const sameLines = match.compared === version.knownLines && evidence.totalLines === version.totalLines;
      if (!strict || sameBytes || (sameLines && version.totalLines !== null)) return version;
    }
    return null;
  }

  #create(evidence: Evidence): FileVersion {
    const version = new FileVersion(this.#nextOrdinal++);
    version.learn(evidence);
    return version;
  }

  /** @param knowsWritten what the change wrote is known: else the same known lines do not make the same text */
  #changeTo(
    version: FileVersion,
    before: FileVersion | null,
    hunks: readonly Hunk[] | null,
    time: number | null,
    knowsWritten: boolean,
  ): Change {
    const same = knowsWritten
      ? this.#versions.find((known) => known !== before && known.isSameAs(version))
      : undefined;
    const transition = this.#enter(same ?? version, time, false);
    return { changed: true, transition, moved: before !== null && hunks !== null ? { before, hunks } : null };
  }

  #enter(version: FileVersion | null, time: number | null, fromDisk: boolean): Transition {
    const before = this.#current;
    this.#previous = before;
    this.#current = version;
    this.#since = time;
    this.#fromDisk = fromDisk;
    this.#toldWhole = null;
    this.#suspect = false;
    this.#unseen = false;
    this.#unread = true;
    this.epoch++;
    this.#returned = version !== null && this.#versions.includes(version);
    if (version !== null && !this.#returned) this.#versions.push(version);
    if (before !== null) this.#retired(before, this);
    if (this.#versions.length > MOST_VERSIONS) {
      const oldest = this.#versions.find((kept) => kept !== version && kept !== before);
      if (oldest !== undefined) this.forget(oldest);
    }
    return { from: before?.ordinal ?? null, to: version?.ordinal ?? null, returned: this.#returned };
  }
}

/** Whether a change may be all that lies between two versions: the disk may have shown the next one too. */
function isAllOf(after: FileVersion, before: FileVersion | null, hunks: readonly Hunk[] | null): boolean {
  if (before === null || hunks === null) return true;
  const expected = new FileVersion(0);
  expected.learnMoved(before, hunks);
  return expected.mayBe(after);
}

/** Whether the evidence would not agree with the version before if lines had come or gone. */
function tellsCount({ totalLines, contentHash }: Evidence): boolean {
  return totalLines !== null || contentHash !== null;
}

/** Whether the content of every line that an edit wrote is known. */
function knowsAllWritten(evidence: Evidence, hunks: readonly Hunk[] | null): boolean {
  if (evidence.contentHash !== null) return true;
  const written = hunks?.reduce((sum, { newLines }) => sum + newLines, 0) ?? countLines(evidence.lines);
  return written === 0 || (evidence.hashes !== null && evidence.hashes.length >= written);
}

/** The evidence of a file seen on disk, or none. */
export function diskEvidence(disk: DiskEvidence | undefined): Evidence | null {
  return disk === undefined ? null : evidenceOfDisk(disk);
}
