import { readdir, stat } from 'node:fs/promises';
import { guarded, type Unreadable, UnreadableFile } from './regularFile';

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
    if (error instanceof UnreadableFile) return { folders: [], files: [], state: error.reason };
    throw error;
  }
}

/** File systems count time in ticks: a folder that changed so shortly ago (ms) may change again unseen. */
const SETTLED = 2000;

/** Lists folders again only where they changed. */
export class FolderListings {
  readonly #known = new Map<string, { readonly modified: bigint; readonly listing: Listing }>();

  async list(folder: string): Promise<Listing> {
    const lookedAt = Date.now();
    const stats = await stat(folder, { bigint: true }).catch(() => null);
    const known = this.#known.get(folder);
    if (known !== undefined && known.modified === stats?.mtimeNs) return known.listing;
    const listing = await listFolder(folder);
    this.#known.delete(folder);
    if (stats !== null && lookedAt - Number(stats.mtimeMs) > SETTLED) {
      this.#known.set(folder, { modified: stats.mtimeNs, listing });
    }
    return listing;
  }
}
