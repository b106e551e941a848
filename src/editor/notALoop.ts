import { l10n, type QuickPickItem, window } from 'vscode';
import type { SessionKey } from '../tracker/views';
import type { CoverageService } from './coverageService';
import type { Episodes } from './episodes';
import { inLabel, inMessage, relativePath } from './names';
import type { QuietFiles } from './quietFiles';

/** More files than this are not listed. */
const MOST = 200;

interface FileItem extends QuickPickItem {
  readonly path: string;
}

export interface NotALoopParts {
  readonly service: CoverageService;
  readonly quiet: QuietFiles;
  readonly episodes: Episodes;
  readonly failed: (error: unknown) => void;
}

/** A person says that reads of a file are no loop in one session; each time it is said how that is taken back. */
export class NotALoop {
  readonly #parts: NotALoopParts;

  constructor(parts: NotALoopParts) {
    this.#parts = parts;
  }

  /** Marks the file, and offers to take that back. */
  async say(session: SessionKey, path: string): Promise<void> {
    await this.#mark(session, path, true);
    const takeBack = l10n.t('Take Back');
    // Whoever marked it need not wait until that is answered.
    Promise.resolve(
      window.showInformationMessage(
        l10n.t('Reads of {file} without a new line do not count in this session.', {
          file: inMessage(relativePath(path)),
        }),
        takeBack,
      ),
    )
      .then((picked) => (picked === takeBack ? this.takeBack(session, path) : undefined))
      .catch(this.#parts.failed);
  }

  async takeBack(session: SessionKey, path: string): Promise<void> {
    await this.#mark(session, path, false);
  }

  /** Lists the files of a session that were read for nothing: those with a tick are quiet. */
  async choose(session: SessionKey): Promise<void> {
    const items = this.#items(session);
    const marked = items.filter(({ path }) => this.#parts.quiet.why(session, path) === 'marked');
    const picked = await window.showQuickPick(
      items.map((item) => ({ ...item, picked: marked.includes(item) })),
      {
        title: l10n.t('Files whose repeated reads are no loop in this session'),
        placeHolder: l10n.t('Reads without a new line of files with a tick are shown and do not count'),
        canPickMany: true,
      },
    );
    if (picked === undefined) return;
    const chosen = new Set(picked.map(({ path }) => path));
    for (const { path } of marked) if (!chosen.has(path)) await this.#mark(session, path, false);
    for (const path of chosen) {
      if (!marked.some((item) => item.path === path)) await this.#mark(session, path, true);
    }
  }

  async #mark(session: SessionKey, path: string, isQuiet: boolean): Promise<void> {
    await this.#parts.quiet.mark(session, path, isQuiet);
    if (!isQuiet) return;
    this.#parts.service.forgive(session, path);
    this.#parts.episodes.close(session);
  }

  #items(session: SessionKey): readonly FileItem[] {
    const { service, quiet } = this.#parts;
    const repeats = new Map(service.files(session).map(({ path, redundantReads }) => [path, redundantReads]));
    // A file that was marked stays in the list, whatever is still known of it.
    const paths = new Set([...quiet.markedIn(session), ...repeats.keys()]);
    return [...paths]
      .filter((path) => quiet.why(session, path) === 'marked' || (repeats.get(path) ?? 0) > 0)
      .filter((path) => !quiet.isQuietBySetting(path))
      .sort((a, b) => (repeats.get(b) ?? 0) - (repeats.get(a) ?? 0))
      .slice(0, MOST)
      .map((path) => ({
        path,
        label: inLabel(relativePath(path)),
        description: l10n.t('{count} reads without a new line', { count: repeats.get(path) ?? 0 }),
      }));
  }
}
