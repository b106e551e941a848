import { getOrCreate } from '../text/maps';
import type { LineRange } from '../tracker/event';
import { RangeSet } from '../tracker/rangeSet';
import type { Report, ReportedSession } from './report';

/**
 * The reads as LCOV, for tools that show coverage: `DA:line,times` says how often a line of a file's last version was given
 * to any actor of the session, at that version. LCOV has no versions: what was given of earlier ones is left out, so that it
 * says what the last version's line of the report says. A line that was not given has 0 times, up to the file's length; up
 * to the last line that was given where the length is not known.
 *
 * Whether two sessions saw the same version is not known: of several that were given lines of a file the last one counts.
 * A path that holds a line break cannot be written in LCOV and is left out. Yields whole lines with their line ends.
 */
export function* toLcov(report: Report): Generator<string> {
  const files = new Map<string, FileLines>();
  for (const session of report.sessions) for (const [path, lines] of givenIn(session)) files.set(path, lines);
  for (const [path, lines] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield `TN:\nSF:${path}\n`;
    let found = 0;
    let hit = 0;
    for (const [line, times] of lines.each()) {
      yield `DA:${line},${times}\n`;
      found++;
      if (times > 0) hit++;
    }
    yield `LF:${found}\nLH:${hit}\nend_of_record\n`;
  }
}

/** The files of which the session was given a line, at whatever version. */
function givenIn(session: ReportedSession): Map<string, FileLines> {
  const files = new Map<string, FileLines>();
  for (const { path, versions } of session.actors.flatMap((actor) => actor.files)) {
    const last = versions.at(-1);
    if (last === undefined || /[\r\n]/.test(path)) continue;
    if (!files.has(path) && versions.every(({ covered }) => covered.length === 0)) continue;
    const lines = getOrCreate(files, path, () => new FileLines(last.version, last.totalLines));
    lines.given.addAll(last.covered);
  }
  for (const { path, version, returned } of session.actors.flatMap((actor) => actor.reads)) {
    const lines = files.get(path);
    if (lines?.version === version) for (const range of returned) lines?.count(range);
  }
  return files;
}

/** How often each line of one version was given: the counts are kept as their changes from line to line. */
class FileLines {
  readonly version: number;
  readonly given = new RangeSet();
  readonly #totalLines: number;
  readonly #steps = new Map<number, number>();

  constructor(version: number, totalLines: number | null) {
    this.version = version;
    this.#totalLines = totalLines ?? 0;
  }

  count([start, end]: LineRange): void {
    this.#steps.set(start, (this.#steps.get(start) ?? 0) + 1);
    this.#steps.set(end + 1, (this.#steps.get(end + 1) ?? 0) - 1);
  }

  *each(): Generator<[line: number, times: number]> {
    const end = Math.max(this.#totalLines, this.given.toArray().at(-1)?.[1] ?? 0);
    let times = 0;
    for (let line = 1; line <= end; line++) {
      times += this.#steps.get(line) ?? 0;
      // Lines may come without a read: a file that a person mentions.
      yield [line, this.given.has(line) ? Math.max(1, times) : 0];
    }
  }
}
