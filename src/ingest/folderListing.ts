import { readdir, stat } from 'node:fs/promises';
import { guarded, type Unreadable, UnreadableFile } from './regularFile';

export interface Listing {
  /** In order, so that every look gives the same; none where the folder cannot be listed. */
  readonly names: readonly string[];
  /** Why the folder cannot be listed; null where it can. */
  readonly state: Unreadable | null;
}

/** Names in a folder; never throws. */
export async function listFolder(folder: string): Promise<Listing> {
  try {
    return { names: (await guarded(() => readdir(folder))).sort(), state: null };
  } catch (error) {
    if (error instanceof UnreadableFile) return { names: [], state: error.reason };
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
