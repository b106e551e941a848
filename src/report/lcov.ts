import { getOrCreate } from '../text/maps';
import type { LineRange } from '../tracker/event';
import type { Report } from './report';

/**
 * The reads as LCOV, for tools that show coverage: `DA:line,times` says how often a line was given to any actor of any
 * session, at whatever version. LCOV has no versions: a file that changed in between is the sum of them.
 *
 * A path that holds a line break cannot be written in LCOV and is left out. Yields whole lines with their line ends.
 */
export function* toLcov(report: Report): Generator<string> {
  const files = new Map<string, LineTimes>();
  for (const session of report.sessions) {
    for (const actor of session.actors) {
      for (const read of actor.reads) {
        if (read.returned.length === 0 || /[\r\n]/.test(read.path)) continue;
        const times = getOrCreate(files, read.path, () => new LineTimes());
        for (const range of read.returned) times.add(range);
      }
    }
  }
  for (const [path, times] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield `TN:\nSF:${path}\n`;
    let lines = 0;
    for (const [line, count] of times.each()) {
      yield `DA:${line},${count}\n`;
      lines++;
    }
    yield `LF:${lines}\nLH:${lines}\nend_of_record\n`;
  }
}

/** How often each line was given, kept as the changes of the count from line to line. */
class LineTimes {
  readonly #steps = new Map<number, number>();

  add([start, end]: LineRange): void {
    this.#steps.set(start, (this.#steps.get(start) ?? 0) + 1);
    this.#steps.set(end + 1, (this.#steps.get(end + 1) ?? 0) - 1);
  }

  *each(): Generator<[line: number, times: number]> {
    let times = 0;
    let from = 1;
    for (const [line, step] of [...this.#steps].sort(([a], [b]) => a - b)) {
      if (times > 0) for (let at = from; at < line; at++) yield [at, times];
      times += step;
      from = line;
    }
  }
}
