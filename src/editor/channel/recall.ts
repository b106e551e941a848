import type { Disposable } from 'vscode';
import { parseReport } from '../../agents/hooks/message';
import type { Hearing } from '../../channel/hearing';
import { SpoolReader } from '../../channel/spool';
import type { CanonicalPaths } from '../../ingest/canonicalPath';
import { Pace } from '../../ingest/pace';
import { WorkspaceFolders } from '../../ingest/workspaceFolders';
import type { LineHasher } from '../../text/lineHash';
import type { FindingsLog } from '../findingsLog';
import { type Following, openFolders } from '../following';

/** How often it is looked whether the agents' own records are read, and then for what was not heard, ms. */
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
 * better; each time that what is known was forgotten. From then on, what this window was too busy to hear.
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
    const { userFolder, paths } = this.#parts;
    const reader = new SpoolReader(userFolder);
    let folders: Promise<WorkspaceFolders> | undefined;
    let isPast = true;
    let isReading = false;
    this.#look = setInterval(() => {
      if (isReading || this.#parts.following.state()?.caughtUp !== true) return;
      isReading = true;
      folders ??= WorkspaceFolders.open(openFolders(), paths);
      this.#recall(round, reader, folders, isPast)
        .catch((error: unknown) =>
          this.#parts.log.failure('What agents told and no window heard could not be read', error),
        )
        .finally(() => {
          isReading = false;
        });
      isPast = false;
    }, LOOK);
  }

  async #recall(
    round: number,
    reader: SpoolReader,
    opened: Promise<WorkspaceFolders>,
    isPast: boolean,
  ): Promise<void> {
    const { hasher, paths, hearing } = this.#parts;
    const folders = await opened;
    const isOwn = (places: readonly string[]) =>
      places.some((place) => folders.ownSession(paths.sync(place)));
    const pace = new Pace();
    for (const { agent, hook } of await reader.read(Date.now(), isOwn)) {
      if (round !== this.#round) return;
      const report = parseReport(hook, { hasher: hasher(), agent, now: Date.now() });
      if (report === null) continue;
      if (isPast) await hearing.recall(report);
      else await hearing.makeUp(agent, report, Date.now());
      await pace.rest();
    }
  }

  dispose(): void {
    this.#round++;
    clearInterval(this.#look);
    this.#listener.dispose();
  }
}
