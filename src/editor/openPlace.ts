import path from 'node:path';
import { type Disposable, l10n, Range, Uri, window, workspace } from 'vscode';
import { errorMessage } from '../text/errors';
import type { LineRange } from '../tracker/event';
import { Late } from './late';
import { inMessage } from './names';

/**
 * Where a canonical path is in the workspace, as its folders are named; undefined outside of them. Records name paths
 * freely, so a path outside is shown by its name and never opened.
 *
 * @param canonical resolves a path's symlinks
 */
export async function uriInWorkspace(
  file: string,
  canonical: (path: string) => Promise<string>,
): Promise<Uri | undefined> {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    if (uri.scheme !== 'file') continue;
    const way = path.relative(await canonical(uri.fsPath), file);
    if (way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) continue;
    return Uri.file(path.join(uri.fsPath, way));
  }
  return undefined;
}

/** Opens places of the workspace, and lights them. */
export class OpenPlaces implements Disposable {
  readonly #canonical: (path: string) => Promise<string>;
  readonly #light = new Late(async () => {
    const { PlaceLight } = await import('./placeLight');
    return new PlaceLight();
  });

  /** @param canonical resolves a path's symlinks */
  constructor(canonical: (path: string) => Promise<string>) {
    this.#canonical = canonical;
  }

  /**
   * Opens a file with the cursor at the first of the ranges, and lights them. Nothing is selected: the next key would be
   * typed over it.
   */
  async open(file: string, ranges: readonly LineRange[]): Promise<void> {
    const uri = await uriInWorkspace(file, this.#canonical);
    if (!uri) {
      window.showInformationMessage(l10n.t('{path} is outside of the workspace.', { path: inMessage(file) }));
      return;
    }
    const [first] = ranges;
    try {
      // Before the editor is shown: from then on, a person may type in it.
      const light = await this.#light.get();
      const editor = await window.showTextDocument(uri, {
        ...(first ? { selection: new Range(first[0] - 1, 0, first[0] - 1, 0) } : {}),
        preview: true,
      });
      if (first) light.show(editor, ranges);
    } catch (error) {
      const problem = errorMessage(error);
      window.showWarningMessage(
        l10n.t('{path} cannot be opened: {problem}', { path: inMessage(file), problem: inMessage(problem) }),
      );
    }
  }

  dispose(): void {
    this.#light.dispose();
  }
}
