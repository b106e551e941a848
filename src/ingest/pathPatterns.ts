import { relative, sep } from 'node:path';
import { ANY_FOLDERS, matches, parsePattern, UnusablePattern } from './glob';
import { isWithin } from './workspaceFolders';

/** Patterns of files below some folders, asked of one path after the other. The disk is never looked at. */
export class PathPatterns {
  readonly #folders: readonly string[];
  readonly #ignoresCase: boolean;
  readonly #patterns: readonly (readonly string[])[];
  /** Those that cannot be used, as they were given. */
  readonly refused: readonly string[];

  /**
   * @param folders absolute
   * @param patterns relative to each folder, see `parsePattern`
   * @param ignoresCase where names that differ in case alone are one
   */
  constructor(folders: readonly string[], patterns: readonly string[], ignoresCase = false) {
    const refused: string[] = [];
    this.#folders = folders;
    this.#ignoresCase = ignoresCase;
    this.refused = refused;
    this.#patterns = patterns.flatMap((pattern) => {
      try {
        return parsePattern(this.#inCase(pattern));
      } catch (error) {
        if (!(error instanceof UnusablePattern)) throw error;
        refused.push(pattern);
        return [];
      }
    });
  }

  /** @param path absolute */
  fits(path: string): boolean {
    if (this.#patterns.length === 0) return false;
    return this.#folders.some((folder) => {
      if (!isWithin(path, folder)) return false;
      const names = this.#inCase(relative(folder, path)).split(sep);
      return this.#patterns.some((parts) => fitsParts(parts, names));
    });
  }

  #inCase(text: string): string {
    return this.#ignoresCase ? text.toLowerCase() : text;
  }
}

/** Takes time in the product of both lengths at most. */
function fitsParts(parts: readonly string[], names: readonly string[]): boolean {
  // Which lengths of the path's start the parts so far fit.
  let fitting = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const length of fitting) {
      if (part === ANY_FOLDERS) for (let at = length; at <= names.length; at++) next.add(at);
      else if (length < names.length && matches(part, names[length] ?? '')) next.add(length + 1);
    }
    fitting = next;
  }
  return fitting.has(names.length);
}
