// Temporary folders that go away with the script.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTheEnd } from './processes.mjs';

/**
 * Makes a temporary folder and gives its real path (what VS Code and the log must agree on); removed when the script ends.
 * @param {string} name
 * @param {string} [parent]
 */
export function temporaryFolder(name, parent = tmpdir()) {
  const folder = realpathSync(mkdtempSync(join(parent, `read-coverage-${name}-`)));
  // Processes that were just killed may be writing their last.
  atTheEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
