import { type Profiler, Session } from 'node:inspector';

type Span = readonly [start: number, end: number];

/** Which parts of the product's sources have run, told by V8. */
export class Coverage {
  readonly #session = new Session();
  /** By function: the parts that have never run. */
  readonly #unseen = new Map<string, readonly Span[]>();
  #blocks = 0;

  constructor() {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  }

  /** How many times something new has run. */
  get found(): number {
    return this.#blocks;
  }

  /** Whether anything has run since the last time that never ran before. */
  hasNews(): boolean {
    const before = this.#blocks;
    for (const script of this.#take()) {
      if (!script.url.includes('/src/') || script.url.includes('node_modules')) continue;
      for (const { ranges } of script.functions) this.#see(script.url, ranges);
    }
    return this.#blocks > before;
  }

  #see(url: string, ranges: readonly Profiler.CoverageRange[]): void {
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) return;
    const key = `${url} ${whole.startOffset} ${whole.endOffset}`;
    const gaps = ranges.flatMap(({ count, startOffset, endOffset }): Span[] =>
      count === 0 ? [[startOffset, endOffset]] : [],
    );
    const known = this.#unseen.get(key);
    if (known === undefined) {
      this.#unseen.set(key, gaps);
      this.#blocks++;
      return;
    }
    const left = common(known, gaps);
    if (lengthOf(left) === lengthOf(known)) return;
    this.#unseen.set(key, left);
    this.#blocks++;
  }

  #take(): readonly Profiler.ScriptCoverage[] {
    let result: readonly Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error !== null) throw error;
      result = taken.result;
    });
    return result;
  }

  #post(method: string, parameters: object = {}): void {
    this.#session.post(method, parameters, (error) => {
      if (error !== null) throw error;
    });
  }
}

function common(some: readonly Span[], others: readonly Span[]): Span[] {
  return some.flatMap(([start, end]) =>
    others.flatMap(([from, to]): Span[] => {
      const [first, last] = [Math.max(start, from), Math.min(end, to)];
      return first < last ? [[first, last]] : [];
    }),
  );
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((length, [start, end]) => length + end - start, 0);
}
