import type { LineRange } from '../text/ranges';
import { NO_COST } from './cost';
import type { Change, FileHistory } from './fileHistory';
import { movedRange } from './hunks';
import { MOST_RANGES } from './limits';
import { NOTES } from './notes';
import { RangeSet } from './rangeSet';
import { Streak } from './streak';
import { VersionLedger } from './versionLedger';
import type { Cost } from './views';

/** Reads in a row that brought little. */
export interface LowYield {
  readonly row: number;
  /** At least one of them brought something. */
  readonly crept: boolean;
  readonly told: boolean;
}

// Most files stay at one of these, so they share them.
export const NO_ROW: LowYield = { row: 0, crept: false, told: false };
export const FIRST_OF_ROW: LowYield = { row: 1, crept: false, told: false };
const NO_PAGES: Paging = { row: 0, next: 0 };

/** Reads in a row that each began where the one before ended, and where the next one would begin. */
interface Paging {
  readonly row: number;
  readonly next: number;
}

/** What an actor's context has come through, seen by all its files. */
export interface ContextEpochs {
  /** Grows when the context loses everything. */
  readonly lost: number;
  /** Grows with each long pause. */
  readonly pauses: number;
  /** Grows when a person speaks, resumes or snoozes. */
  readonly prompts: number;
}

/** One actor's dealings with one file: its ledgers by version, its counters. */
export class FileLedger {
  readonly history: FileHistory;
  readonly fileStreak = new Streak();
  readonly fileRepeats = new Streak();
  reads = 0;
  lastRead = -1;
  redundantReads = 0;
  cost: Cost = NO_COST;
  /** Reads in a row that brought little; the read that opened the window counts as the first. */
  lowYield: LowYield = NO_ROW;
  paging = NO_PAGES;
  /** The version that the actor last read or made, and how many commands it had run by then. */
  look: { readonly version: number; readonly commands: number } | null = null;
  /** The actor itself changed the file since then, to what is not known. */
  unclear = false;
  /** The ledger that came last, of the version with this ordinal: of most files there is but one. */
  #newest: VersionLedger | null = null;
  #newestVersion = 0;
  /** Those before it, by ordinal. */
  #older: Map<number, VersionLedger> | null = null;
  #epoch: number;
  #seenEpochs: ContextEpochs;

  constructor(history: FileHistory, epochs: ContextEpochs) {
    this.history = history;
    this.#epoch = history.epoch;
    this.#seenEpochs = epochs;
  }

  /** @param history the copy of its file's history */
  copy(history: FileHistory): FileLedger {
    const copy = Object.assign(new FileLedger(history, this.#seenEpochs), this, {
      history,
      fileStreak: this.fileStreak.copy(),
      fileRepeats: this.fileRepeats.copy(),
    });
    copy.#epoch = this.#epoch;
    copy.#newest = this.#newest?.copy() ?? null;
    copy.#newestVersion = this.#newestVersion;
    copy.#older =
      this.#older && new Map([...this.#older].map(([version, ledger]) => [version, ledger.copy()]));
    return copy;
  }

  /** Whether there is nothing to catch up with. */
  isInStep({ lost, pauses, prompts }: ContextEpochs): boolean {
    const seen = this.#seenEpochs;
    const isSame = seen.lost === lost && seen.pauses === pauses && seen.prompts === prompts;
    return isSame && this.#epoch === this.history.epoch;
  }

  /** Catches up with what happened to the file and to the context since the last look. */
  sync(epochs: ContextEpochs): void {
    const seen = this.#seenEpochs;
    if (seen.lost !== epochs.lost) {
      for (const ledger of this.#ledgers()) ledger.lose();
      this.fileStreak.reset();
    }
    if (seen.pauses !== epochs.pauses) {
      for (const ledger of this.#ledgers()) ledger.sincePause = new RangeSet(MOST_RANGES);
    }
    if (seen.prompts !== epochs.prompts) {
      this.fileStreak.rearm();
      this.fileRepeats.rearm();
    }
    if (seen.lost !== epochs.lost || seen.pauses !== epochs.pauses || seen.prompts !== epochs.prompts) {
      this.#seenEpochs = epochs;
    }
    if (this.#epoch === this.history.epoch) return;
    this.#epoch = this.history.epoch;
    this.fileStreak.reset();
    this.fileRepeats.reset();
    this.lowYield = NO_ROW;
    this.paging = NO_PAGES;
    for (const ledger of this.#ledgers()) ledger.renew();
    this.#forgetVersions(new Set(this.history.versions.map(({ ordinal }) => ordinal)));
  }

  /**
   * What is to be said where the actor finds this version: another than the one it last read or made. Null where it is
   * the same, or nothing is known of that.
   *
   * @param commands how many the actor has run by now
   */
  noteOfChange(version: number, commands: number): string | null {
    const { look } = this;
    if (look === null || look.version === version || this.unclear) return null;
    return look.commands === commands ? NOTES.behindBack : NOTES.perhapsByCommand;
  }

  /** The actor is given this version. */
  lookedAt(version: number, commands: number): void {
    this.look = { version, commands };
    this.unclear = false;
  }

  /** The ledger of a version, if the actor has one. */
  ledger(version: number): VersionLedger | undefined {
    return version === this.#newestVersion ? (this.#newest ?? undefined) : this.#older?.get(version);
  }

  ledgerOf(version: number): VersionLedger {
    const known = this.ledger(version);
    if (known !== undefined) return known;
    if (this.#newest !== null) {
      this.#older ??= new Map();
      this.#older.set(this.#newestVersion, this.#newest);
    }
    const created = new VersionLedger();
    if (this.#seenEpochs.pauses > 0) created.sincePause = new RangeSet(MOST_RANGES);
    this.#newest = created;
    this.#newestVersion = version;
    return created;
  }

  *#ledgers(): Generator<VersionLedger> {
    if (this.#older !== null) yield* this.#older.values();
    if (this.#newest !== null) yield this.#newest;
  }

  #forgetVersions(kept: ReadonlySet<number>): void {
    if (!kept.has(this.#newestVersion)) this.#newest = null;
    for (const version of this.#older?.keys() ?? []) if (!kept.has(version)) this.#older?.delete(version);
  }

  /** Takes what the actor knew of the version before over to the one after an edit: carried, never covered. */
  carry({ moved, transition }: Change): void {
    if (moved === null || transition === null || transition.to === null) return;
    const before = this.ledger(moved.before.ordinal);
    if (before === undefined) return;
    const after = this.ledgerOf(transition.to);
    const known = RangeSet.of(before.times.ranges());
    if (before.carried !== null) known.addAll(before.carried);
    const move = (
      lines: RangeSet,
      held: RangeSet,
      take: (lines: readonly LineRange[], isHeld: boolean) => void,
    ): void => {
      for (const [start, end] of lines) {
        for (const isHeld of [true, false]) {
          const parts = isHeld ? held.within(start, end) : held.gaps(start, end);
          const now = parts.flatMap((range) => movedRange(range, moved.hunks));
          if (now.length > 0) take(now, isHeld);
        }
      }
    };
    move(known, before.held(), (lines, isHeld) => after.carry(lines, isHeld));
    if (before.authored !== null && before.authoredHeld !== null) {
      move(before.authored, before.authoredHeld, (lines, isHeld) => after.author(lines, isHeld));
    }
    after.incomparable = before.incomparable;
    after.exact = before.exact || !this.#hasOther(before, after);
  }

  /** Whether something is known of other versions. */
  #hasOther(...those: readonly VersionLedger[]): boolean {
    for (const ledger of this.#ledgers()) {
      if (!those.includes(ledger) && !ledger.familiar().isEmpty) return true;
    }
    return false;
  }
}
