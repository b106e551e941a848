import type { LineRange } from '../text/ranges';
import { HeldLines } from './heldLines';
import { MOST_RANGES } from './limits';
import { LineTimes } from './lineTimes';
import { RangeSet } from './rangeSet';
import type { Segment } from './views';

/** What one actor was given of one version of one file. */
export class VersionLedger {
  /** Lifetime ledger: how often each line was given, ever. */
  readonly times = new LineTimes();
  /** Of these, the lines that came with what a text can be compared with; null: all. */
  #attested: RangeSet | null = null;
  /** Given and still in the actor's context; null: all that was given, as in most files. */
  #inContext: RangeSet | null = null;
  /** The in-context ledger that streaks go by: given since this version became current; null: all that is in context. */
  #fresh: RangeSet | null = null;
  /** Given since the actor's last long pause; null while there was none. */
  sincePause: RangeSet | null = null;
  /** Given with evidence of their content; null while all were. */
  proven: RangeSet | null = null;
  #authored: HeldLines | null = null;
  #carried: HeldLines | null = null;
  /** What a diff finds of earlier versions is in {@link carried}, as of when so many lines of this one were known. */
  compared = 0;
  /** Earlier versions are too long, or too different, to be compared. */
  incomparable = false;
  /** Nothing else that the actor knows of earlier versions holds for this one. */
  exact = false;
  /** Shown in part: lines that are longer than the tool shows. */
  cut: RangeSet | null = null;
  #glimpsed: HeldLines | null = null;
  /** The actor was given something of this version since it became current, be it nothing but an empty answer. */
  seen = false;
  /** The same, at any time. */
  everSeen = false;
  /** Since then, a read tool gave lines of it; the shell did. */
  byTool = false;
  byShell = false;
  /** Since then, the context lost something of it. */
  lost = false;

  copy(): VersionLedger {
    const copy = Object.assign(new VersionLedger(), this, {
      times: this.times.copy(),
      sincePause: this.sincePause?.copy() ?? null,
      proven: this.proven?.copy() ?? null,
      cut: this.cut?.copy() ?? null,
    });
    copy.#attested = this.#attested?.copy() ?? null;
    copy.#authored = this.#authored?.copy() ?? null;
    copy.#carried = this.#carried?.copy() ?? null;
    copy.#glimpsed = this.#glimpsed?.copy() ?? null;
    copy.#inContext = this.#inContext?.copy() ?? null;
    copy.#fresh = this.#fresh?.copy() ?? null;
    return copy;
  }

  /** Written by the actor itself, an empty file too; null: it wrote nothing. */
  get authored(): RangeSet | null {
    return this.#authored?.lines ?? null;
  }

  /** Of that, what the context still has. */
  get authoredHeld(): RangeSet | null {
    return this.#authored?.held ?? null;
  }

  /** Known from an earlier version, unchanged since; null: nothing. */
  get carried(): RangeSet | null {
    return this.#carried?.lines ?? null;
  }

  /** Displayed by a search; null: nothing. */
  get glimpsed(): RangeSet | null {
    return this.#glimpsed?.lines ?? null;
  }

  /** What streaks go by. */
  get fresh(): Pick<RangeSet, 'count' | 'gaps'> {
    return this.#fresh ?? this.#inContext ?? this.times;
  }

  /**
   * The same without the lines of which only the numbers were told: they are taken for lines of this version, as nothing
   * says otherwise, and a text that is this version need not have them.
   */
  attested(): VersionLedger {
    if (this.#attested === null) return this;
    return Object.assign(this.copy(), { times: this.times.within(this.#attested) });
  }

  /**
   * These lines came into the context.
   *
   * @param isAttested with what a text can be compared with
   */
  give(
    start: number,
    end: number,
    isAttested: boolean,
  ): { readonly newLines: number; readonly newForLife: number } {
    if (isAttested) this.#attested?.add(start, end);
    else this.#attested ??= this.#given();
    this.sincePause?.add(start, end);
    const newForLife = this.times.add(start, end);
    const newInContext = this.#inContext?.add(start, end) ?? newForLife;
    return { newLines: this.#fresh?.add(start, end) ?? newInContext, newForLife };
  }

  /**
   * Lines that were given before are in the context after all.
   *
   * @param isFresh they were given since the version became current
   */
  restore(lines: readonly LineRange[], isFresh: boolean): void {
    if (isFresh) this.#fresh?.addAll(lines);
    else if (this.#inContext !== null) this.#fresh ??= this.#inContext.copy();
    this.#inContext?.addAll(lines);
  }

  /**
   * These lines are known from an earlier version.
   *
   * @param isHeld the context still has them there
   */
  carry(lines: readonly LineRange[], isHeld: boolean): void {
    this.#carried ??= new HeldLines();
    this.#carried.addAll(lines, isHeld);
  }

  /**
   * The actor wrote these lines itself: none, where the file is empty now.
   *
   * @param isHeld the context still has that
   */
  author(lines: readonly LineRange[], isHeld = true): void {
    this.#authored ??= new HeldLines();
    this.#authored.addAll(lines, isHeld);
  }

  /** That it wrote these lines is in the context after all. */
  restoreAuthored(lines: readonly LineRange[]): void {
    this.#authored?.restore(lines);
  }

  /** A search displayed these lines. */
  glimpse(lines: readonly LineRange[]): void {
    this.#glimpsed ??= new HeldLines();
    this.#glimpsed.addAll(lines, true);
  }

  /** The actor was given something of this version. */
  see(): void {
    this.seen = true;
    this.everSeen = true;
  }

  /** These lines are longer than the tool shows. */
  showedInPart(lines: readonly number[]): void {
    if (lines.length === 0) return;
    this.cut ??= new RangeSet(MOST_RANGES);
    for (const line of lines) this.cut.add(line, line);
  }

  /** The version became current again: reading it is progress. */
  renew(): void {
    this.#fresh = new RangeSet(MOST_RANGES);
    this.sincePause = null;
    this.proven = null;
    this.seen = false;
    this.byTool = false;
    this.byShell = false;
    this.lost = false;
  }

  /** The context lost all of it. */
  lose(): void {
    this.#inContext = new RangeSet(MOST_RANGES);
    this.#fresh = null;
    this.sincePause = null;
    for (const lines of [this.#authored, this.#carried, this.#glimpsed]) lines?.lose();
    this.lost = true;
  }

  /** Whether all these lines were given, at any time. */
  isGiven(lines: Iterable<LineRange>): boolean {
    for (const [start, end] of lines) if (this.times.count(start, end) < end - start + 1) return false;
    return true;
  }

  #given(): RangeSet {
    const given = new RangeSet(MOST_RANGES);
    given.addAll(this.times.ranges());
    return given;
  }

  /** All lines that the actor knows of: given, or written by itself. */
  known(): RangeSet {
    const known = RangeSet.of(this.times.ranges());
    known.addAll(this.authored ?? []);
    return known;
  }

  /** The same and what is carried from earlier versions: no line of it is changed blindly. */
  familiar(): RangeSet {
    const familiar = this.known();
    familiar.addAll(this.carried ?? []);
    return familiar;
  }

  /** What of that the actor's context still has. */
  held(): RangeSet {
    const held = RangeSet.of(this.#inContext ?? this.times.ranges());
    for (const lines of [this.#authored, this.#carried]) held.addAll(lines?.held ?? []);
    return held;
  }

  /** For drawing: sorted, disjoint. */
  segments(): Segment[] {
    const edges = this.#edges();
    const times = [...this.times];
    const segments: Segment[] = [];
    let at = 0;
    for (let i = 0; i + 1 < edges.length; i++) {
      const start = edges[i] ?? 0;
      const end = (edges[i + 1] ?? 0) - 1;
      if (end < start) continue;
      while (at < times.length && (times[at]?.[1] ?? 0) < start) at++;
      const given = times[at];
      const count = given !== undefined && given[0] <= start ? given[2] : 0;
      const authored = this.#authored?.lines.has(start) ?? false;
      const carried = this.#carried?.lines.has(start) ?? false;
      const glimpsed = this.#glimpsed?.lines.has(start) ?? false;
      if (count === 0 && !authored && !carried && !glimpsed) continue;
      // As the strongest of what is known of the line.
      const strongest = authored ? this.#authored : carried ? this.#carried : this.#glimpsed;
      const held = count > 0 ? this.#inContext : (strongest?.held ?? null);
      const inContext = held?.has(start) ?? true;
      segments.push({ start, end, times: count, inContext, authored, carried, glimpsed });
    }
    return segments;
  }

  /** Where something else may be known of a line than of the one before: sorted, some of them more than once. */
  #edges(): Float64Array {
    const edges: number[] = [];
    const mark = (ranges: Iterable<LineRange | readonly [number, number, number]>): void => {
      for (const [start, end] of ranges) edges.push(start, end + 1);
    };
    mark(this.times);
    if (this.#inContext !== null) mark(this.#inContext);
    for (const known of [this.#authored, this.#carried, this.#glimpsed]) {
      mark(known?.lines ?? []);
      mark(known?.held ?? []);
    }
    // Numbers of a typed array are sorted without a function that compares them, thousands in a fraction of a millisecond.
    return Float64Array.from(edges).sort();
  }
}
