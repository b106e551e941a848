import type { LineRange } from '../text/ranges';
import { type ContextEntry, ContextLog } from './contextLog';
import { NO_COST } from './cost';
import type { ContextLostEvent } from './event';
import { Failures } from './failures';
import type { FileHistory } from './fileHistory';
import { type ContextEpochs, FileLedger } from './fileLedger';
import { IdleTurns } from './idleTurns';
import { MOST_COMPACTIONS } from './limits';
import { Streak } from './streak';
import type { Cost, Danger } from './views';

/** Everything known of one actor: its files, its context, its counters. */
export class Actor {
  readonly id: string;
  /** Which of its session's actors it is, in the order they were heard of. */
  readonly order: number;
  readonly streak: Streak;
  readonly idle: IdleTurns;
  readonly context: ContextLog;
  readonly failures: Failures;
  readonly #files: Map<string, FileLedger>;
  /** The files whose ledgers are this copy's own; null: all are. */
  readonly #own: Set<string> | null;
  #epochs: ContextEpochs = { lost: 0, pauses: 0, prompts: 0 };
  maxStreak = 0;
  reads = 0;
  lastRead = -1;
  redundantReads = 0;
  cost: Cost = NO_COST;
  /** Commands that it ran, of which it is not known what they do. */
  commands = 0;
  lastTime: number | null = null;
  /** For each compaction of its context, how many reads it had made by then; the last of them. */
  compactions: readonly number[] = [];
  /** Since the last compaction, files may be in the context that the record does not show. */
  unseenRestore = false;
  /** It was forgotten and came back: what it was given before that is not known. */
  isKnownInPart = false;

  /** @param original the actor that this is a copy of; its ledgers are shared until they change */
  constructor(id: string, order: number, original?: Actor) {
    this.id = id;
    this.order = order;
    this.streak = original?.streak.copy() ?? new Streak();
    this.idle = original?.idle.copy() ?? new IdleTurns();
    this.context = new ContextLog(original?.context);
    this.#files = new Map(original === undefined ? [] : original.#files);
    this.failures = new Failures(original?.failures);
    this.#own = original === undefined ? null : new Set();
  }

  copy(): Actor {
    const copy = new Actor(this.id, this.order, this);
    copy.#epochs = this.#epochs;
    const { streak, idle, context, failures } = copy;
    return Object.assign(copy, this, { streak, idle, context, failures });
  }

  /** The history of a file was copied for this copy of an actor, and is about to change. */
  copied(from: FileHistory, to: FileHistory): void {
    const ledger = this.#files.get(from.path);
    if (ledger?.history === from) this.#keep(from.path, ledger.copy(to));
  }

  get files(): ReadonlyMap<string, FileLedger> {
    return this.#files;
  }

  /** The actor's ledger of a file, up to date. */
  file(history: FileHistory): FileLedger {
    let ledger = this.#files.get(history.path);
    // A history that was forgotten and began anew has nothing to do with the old ledger.
    if (ledger === undefined || ledger.history !== history) {
      ledger = new FileLedger(history, this.#epochs);
      this.#keep(history.path, ledger);
    }
    return this.#synced(history.path, ledger);
  }

  /** The same, where there is one. */
  knownFile(path: string): FileLedger | undefined {
    const ledger = this.#files.get(path);
    return ledger && this.#synced(path, ledger);
  }

  forgetFiles(gone: ReadonlyMap<string, unknown>): void {
    for (const path of this.#files.keys()) if (gone.has(path)) this.#files.delete(path);
  }

  /** Notes the time of an event; a pause of an agent that clears results silently makes what came before doubtful. */
  passTime(time: number | null, longestPause: number | null): void {
    if (time === null) return;
    if (longestPause !== null && this.lastTime !== null && time - this.lastTime >= longestPause) {
      this.#epochs = { ...this.#epochs, pauses: this.#epochs.pauses + 1 };
    }
    this.lastTime = Math.max(this.lastTime ?? time, time);
  }

  /** Levels count from the values of now. */
  rearm(): void {
    this.streak.rearm();
    this.failures.acted();
    this.#epochs = { ...this.#epochs, prompts: this.#epochs.prompts + 1 };
  }

  /** Reads of the file were no loop: whatever they raised is at 0 again. */
  forgive(path: string): void {
    const file = this.#changeable(path);
    if (file === undefined || file.fileRepeats.count === 0) return;
    this.streak.reset();
    file.fileStreak.reset();
    file.fileRepeats.reset();
  }

  /**
   * Lines came into the context. Returns how many the in-context ledger, and the lifetime ledger, did not have.
   *
   * @param isAttested they came with what a text can be compared with
   */
  give(
    file: FileLedger,
    version: number,
    lines: readonly LineRange[],
    call: string | null,
    isAttested: boolean,
  ): { newLines: number; newForLife: number } {
    const ledger = file.ledgerOf(version);
    let newLines = 0;
    let newForLife = 0;
    for (const [start, end] of lines) {
      const added = ledger.give(start, end, isAttested);
      newLines += added.newLines;
      newForLife += added.newForLife;
    }
    this.#log(file, version, lines, call, false);
    return { newLines, newForLife };
  }

  /** The actor wrote these lines itself. */
  author(file: FileLedger, version: number, lines: readonly LineRange[], call: string | null): void {
    if (lines.length === 0) return;
    const ledger = file.ledgerOf(version);
    ledger.author(lines);
    this.#log(file, version, lines, call, true);
  }

  /** Takes lost results out of the context; the paths whose drawing may differ now. */
  lose(event: ContextLostEvent): readonly string[] {
    switch (event.reason) {
      case 'compaction':
      case 'clear': {
        this.unseenRestore = event.unseenRestore ?? false;
        if (event.reason === 'compaction') {
          this.compactions = [...this.compactions, this.reads].slice(-MOST_COMPACTIONS);
        }
        this.streak.reset();
        this.#loseAll();
        const kept = this.context.keep(new Set(event.kept));
        for (const entry of kept) this.#restore(entry.path, [entry]);
        return [...this.#files.keys()];
      }
      case 'eviction':
        return this.#rebuild(this.context.evict(new Set(event.calls)));
      case 'rewind': {
        const left = event.toCall === undefined ? null : this.context.rewind(event.toCall);
        if (left !== null) return this.#rebuild(left);
        this.#loseAll();
        this.context.keep(new Set());
        return [...this.#files.keys()];
      }
    }
  }

  /** The counter nearest to its threshold: of all files, and of each. */
  danger(): Danger {
    let worst: Danger = { counter: 'streak', value: this.streak.count, path: null };
    for (const [path, ledger] of this.#files) {
      const known = this.#synced(path, ledger);
      if (known.fileStreak.count > worst.value) {
        worst = { counter: 'file-streak', value: known.fileStreak.count, path };
      }
      if (known.fileRepeats.count > worst.value) {
        worst = { counter: 'file-repeats', value: known.fileRepeats.count, path };
      }
    }
    return worst;
  }

  #changeable(path: string): FileLedger | undefined {
    const ledger = this.knownFile(path);
    return ledger && this.#owned(path, ledger);
  }

  #synced(path: string, ledger: FileLedger): FileLedger {
    if (ledger.isInStep(this.#epochs)) return ledger;
    const own = this.#owned(path, ledger);
    own.sync(this.#epochs);
    return own;
  }

  #owned(path: string, ledger: FileLedger): FileLedger {
    const isOwn = this.#own === null || this.#own.has(path);
    return isOwn ? ledger : this.#keep(path, ledger.copy(ledger.history));
  }

  #keep(path: string, ledger: FileLedger): FileLedger {
    this.#files.set(path, ledger);
    this.#own?.add(path);
    return ledger;
  }

  #loseAll(): void {
    this.#epochs = { ...this.#epochs, lost: this.#epochs.lost + 1 };
  }

  #log(
    file: FileLedger,
    version: number,
    lines: readonly LineRange[],
    call: string | null,
    authored: boolean,
  ): void {
    const order = this.context.note(call);
    const { path, epoch } = file.history;
    this.context.add({ order, call, path, version, epoch, lines, authored });
  }

  /** Gives files back what is left of them after some of their results were taken out. */
  #rebuild(left: ReadonlyMap<string, readonly ContextEntry[]>): readonly string[] {
    for (const [path, entries] of left) {
      const file = this.#changeable(path);
      if (file === undefined) continue;
      for (const version of file.history.versions) file.ledger(version.ordinal)?.lose();
      this.#restore(path, entries);
    }
    return [...left.keys()];
  }

  #restore(path: string, entries: readonly ContextEntry[]): void {
    const file = this.#changeable(path);
    if (file === undefined) return;
    for (const { version, epoch, lines, authored } of entries) {
      const ledger = file.ledger(version);
      if (ledger === undefined) continue;
      if (authored) ledger.restoreAuthored(lines);
      else ledger.restore(lines, epoch === file.history.epoch);
    }
  }
}
