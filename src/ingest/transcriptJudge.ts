import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import type { Head, Sidecar, TranscriptFiles } from '../agents/transcripts';
import { getOrCreate } from '../text/maps';
import type { CanonicalPaths } from './canonicalPath';
import { LARGEST_SIDECAR } from './folderBeside';
import { filledPath } from './pathPattern';
import type { FoundPath } from './patternWalk';
import { statFile, UnreadableFile } from './regularFile';
import type { RememberedHeads } from './rememberedHeads';
import { smallText } from './smallFile';
import { type HeadQuestion, readHead } from './transcriptHead';
import type { WorkspaceFolders } from './workspaceFolders';

/** A transcript of a session that belongs to the window's folders, or that may as another session's subagent. */
export interface JudgedTranscript extends FoundPath {
  /** Canonical folder of the session; null: it is not known. */
  readonly cwd: string | null;
  /** It belongs by itself. */
  readonly isOwn: boolean;
  /** The session's id, where the records tell one. */
  readonly session: string | null;
  /** The session that it is a subagent of. */
  readonly parent: string | null;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly bytes: number;
}

interface Verdict {
  readonly cwd: string | null;
  readonly isOwn: boolean;
  readonly session: string | null;
  readonly parent: string | null;
  /** A longer file would tell the same. */
  readonly isFinal: boolean;
  readonly bytes: number;
}

/**
 * Which transcripts belong to the window's folders. Each is asked once, and again as it grows until it tells; those of
 * other folders are not looked at any more. A folder that is recorded decides, never the name of one.
 */
export class TranscriptJudge {
  readonly #folders: WorkspaceFolders;
  readonly #paths: CanonicalPaths;
  readonly #heads: RememberedHeads | undefined;
  readonly #verdicts = new Map<string, Verdict>();
  #sidecars = new Map<string, Promise<string | null>>();

  /** @param heads missing: what was read in other windows is read again */
  constructor(folders: WorkspaceFolders, paths: CanonicalPaths, heads?: RememberedHeads) {
    this.#folders = folders;
    this.#paths = paths;
    this.#heads = heads;
  }

  /** What is beside the transcripts is read anew from now on. */
  forgetSidecars(): void {
    this.#sidecars = new Map();
  }

  /** Whether it is known already that a transcript belongs to other folders. */
  isElsewhere(path: string): boolean {
    const known = this.#verdicts.get(path);
    return known?.isFinal === true && !isWanted(known);
  }

  /** Null where it belongs to other folders, or cannot be read now. */
  async judge(root: string, files: TranscriptFiles, found: FoundPath): Promise<JudgedTranscript | null> {
    const known = this.#verdicts.get(found.path);
    try {
      const stats = await statFile(found.path, 'refuse');
      const bytes = Number(stats.size);
      const isKnown = known !== undefined && (known.isFinal || known.bytes === bytes);
      const verdict = isKnown ? known : await this.#verdict(root, files, found, stats);
      this.#verdicts.set(found.path, verdict);
      if (!isWanted(verdict)) return null;
      const { cwd, isOwn, session, parent } = verdict;
      return { ...found, cwd, isOwn, session, parent, modified: Number(stats.mtimeMs), bytes };
    } catch (error) {
      // Deleted, or not for us to read: it may come back.
      if (error instanceof UnreadableFile) return null;
      throw error;
    }
  }

  async #verdict(
    root: string,
    files: TranscriptFiles,
    found: FoundPath,
    stats: BigIntStats,
  ): Promise<Verdict> {
    const bytes = Number(stats.size);
    const told = await this.#fromSidecars(root, files.sidecars ?? [], found);
    const beside = told === null ? null : await this.#paths.resolve(told);
    const knowsSession = found.names.has('session');
    if (beside !== null && (knowsSession || !this.#folders.ownSession(beside))) {
      const isOwn = this.#folders.ownSession(beside);
      return { cwd: beside, isOwn, session: null, parent: null, isFinal: true, bytes };
    }
    const question: HeadQuestion = {
      stored: files.stored,
      ask: (record): Head => files.head(record, found.names),
      knowsCwd: beside !== null,
      knowsSession,
    };
    const transcript = { path: found.path, pattern: files.main, stats };
    const head = await (this.#heads?.headOf(transcript, question) ?? readHead(found.path, question));
    const cwd = beside ?? (head.cwd === null ? null : await this.#paths.resolve(head.cwd));
    const { session, parent, isComplete } = head;
    if (cwd !== null) {
      const isOwn = this.#folders.ownSession(cwd);
      return { cwd, isOwn, session, parent, isFinal: isComplete, bytes };
    }
    const about = await this.#folderAbout(head.paths);
    // What is beside the transcripts may come later than they do.
    const isFinal = about === null ? isComplete && files.sidecars === undefined : isComplete || knowsSession;
    return { cwd: about, isOwn: about !== null, session, parent, isFinal, bytes };
  }

  async #folderAbout(paths: Iterable<string>): Promise<string | null> {
    for (const path of paths) {
      const folder = this.#folders.folderOf(await this.#paths.resolve(path));
      if (folder !== null) return folder;
    }
    return null;
  }

  async #fromSidecars(
    root: string,
    sidecars: readonly Sidecar[],
    { names }: FoundPath,
  ): Promise<string | null> {
    for (const sidecar of sidecars) {
      const below = filledPath(sidecar.path, names);
      if (below === null) continue;
      const path = join(root, below);
      const text = await getOrCreate(this.#sidecars, path, () => smallText(path, LARGEST_SIDECAR));
      const cwd = text === null ? null : sidecar.cwd(text, names);
      if (cwd !== null) return cwd;
    }
    return null;
  }
}

/** A transcript that tells no folder is kept in mind where it names the session that it is a part of. */
function isWanted({ isOwn, parent }: Verdict): boolean {
  return isOwn || parent !== null;
}
