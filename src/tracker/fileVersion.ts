import { countLines, type LineRange } from '../text/ranges';
import type { Hunk } from './event';
import { type Evidence, OWN_SCHEME } from './evidence';
import { movedLine } from './hunks';
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
  readonly #agentTotals = new Map<string, number>();
  readonly #known = new Map<string, KnownLines>();

  constructor(ordinal: number) {
    this.ordinal = ordinal;
  }

  copy(): FileVersion {
    const copy = new FileVersion(this.ordinal);
    copy.#contentHash = this.#contentHash;
    copy.#totalLines = this.#totalLines;
    for (const [agent, total] of this.#agentTotals) copy.#agentTotals.set(agent, total);
    for (const [scheme, known] of this.#known) copy.#known.set(scheme, known.copy());
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
    return this.#known.get(OWN_SCHEME) ?? NOTHING;
  }

  /** Number of line hashes held, of all schemes. */
  get knownLines(): number {
    let lines = 0;
    for (const known of this.#known.values()) lines += known.known;
    return lines;
  }

  /** Nothing is known of the content. */
  get isBlank(): boolean {
    return this.#contentHash === null && this.#known.size === 0;
  }

  match(evidence: Evidence): Match {
    if (!this.#totalsAgree(evidence)) return DIFFERS;
    const lines = countLines(evidence.lines);
    const hasHashes = evidence.contentHash !== null && this.#contentHash !== null;
    if (hasHashes && evidence.contentHash !== this.#contentHash) return DIFFERS;
    // Lines that were known before the hash may be of an older content, if nothing told of the change.
    const compared = hasHashes && evidence.disk !== null ? 0 : this.#compare(evidence);
    if (compared < 0) return DIFFERS;
    if (hasHashes) return { agrees: true, proved: true, whole: true, compared: lines };
    return { agrees: true, proved: compared > 0, whole: lines > 0 && compared === lines, compared };
  }

  /** Takes over what agreeing evidence tells. */
  learn(evidence: Evidence): void {
    const { disk, hashes, scheme } = evidence;
    if (disk !== null && (this.#contentHash === null || this.lines.known < disk.lineHashes.length)) {
      const known = this.#knownOf(OWN_SCHEME);
      disk.lineHashes.forEach((hash, at) => {
        known.set(at + 1, hash);
      });
    }
    if (hashes !== null && (disk === null || scheme !== OWN_SCHEME)) {
      const known = this.#knownOf(scheme);
      let at = 0;
      for (const [start, end] of evidence.lines) {
        for (let line = start; line <= end; line++) known.set(line, hashes[at++] ?? 0);
      }
    }
    this.#contentHash ??= evidence.contentHash;
    this.#totalLines ??= evidence.totalLines;
    if (evidence.agentTotal !== null) this.#agentTotals.set(evidence.agent, evidence.agentTotal);
  }

  /** Takes over the lines of the version before an edit, moved to where they are now. */
  learnMoved(before: FileVersion, hunks: readonly Hunk[]): void {
    for (const [scheme, known] of before.#known) {
      const moved = this.#knownOf(scheme);
      for (const [line, hash] of known) {
        const to = movedLine(line, hunks);
        if (to !== undefined) moved.set(to, hash);
      }
    }
    const delta = hunks.reduce((sum, hunk) => sum + hunk.newLines - hunk.oldLines, 0);
    if (before.#totalLines !== null) this.#totalLines ??= before.#totalLines + delta;
    for (const [agent, total] of before.#agentTotals) this.#agentTotals.set(agent, total + delta);
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
    for (const [scheme, known] of this.#known) {
      const theirs = other.#known.get(scheme);
      if (theirs === undefined) continue;
      for (const [line, hash] of known) {
        const their = theirs.at(line);
        if (their === undefined) continue;
        if (their !== hash) return -1;
        compared++;
      }
    }
    return compared;
  }

  #totalsAgree({ agent, totalLines, agentTotal, lines }: Evidence): boolean {
    if (totalLines !== null && this.#totalLines !== null && totalLines !== this.#totalLines) return false;
    const sameAgents = this.#agentTotals.get(agent);
    if (agentTotal !== null && sameAgents !== undefined && agentTotal !== sameAgents) return false;
    const last = lines.at(-1)?.[1] ?? 0;
    if (this.#totalLines !== null && last > this.#totalLines) return false;
    return totalLines === null || this.#highestKnown() <= totalLines;
  }

  #highestKnown(): number {
    let highest = 0;
    for (const known of this.#known.values()) highest = Math.max(highest, known.highest);
    return highest;
  }

  /** Number of lines known on both sides; -1 where one differs. */
  #compare({ scheme, lines, hashes, disk }: Evidence): number {
    if (disk !== null) return compare(this.lines, [[1, disk.lineHashes.length]], disk.lineHashes, lines);
    const known = this.#known.get(scheme);
    return known === undefined || hashes === null ? 0 : compare(known, lines, hashes, lines);
  }

  #knownOf(scheme: string): KnownLines {
    const known = this.#known.get(scheme);
    if (known !== undefined) return known;
    const created = new KnownLines();
    this.#known.set(scheme, created);
    return created;
  }
}

const NOTHING = new KnownLines();

/** Compares all hashed lines; counts those that are `asked` for. -1 where one differs. */
function compare(
  known: KnownLines,
  lines: readonly LineRange[],
  hashes: Uint32Array,
  asked: readonly LineRange[],
): number {
  let at = 0;
  let compared = 0;
  for (const [start, end] of lines) {
    for (let line = start; line <= end; line++) {
      const hash = known.at(line);
      const other = hashes[at++];
      if (hash === undefined) continue;
      if (hash !== other) return -1;
      if (asked === lines || asked.some(([from, to]) => line >= from && line <= to)) compared++;
    }
  }
  return compared;
}
