import { join } from 'node:path';
import type { Names } from '../agents/transcripts';
import type { FolderListings } from './folderListing';
import { ANY_FOLDERS } from './glob';
import type { PatternPart } from './pathPattern';
import type { Unreadable } from './regularFile';

/** `**` stands for so many folders at most. */
const DEEPEST = 4;
/** So many folders and files are looked at for one pattern. */
const MOST_ENTRIES = 100_000;

export interface FoundPath {
  readonly path: string;
  /** What the parts of the path are, by the names that the pattern gives them. */
  readonly names: Names;
}

export interface Walked {
  /** The folder below which it was looked: the root and the parts that only one name fits. */
  readonly base: string;
  /** Why it cannot be listed; null where it can. */
  readonly state: Unreadable | null;
  readonly found: readonly FoundPath[];
}

/**
 * Finds files by patterns. The way to the first part that several names fit is taken as it is; below that no symlink is
 * followed, so that nothing outside is found and no loop is entered.
 */
export class PatternWalk {
  readonly #listings: FolderListings;

  constructor(listings: FolderListings) {
    this.#listings = listings;
  }

  /**
   * @param root absolute folder
   * @param newest only the last so many folders of files by their names, the last first; missing: all, in order
   */
  async find(root: string, parts: readonly PatternPart[], known: Names, newest?: number): Promise<Walked> {
    let fixed = 0;
    while (fixed < parts.length - 1 && literalOf(parts[fixed]) !== null) fixed++;
    const base = join(root, ...parts.slice(0, fixed).map((part) => literalOf(part) ?? ''));
    const { state } = await this.#listings.list(base);
    const search: Search = {
      found: [],
      entries: MOST_ENTRIES,
      folders: newest ?? Number.POSITIVE_INFINITY,
      isReverse: newest !== undefined,
    };
    if (state === null) await this.#walk(base, parts.slice(fixed), known, search, DEEPEST);
    return { base, state, found: search.found };
  }

  async #walk(
    folder: string,
    parts: readonly PatternPart[],
    names: Names,
    search: Search,
    depth: number,
  ): Promise<void> {
    const [part, ...rest] = parts;
    if (part === undefined || search.folders <= 0 || search.entries <= 0) return;
    if (part === ANY_FOLDERS) await this.#walk(folder, rest, names, search, depth);
    const { folders, files } = await this.#listings.list(folder);
    const isLast = part !== ANY_FOLDERS && rest.length === 0;
    const entries = isLast ? files : folders;
    if (isLast) search.folders--;
    for (const name of search.isReverse ? entries.toReversed() : entries) {
      if (search.entries-- <= 0 || (!isLast && search.folders <= 0)) return;
      const path = join(folder, name);
      if (part === ANY_FOLDERS) {
        if (depth > 0) await this.#walk(path, parts, names, search, depth - 1);
        continue;
      }
      const told = part.match(name);
      if (told === null || contradict(told, names)) continue;
      const all = told.size === 0 ? names : new Map([...names, ...told]);
      if (isLast) search.found.push({ path, names: all });
      else await this.#walk(path, rest, all, search, depth);
    }
  }
}

interface Search {
  readonly found: FoundPath[];
  /** How many entries and folders of files may still be looked at. */
  entries: number;
  folders: number;
  readonly isReverse: boolean;
}

/** A name that stands twice in a pattern is the same both times. */
function contradict(told: Names, known: Names): boolean {
  return [...told].some(([name, value]) => known.has(name) && known.get(name) !== value);
}

function literalOf(part: PatternPart | undefined): string | null {
  if (part === undefined || part === ANY_FOLDERS || part.literal === null) return null;
  return part.match(part.literal) === null ? null : part.literal;
}
