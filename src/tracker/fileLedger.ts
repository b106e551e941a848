import { NO_COST } from './cost';
import type { Change, FileHistory } from './fileHistory';
import { movedRange } from './hunks';
import { NOTES } from './notes';
import { RangeSet } from './rangeSet';
import { Streak } from './streak';
import { VersionLedger } from './versionLedger';
import type { Cost, PastRead } from './views';

/** Reads in a row that brought little. */
export interface LowYield {
  readonly row: number;
  /** At least one of them brought something. */
  readonly crept: boolean;
  readonly told: boolean;
  /** The last of them. */
  readonly reads: readonly PastRead[];
}

const NO_ROW: LowYield = { row: 0, crept: false, told: false, reads: [] };

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
  /** Reads in a row that each began where the one before ended. */
  paging = { row: 0, next: 0 };
  /** The version that the actor last read or made, and how many commands it had run by then. */
  look: { readonly version: number; readonly commands: number } | null = null;
  /** The actor itself changed the file since then, to what is not known. */
  unclear = false;
  readonly #versions = new Map<number, VersionLedger>();
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
      paging: { ...this.paging },
    });
    copy.#epoch = this.#epoch;
    for (const [version, ledger] of this.#versions) copy.#versions.set(version, ledger.copy());
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
      for (const ledger of this.#versions.values()) ledger.lose();
      this.fileStreak.reset();
    }
    if (seen.pauses !== epochs.pauses) {
      for (const ledger of this.#versions.values()) ledger.sincePause = new RangeSet();
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
    this.paging = { row: 0, next: 0 };
    for (const ledger of this.#versions.values()) ledger.renew();
    const kept = new Set(this.history.versions.map(({ ordinal }) => ordinal));
    for (const ordinal of this.#versions.keys()) if (!kept.has(ordinal)) this.#versions.delete(ordinal);
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
    return this.#versions.get(version);
  }

  ledgerOf(version: number): VersionLedger {
    const known = this.#versions.get(version);
    if (known !== undefined) return known;
    const created = new VersionLedger();
    if (this.#seenEpochs.pauses > 0) created.sincePause = new RangeSet();
    this.#versions.set(version, created);
    return created;
  }

  /** Takes what the actor knew of the version before over to the one after an edit: carried, never covered. */
  carry({ moved, transition }: Change): void {
    if (moved === null || transition === null || transition.to === null) return;
    const before = this.#versions.get(moved.before.ordinal);
    if (before === undefined) return;
    const after = this.ledgerOf(transition.to);
    const known = RangeSet.of(before.times.ranges());
    if (before.carried !== null) known.addAll(before.carried);
    for (const range of known) {
      for (const [start, end] of movedRange(range, moved.hunks)) {
        after.carried ??= new RangeSet();
        after.carried.add(start, end);
      }
    }
    for (const range of before.authored ?? []) {
      for (const [start, end] of movedRange(range, moved.hunks)) {
        after.authored ??= new RangeSet();
        after.authored.add(start, end);
      }
    }
    if (before.authoredLost) after.authoredLost = true;
    after.incomparable = before.incomparable;
    after.exact = before.exact || !this.#hasOther(before, after);
  }

  /** Whether something is known of other versions. */
  #hasOther(...those: readonly VersionLedger[]): boolean {
    for (const ledger of this.#versions.values()) {
      if (!those.includes(ledger) && !ledger.familiar().isEmpty) return true;
    }
    return false;
  }
}
