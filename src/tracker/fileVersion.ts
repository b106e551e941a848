import { countLines } from '../text/ranges';
import type { Hunk } from './event';
import { type Evidence, OWN_SCHEME } from './evidence';
import { keptLines } from './hunks';
import { KnownLines } from './knownLines';

/** How a version and some evidence go together. */
export interface Match {
  /** Nothing that is known on both sides differs. */
  readonly agrees: boolean;
  /** Something that is known on both sides is the same: the hash of the whole, or at least one line. */
  readonly proved: boolean;
  /** Every line of the evidence, or the hash of the whole, was compared. */
  readonly whole: boolean;
  /** Number of lines that were compared. */
  readonly compared: number;
}

const DIFFERS: Match = { agrees: false, proved: false, whole: false, compared: 0 };

/** One content of one file, as far as it is known. */
export class FileVersion {
  readonly ordinal: number;
  #contentHash: string | null = null;
  #totalLines: number | null = null;
  /** The last line that was shown of it, also without a hash: it is at least so long. */
  #lastShown = 0;
  /** Number of lines as each agent counts it; null: none has told. */
  #agentTotals: Map<string, number> | null = null;
  /** By the installation's own hashes; null: none is known. */
  #own: KnownLines | null = null;
  /** By others' hashes, of which there are few: by their scheme. */
  #others: Map<string, KnownLines> | null = null;

  constructor(ordinal: number) {
    this.ordinal = ordinal;
  }

  copy(): FileVersion {
    const copy = new FileVersion(this.ordinal);
    copy.#contentHash = this.#contentHash;
    copy.#totalLines = this.#totalLines;
    copy.#lastShown = this.#lastShown;
    copy.#agentTotals = this.#agentTotals && new Map(this.#agentTotals);
    copy.#own = this.#own?.copy() ?? null;
    for (const [scheme, known] of this.#others ?? []) copy.#setOther(scheme, known.copy());
    return copy;
  }

  get contentHash(): string | null {
    return this.#contentHash;
  }

  get totalLines(): number | null {
    return this.#totalLines;
  }

  /** Known lines by the installation's own hashes. */
  get lines(): KnownLines {
    return this.#own ?? NOTHING;
  }

  /** Number of line hashes held, of all schemes. */
  get knownLines(): number {
    let lines = this.lines.known;
    for (const known of this.#others?.values() ?? []) lines += known.known;
    return lines;
  }

  /** Nothing is known of the content. */
  get isBlank(): boolean {
    return this.#contentHash === null && this.#own === null && this.#others === null;
  }

  match(evidence: Evidence): Match {
    if (!this.#totalsAgree(evidence)) return DIFFERS;
    const lines = countLines(evidence.lines);
    const hasHashes = evidence.contentHash !== null && this.#contentHash !== null;
    if (hasHashes && evidence.contentHash !== this.#contentHash) return DIFFERS;
    // Lines that were known before the hash may be of an older content, if nothing told of the change.
    const compared = this.#compare(evidence);
    if (compared < 0) return DIFFERS;
    if (hasHashes) return { agrees: true, proved: true, whole: true, compared: lines };
    return { agrees: true, proved: compared > 0, whole: lines > 0 && compared === lines, compared };
  }

  /**
   * Whether the lines of agreeing evidence come with what a text can be compared with: then a text that is this version
   * has them.
   */
  attests({ contentHash, hashes, scheme, disk }: Evidence): boolean {
    if (disk !== null || (hashes !== null && scheme === OWN_SCHEME)) return true;
    // A hash of the whole cannot be compared with known lines: it may be of a text that has others.
    return contentHash !== null && (contentHash === this.#contentHash || this.lines.known === 0);
  }

  /** Takes over what agreeing evidence tells. */
  learn(evidence: Evidence): void {
    const { disk, hashes, scheme } = evidence;
    const attested = this.attests(evidence);
    if (disk !== null && (this.#contentHash === null || this.lines.known < disk.lineHashes.length)) {
      this.#knownOf(OWN_SCHEME).setAll(1, disk.lineHashes);
    }
    if (hashes !== null && (disk === null || scheme !== OWN_SCHEME)) {
      const known = this.#knownOf(scheme);
      let at = 0;
      for (const [start, end] of evidence.lines) {
        known.setAll(start, hashes, at, end - start + 1);
        at += end - start + 1;
      }
    }
    if (attested) this.#contentHash ??= evidence.contentHash;
    this.#totalLines ??= evidence.totalLines;
    this.#lastShown = Math.max(this.#lastShown, evidence.lines.at(-1)?.[1] ?? 0);
    if (evidence.agentTotal !== null) this.#countAs(evidence.agent, evidence.agentTotal);
  }

  /** Takes over the lines of the version before an edit, moved to where they are now. */
  learnMoved(before: FileVersion, hunks: readonly Hunk[]): void {
    for (const [scheme, known] of before.#schemes()) {
      const moved = this.#knownOf(scheme);
      for (const { start: first, hashes } of known.runs()) {
        for (const { start, end, shift } of keptLines([first, first + hashes.length - 1], hunks)) {
          moved.setAll(start + shift, hashes, start - first, end - start + 1);
        }
      }
    }
    const delta = hunks.reduce((sum, hunk) => sum + hunk.newLines - hunk.oldLines, 0);
    if (before.#totalLines !== null) this.#totalLines ??= before.#totalLines + delta;
    for (const [agent, total] of before.#agentTotals ?? []) this.#countAs(agent, total + delta);
  }

  /** Whether the two hold the same text, as far as either knows, and enough is known to say so. */
  isSameAs(other: FileVersion): boolean {
    if (this.#contentHash !== null && other.#contentHash !== null)
      return this.#contentHash === other.#contentHash;
    if (this.#totalLines !== other.#totalLines || this.#totalLines === null) return false;
    if (this.knownLines === 0 || this.knownLines !== other.knownLines) return false;
    return this.#compareWith(other) === this.knownLines;
  }

  /** Whether nothing that both know differs. */
  mayBe(other: FileVersion): boolean {
    return this.#compareWith(other) >= 0;
  }

  /** Number of lines that both know; -1 where one differs. */
  #compareWith(other: FileVersion): number {
    let compared = 0;
    for (const [scheme, known] of this.#schemes()) {
      const theirs = other.#knownBy(scheme);
      if (theirs === null) continue;
      for (const { start, hashes } of known.runs()) {
        const agreeing = theirs.compare(start, start + hashes.length - 1, hashes);
        if (agreeing < 0) return -1;
        compared += agreeing;
      }
    }
    return compared;
  }

  #totalsAgree({ agent, totalLines, agentTotal, lines }: Evidence): boolean {
    if (totalLines !== null && this.#totalLines !== null && totalLines !== this.#totalLines) return false;
    const sameAgents = this.#agentTotals?.get(agent);
    if (agentTotal !== null && sameAgents !== undefined && agentTotal !== sameAgents) return false;
    const last = lines.at(-1)?.[1] ?? 0;
    if (this.#totalLines !== null && last > this.#totalLines) return false;
    return totalLines === null || this.#highestKnown() <= totalLines;
  }

  #highestKnown(): number {
    let highest = Math.max(this.lines.highest, this.#lastShown);
    for (const known of this.#others?.values() ?? []) highest = Math.max(highest, known.highest);
    return highest;
  }

  /** Number of lines known on both sides; -1 where one differs. */
  #compare(evidence: Evidence): number {
    const { scheme, lines, disk } = evidence;
    if (disk === null) return this.#compareLines(evidence);
    const { lineHashes } = disk;
    if (this.lines.compare(1, lineHashes.length, lineHashes) < 0) return -1;
    const onDisk = lines.reduce((sum, range) => sum + this.lines.count(...range), 0);
    if (scheme === OWN_SCHEME) return onDisk;
    // What the disk holds cannot be compared with these: they speak for themselves.
    const told = this.#compareLines(evidence);
    return told < 0 ? told : Math.max(told, onDisk);
  }

  /** The same of the lines that the evidence tells of. */
  #compareLines({ scheme, lines, hashes }: Evidence): number {
    const known = this.#knownBy(scheme);
    if (known === null || hashes === null) return 0;
    let at = 0;
    let compared = 0;
    for (const [start, end] of lines) {
      const agreeing = known.compare(start, end, hashes, at);
      if (agreeing < 0) return agreeing;
      compared += agreeing;
      at += end - start + 1;
    }
    return compared;
  }

  *#schemes(): Generator<[scheme: string, known: KnownLines]> {
    if (this.#own !== null) yield [OWN_SCHEME, this.#own];
    yield* this.#others ?? [];
  }

  #knownBy(scheme: string): KnownLines | null {
    return scheme === OWN_SCHEME ? this.#own : (this.#others?.get(scheme) ?? null);
  }

  #knownOf(scheme: string): KnownLines {
    const known = this.#knownBy(scheme);
    if (known !== null) return known;
    const created = new KnownLines();
    if (scheme === OWN_SCHEME) this.#own = created;
    else this.#setOther(scheme, created);
    return created;
  }

  #setOther(scheme: string, known: KnownLines): void {
    this.#others ??= new Map();
    this.#others.set(scheme, known);
  }

  #countAs(agent: string, total: number): void {
    this.#agentTotals ??= new Map();
    this.#agentTotals.set(agent, total);
  }
}

const NOTHING = new KnownLines();
