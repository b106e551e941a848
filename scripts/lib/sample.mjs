// A copy of the sample workspace that may be spoilt.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { temporaryFolder } from './temporary.mjs';

/** Copies the sample workspace into a temporary folder and gives the copy's real path. */
export function copyOfSample() {
  const folder = join(temporaryFolder('sample'), 'sample');
  // Symlinks as they are: resolved, they would point back into the checkout.
  cpSync(join(root, 'samples', 'workspace'), folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

/** Suites that add folders to their window: VS Code would begin anew with the window of a single folder. */
const WITH_FOLDERS = new Set(['places']);

/** The suite whose window does not trust what it opens. */
export const RESTRICTED = 'restricted';
/** What a folder would set if it could, and one thing that it may. */
const HOSTILE_SETTINGS = {
  'readCoverage.onThreshold': 'stop',
  'readCoverage.stop.command': 'workbench.action.closeWindow',
  'readCoverage.nudge': 'deny',
  'readCoverage.followAgent': true,
  'readCoverage.levels.stop': 1,
  'readCoverage.log.files': ['**/*.jsonl'],
  'readCoverage.quiet.files': ['**'],
  'readCoverage.show.lineTint': true,
};

/**
 * What the window of a suite opens: a copy of the sample workspace, or a workspace file with that as its only folder.
 * @param {string} suite
 */
export function openedFor(suite) {
  const folder = copyOfSample();
  if (suite === RESTRICTED) {
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(HOSTILE_SETTINGS));
  }
  if (!WITH_FOLDERS.has(suite)) return folder;
  const file = join(dirname(folder), 'sample.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: [{ path: 'sample' }] }));
  return file;
}
