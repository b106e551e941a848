import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { errorCode } from '../text/errors';
import { CLOCK_TICK, guarded, reasonOf, type Unreadable, UnreadableFile } from './regularFile';

export interface Listing {
  /** Names in order, so that every look gives the same; none where the folder cannot be listed. No symlinks. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Why the folder cannot be listed; null where it can. */
  readonly state: Unreadable | null;
}

/** What is in a folder; never throws. */
export async function listFolder(folder: string): Promise<Listing> {
  try {
    const entries = await guarded(() => readdir(folder, { withFileTypes: true }));
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    return { folders: folders.sort(), files: files.sort(), state: null };
  } catch (error) {
    if (error instanceof UnreadableFile) return unlisted(error.reason);
    throw error;
  }
}

function unlisted(state: Unreadable): Listing {
  return { folders: [], files: [], state };
}

/** Lists folders again only where they changed. */
export class FolderListings {
  readonly #known = new Map<string, { readonly modified: bigint; readonly listing: Listing }>();

  async list(folder: string): Promise<Listing> {
    const lookedAt = Date.now();
    let stats: BigIntStats | null = null;
    try {
      stats = await stat(folder, { bigint: true });
    } catch (error) {
      // Most places that agents may have are not there: one look is enough.
      if (reasonOf(errorCode(error)) === 'missing') {
        this.#known.delete(folder);
        return unlisted('missing');
      }
    }
    const known = this.#known.get(folder);
    if (known !== undefined && known.modified === stats?.mtimeNs) return known.listing;
    const listing = await listFolder(folder);
    this.#known.delete(folder);
    if (stats !== null && lookedAt - Number(stats.mtimeMs) > CLOCK_TICK) {
      this.#known.set(folder, { modified: stats.mtimeNs, listing });
    }
    return listing;
  }
}
