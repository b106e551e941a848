import path from 'node:path';
import { l10n, Range, Uri, window, workspace } from 'vscode';
import { errorMessage } from '../text/errors';
import type { LineRange } from '../tracker/event';
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

/**
 * Opens a file of the workspace with the cursor at the first of the ranges, and lights them. Nothing is selected: the
 * next key would be typed over it.
 */
export async function openPlace(
  file: string,
  ranges: readonly LineRange[],
  canonical: (path: string) => Promise<string>,
): Promise<void> {
  const uri = await uriInWorkspace(file, canonical);
  if (!uri) {
    window.showInformationMessage(l10n.t('{path} is outside of the workspace.', { path: inMessage(file) }));
    return;
  }
  const [first] = ranges;
  try {
    // Before the editor is shown: from then on, a person may type in it.
    const { lightPlace } = await import('./placeLight');
    const editor = await window.showTextDocument(uri, {
      ...(first ? { selection: new Range(first[0] - 1, 0, first[0] - 1, 0) } : {}),
      preview: true,
    });
    if (first) lightPlace(editor, ranges);
  } catch (error) {
    const problem = errorMessage(error);
    window.showWarningMessage(
      l10n.t('{path} cannot be opened: {problem}', { path: inMessage(file), problem: inMessage(problem) }),
    );
  }
}
