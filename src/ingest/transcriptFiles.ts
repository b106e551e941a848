import { join } from 'node:path';
import type { CanonicalPaths } from './canonicalPath';
import { FolderListings } from './folderListing';
import { statFile, UnreadableFile } from './regularFile';
import { readHead } from './transcriptHead';
import type { WorkspaceFolders } from './workspaceFolders';

/** A transcript of a session that belongs to the window's folders. */
export interface OwnTranscript {
  readonly path: string;
  readonly cwd: string;
  readonly sessionId: string | null;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly bytes: number;
}

/** What the head of a transcript told. */
interface Verdict {
  /** Null: the folder is not told. */
  readonly cwd: string | null;
  readonly own: boolean;
  readonly sessionId: string | null;
  /** The head is whole: a longer file would tell the same. */
  readonly final: boolean;
  readonly bytes: number;
}

/**
 * Which transcripts belong to the window's folders. The head of each is read once, and again as it grows until it tells;
 * those of other folders are not looked at any more.
 */
export class TranscriptFiles {
  readonly #folders: WorkspaceFolders;
  readonly #paths: CanonicalPaths;
  readonly #listings = new FolderListings();
  readonly #verdicts = new Map<string, Verdict>();

  constructor(folders: WorkspaceFolders, paths: CanonicalPaths) {
    this.#folders = folders;
    this.#paths = paths;
  }

  /** The files of one folder that belong, and how many there are at all. */
  async own(
    folder: string,
    isTranscript: (name: string) => boolean,
  ): Promise<{ readonly own: readonly OwnTranscript[]; readonly transcripts: number }> {
    const names = (await this.#listings.list(folder)).names.filter(isTranscript);
    const own: OwnTranscript[] = [];
    for (const name of names) {
      const transcript = await this.#look(join(folder, name));
      if (transcript !== null) own.push(transcript);
    }
    return { own, transcripts: names.length };
  }

  async #look(path: string): Promise<OwnTranscript | null> {
    const known = this.#verdicts.get(path);
    if (known?.final === true && !known.own) return null;
    try {
      const stats = await statFile(path, 'follow');
      const bytes = Number(stats.size);
      const { own, cwd, sessionId } =
        known !== undefined && (known.final || known.bytes === bytes)
          ? known
          : await this.#judge(path, bytes);
      return own && cwd !== null ? { path, cwd, sessionId, modified: Number(stats.mtimeMs), bytes } : null;
    } catch (error) {
      // Deleted, or not for us to read: it may come back.
      if (error instanceof UnreadableFile) return null;
      throw error;
    }
  }

  async #judge(path: string, bytes: number): Promise<Verdict> {
    const { cwd: told, sessionId, complete } = await readHead(path);
    const cwd = told === null ? null : await this.#paths.resolve(told);
    const own = cwd !== null && this.#folders.ownSession(cwd);
    const verdict = { cwd, own, sessionId, final: complete, bytes };
    this.#verdicts.set(path, verdict);
    return verdict;
  }
}
