import type { LineKnowledge, VersionCoverage } from '../../tracker/views';
import { carriedMarks, followLines, type Pair, START } from './carriedLines';
import type { Drawing } from './drawing';
import type { HashedLines } from './hashedLines';
import { applyLineChanges, type LineChange } from './lineChanges';

/** What lines are carried from: versions with the same text, newest first, and what is known of its lines. */
export interface CarrySource {
  readonly versions: readonly VersionCoverage[];
  readonly lines: LineKnowledge;
}

/** Keeps track of which lines of a changing text are left of a version that was read. */
export class Carrying {
  readonly #text: HashedLines;
  #source: CarrySource | undefined;
  /** For each line as the editor counts: the line of the source that it is, or 0. */
  #origins: Float64Array = new Float64Array(0);
  /** Lines were changed since equal ones among them were looked for. */
  #open = false;

  constructor(text: HashedLines) {
    this.#text = text;
  }

  /** The text is the source; from here on changes are followed. */
  start(source: CarrySource): void {
    this.#source = source;
    this.#origins = new Float64Array(this.#text.editorLineCount);
    for (let i = 0; i < this.#origins.length; i++) this.#origins[i] = i + 1;
  }

  /** To be called before the text's own hashes change. */
  apply(changes: readonly LineChange[]): void {
    if (this.#source === undefined) return;
    const next = applyLineChanges(this.#origins, changes, 0);
    if (next === undefined) this.clear();
    else this.#origins = next;
    this.#open = true;
  }

  /** Takes over what a comparison found. What was followed through changes of the same version is kept: it is exact. */
  found(source: CarrySource, origins: Float64Array): void {
    const same = source.versions[0]?.version === this.#source?.versions[0]?.version;
    const next = new Float64Array(this.#text.editorLineCount);
    for (let i = 0; i < origins.length; i++) {
      const followed = same ? (this.#origins[i] ?? 0) : 0;
      const kept = followed !== 0 && source.lines.at(followed) === this.#text.at(i + 1);
      next[i] = kept ? followed : (origins[i] ?? 0);
    }
    this.#source = source;
    this.#origins = next;
  }

  clear(): void {
    this.#source = undefined;
  }

  /** Undefined where no line is carried. */
  drawing(): Drawing | undefined {
    const source = this.#source;
    if (source === undefined) return undefined;
    if (this.#open) this.#closeGaps(source.lines);
    const origins = this.#origins;
    const segments = source.versions.flatMap(({ actors }) => [...actors.values()].flat());
    const marks = carriedMarks(this.#text, source.lines, origins, segments);
    if (marks.length === 0) return undefined;
    return {
      kind: 'carried',
      marks,
      versions: source.versions,
      originOf: (line) => origins[line - 1] ?? 0,
    };
  }

  /**
   * A change touches more lines than it changes: an inserted line also the one it was inserted before. Touched lines that
   * go on as the source does, above or below, are still its lines.
   */
  #closeGaps(lines: LineKnowledge): void {
    this.#open = false;
    const origins = this.#origins;
    let above = START;
    for (let line = 1; line <= this.#text.count + 1; line++) {
      const isEnd = line > this.#text.count;
      const origin = isEnd ? lines.highest + 1 : (origins[line - 1] ?? 0);
      if (origin === 0) continue;
      const below: Pair = { line, origin };
      if (line > above.line + 1) {
        const reached = followLines(origins, this.#text, lines, above, below, 1);
        followLines(origins, this.#text, lines, below, reached, -1);
      }
      above = below;
    }
  }
}

/**
 * What a text that is no known version may be left of: the newest version with known lines of which something was given.
 * @param linesOf the lines of a content, where they are known
 */
export function newestSource(
  versions: readonly VersionCoverage[],
  linesOf: (contentHash: string) => LineKnowledge | undefined,
): CarrySource | undefined {
  for (const version of versions) {
    const whole = version.contentHash === null ? undefined : linesOf(version.contentHash);
    const lines = whole ?? version.lines;
    const segments = [...version.actors.values()].flat();
    const given = segments.some(({ times, carried }) => times > 0 || carried);
    if (lines.known > 0 && given) return { versions: [version], lines };
  }
  return undefined;
}
