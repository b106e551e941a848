// A copy of the sample workspace that may be spoilt.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { temporaryFolder } from './temporary.mjs';

/** Copies the sample workspace into a temporary folder and gives the copy's real path. */
export function copyOfSample() {
  const folder = join(temporaryFolder('sample'), 'sample');
  // Symlinks as they are: resolved, they would point back into the checkout.
  cpSync(join(root, 'samples', 'workspace'), folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}
