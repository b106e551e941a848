import { realpathSync } from 'node:fs';
import { isWithin } from '../../ingest/workspaceFolders';
import type { StopScope } from '../../stop/stopRequest';
import type { CoverageService } from '../coverageService';
import { openFolders } from '../following';

/** The workspace folder that a scope belongs to: the one that holds its log, or that its agent works in. */
export function folderOf(service: CoverageService, scope: StopScope): string | undefined {
  const place = scope.source.startsWith('log:') ? service.originOf(scope.key) : scope.cwd;
  if (place === undefined || place === null) return undefined;
  return openFolders().find((folder) => isWithin(place, folder) || isWithin(place, realFolder(folder)));
}

/** Logs are named without symlinks, folders may not be. */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder; // A folder that is gone holds no log either.
  }
}
