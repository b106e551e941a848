import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { Uri, workspace } from 'vscode';
import { isWithin } from '../ingest/workspaceFolders';

/** The open folders for which these were looked up, and those of them that are symlinks, or below one. */
let known = '';
let linked: readonly { readonly named: Uri; readonly real: string }[] = [];

/**
 * A file by the name that a person knows it by, where it is in a folder that was opened through a symlink; undefined where
 * it is in none.
 */
export function throughSymlink(path: string): Uri | undefined {
  for (const { named, real } of linkedFolders()) {
    if (isWithin(path, real)) return Uri.joinPath(named, relative(real, path));
  }
  return undefined;
}

function linkedFolders(): typeof linked {
  const folders = (workspace.workspaceFolders ?? [])
    .map(({ uri }) => uri)
    .filter(({ scheme }) => scheme === 'file');
  const now = folders.join('\n');
  if (now === known) return linked;
  known = now;
  linked = folders.flatMap((named) => {
    const real = realPath(named.fsPath);
    return real === undefined || real === named.fsPath ? [] : [{ named, real }];
  });
  return linked;
}

function realPath(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    // It is gone, or may not be looked at: then nothing in it is named either.
    return undefined;
  }
}
