import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of this test alone, gone when it is over. Canonical. */
export function temporaryHome(): string {
  const folder = mkdtempSync(join(realpathSync.native(tmpdir()), 'rc-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
