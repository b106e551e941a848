import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of one target alone. Canonical. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(realpathSync.native(tmpdir()), 'rc-fuzz-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
