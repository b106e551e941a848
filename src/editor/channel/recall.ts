import type { Disposable } from 'vscode';
import { parseReport } from '../../agents/hooks/message';
import type { Hearing } from '../../channel/hearing';
import { readSpool } from '../../channel/spool';
import type { CanonicalPaths } from '../../ingest/canonicalPath';
import { Pace } from '../../ingest/pace';
import { WorkspaceFolders } from '../../ingest/workspaceFolders';
import type { LineHasher } from '../../text/lineHash';
import type { FindingsLog } from '../findingsLog';
import { type Following, openFolders } from '../following';

/** How often it is looked whether the agents' own records are read, ms. */
const LOOK = 1000;

export interface RecallParts {
  readonly userFolder: string;
  readonly hasher: () => LineHasher;
  readonly paths: CanonicalPaths;
  readonly following: Following;
  readonly hearing: Hearing;
  readonly log: FindingsLog;
}

/**
 * Brings back what agents told while no window heard them. After their records, which know most of it and know it
 * better; each time that what is known was forgotten.
 */
export class Recall implements Disposable {
  readonly #parts: RecallParts;
  readonly #listener: Disposable;
  #look: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(parts: RecallParts) {
    this.#parts = parts;
    this.#listener = parts.following.onDidChange(() => this.#again());
    this.#again();
  }

  #again(): void {
    const round = ++this.#round;
    clearInterval(this.#look);
    this.#look = setInterval(() => {
      if (this.#parts.following.state()?.caughtUp !== true) return;
      clearInterval(this.#look);
      this.#recall(round).catch((error: unknown) =>
        this.#parts.log.failure('What agents told while no window was open could not be read', error),
      );
    }, LOOK);
  }

  async #recall(round: number): Promise<void> {
    const { userFolder, hasher, paths, hearing } = this.#parts;
    const folders = await WorkspaceFolders.open(openFolders(), paths);
    const isOwn = (places: readonly string[]) =>
      places.some((place) => folders.ownSession(paths.sync(place)));
    const pace = new Pace();
    for (const { agent, hook } of await readSpool(userFolder, Date.now(), isOwn)) {
      if (round !== this.#round) return;
      const report = parseReport(hook, { hasher: hasher(), agent, now: Date.now() });
      if (report !== null) await hearing.recall(report);
      await pace.rest();
    }
  }

  dispose(): void {
    this.#round++;
    clearInterval(this.#look);
    this.#listener.dispose();
  }
}
