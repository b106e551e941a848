import { LEVELS } from '../tracker/levelWatch';
import type { Detector } from '../tracker/views';
import type { CalibratedDetector, CalibratedRow, CalibratedSettings, DetectorName } from './calibration';
import { Slot } from './calibrationSlot';

/** What is tried, beside what is set. */
const VALUES = Array.from({ length: 19 }, (_, at) => at + 2);
const ALLOWANCES: readonly number[] = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100];

const COUNTED: readonly DetectorName[] = ['levels', 'streak', 'file-streak', 'file-repeats'];
const FIXED: readonly DetectorName[] = ['low-yield', 'blind-change', 'failure-loop'];

/** One detector's slots, by threshold. */
class Row {
  readonly #slots: ReadonlyMap<number, Slot>;

  constructor(thresholds: readonly number[]) {
    this.#slots = new Map(thresholds.map((threshold) => [threshold, new Slot()]));
  }

  get slots(): ReadonlyMap<number, Slot> {
    return this.#slots;
  }

  /** Those of the thresholds between two values, both included. */
  between(from: number, to: number): readonly Slot[] {
    if (from > to) return [];
    return [...this.#slots].flatMap(([threshold, slot]) =>
      threshold >= from && threshold <= to ? slot : [],
    );
  }
}

/** Every threshold of every detector that is tried. */
export class Thresholds {
  readonly settings: CalibratedSettings;
  readonly #reached = new Map<DetectorName, Row>();
  readonly #stopped = new Map<DetectorName, Row>();

  constructor(settings: CalibratedSettings) {
    this.settings = settings;
    const set = LEVELS.map((name) => settings[name]);
    for (const detector of COUNTED) {
      this.#reached.set(detector, new Row(merged(VALUES, set)));
      this.#stopped.set(detector, new Row(merged(VALUES, set)));
    }
    this.#reached.set('idle-turns', new Row(merged(ALLOWANCES, [settings.idleTurns])));
    for (const detector of FIXED) this.#reached.set(detector, new Row([1]));
  }

  reached(detector: DetectorName, from: number, to = from): readonly Slot[] {
    return this.#reached.get(detector)?.between(from, to) ?? [];
  }

  /** The one of a detector without a threshold; none of others. */
  fixed(detector: Detector): readonly Slot[] {
    return FIXED.includes(detector) ? this.reached(detector, 1) : [];
  }

  stopped(detector: DetectorName, from: number, to: number): readonly Slot[] {
    return this.#stopped.get(detector)?.between(from, to) ?? [];
  }

  /** What the present stop level would have done; null where it is off. */
  get presentStop(): Slot | null {
    const { stop } = this.settings;
    return stop > 0 ? (this.stopped('levels', stop, stop)[0] ?? null) : null;
  }

  detectors(): readonly CalibratedDetector[] {
    return Array.from(this.#reached, ([detector, { slots }]) => ({
      detector,
      rows: Array.from(slots, ([threshold, slot]) => this.#row(detector, threshold, slot)),
    }));
  }

  #row(detector: DetectorName, threshold: number, slot: Slot): CalibratedRow {
    const isFixed = FIXED.includes(detector);
    const names = isFixed ? [] : detector === 'idle-turns' ? (['idleTurns'] as const) : LEVELS;
    return {
      threshold: isFixed ? null : threshold,
      current: names.filter((name) => this.settings[name] === threshold),
      reached: slot.firings(),
      stopped: this.#stopped.get(detector)?.slots.get(threshold)?.firings() ?? null,
    };
  }
}

function merged(tried: readonly number[], set: readonly number[]): readonly number[] {
  return [...new Set([...tried, ...set.filter((each) => each > 0)])].sort((a, b) => a - b);
}
