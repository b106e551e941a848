// User settings of the VS Code that we start: quiet, offline, and with nothing in front of the editor.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const QUIET = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.colorTheme': 'Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** For the sample workspace: nothing to ask, nothing to watch. */
export const SAMPLE_SETTINGS = {
  'files.exclude': { '**/.read-coverage': true },
  'git.enabled': false,
  // Else the host starts a process every few seconds, to look for ports, and waits for its start.
  'remote.autoForwardPortsSource': 'output',
  'security.workspace.trust.enabled': false,
};

/** The same where nothing is trusted, and nobody is asked whether it should be. */
export const RESTRICTED_SETTINGS = {
  ...SAMPLE_SETTINGS,
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

/**
 * The recorded session repeats itself four times in a row at most, so the levels are lower than those a person would want.
 */
export const DEMO_LEVELS = {
  'readCoverage.levels.notice': 1,
  'readCoverage.levels.warning': 2,
  'readCoverage.levels.stop': 4,
};

/**
 * Writes the user settings of a data folder, before VS Code starts on it.
 * @param {string} userFolder `…/User`
 * @param {Record<string, unknown>} [more]
 */
export function writeUserSettings(userFolder, more = {}) {
  mkdirSync(userFolder, { recursive: true });
  writeFileSync(join(userFolder, 'settings.json'), `${JSON.stringify({ ...QUIET, ...more }, null, 2)}\n`);
}
