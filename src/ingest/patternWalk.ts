import { join } from 'node:path';
import type { Names } from '../agents/transcripts';
import type { FolderListings, Listing } from './folderListing';
import { ANY_FOLDERS } from './glob';
import { type NamePart, type PatternPart, withTold } from './pathPattern';
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
  /** By the part of a pattern, which belongs to one way through the folders only. */
  readonly #known = new WeakMap<Listing, { readonly part: NamePart; readonly found: readonly FoundPath[] }>();

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
    const listing = await this.#listings.list(folder);
    if (part !== ANY_FOLDERS && rest.length === 0) {
      search.folders--;
      search.entries -= listing.files.length;
      const found = this.#files(folder, listing, part, names);
      search.found.push(...(search.isReverse ? found.toReversed() : found));
      return;
    }
    for (const name of search.isReverse ? listing.folders.toReversed() : listing.folders) {
      if (search.entries-- <= 0 || search.folders <= 0) return;
      const path = join(folder, name);
      if (part === ANY_FOLDERS) {
        if (depth > 0) await this.#walk(path, parts, names, search, depth - 1);
        continue;
      }
      const all = withTold(names, part.match(name));
      if (all !== null) await this.#walk(path, rest, all, search, depth);
    }
  }

  /** The files of a folder that fit, worked out once as long as nothing in it changes. */
  #files(folder: string, listing: Listing, part: NamePart, names: Names): readonly FoundPath[] {
    const known = this.#known.get(listing);
    if (known?.part === part) return known.found;
    const found = listing.files.flatMap((name) => {
      const all = withTold(names, part.match(name));
      return all === null ? [] : [{ path: join(folder, name), names: all }];
    });
    this.#known.set(listing, { part, found });
    return found;
  }
}

interface Search {
  readonly found: FoundPath[];
  /** How many entries and folders of files may still be looked at. */
  entries: number;
  folders: number;
  readonly isReverse: boolean;
}

function literalOf(part: PatternPart | undefined): string | null {
  if (part === undefined || part === ANY_FOLDERS || part.literal === null) return null;
  return part.match(part.literal) === null ? null : part.literal;
}
