// A window of the installed extension on a fresh copy of the sample workspace, with a recording to play into it.
import { join } from 'node:path';
import { vsixFile } from '../../scripts/lib/package-extension.mjs';
import { openPlayer } from '../../scripts/lib/player.mjs';
import { DEMO_LEVELS, SAMPLE_SETTINGS, writeUserSettings } from '../../scripts/lib/profile.mjs';
import { copyOfSample } from '../../scripts/lib/sample.mjs';
import { startServer, windowAddress } from '../../scripts/lib/server.mjs';
import { vscodeServer } from '../../scripts/lib/vscode-server.mjs';
import { workbenchOf } from './workbench.mjs';

/** The colour themes that come with VS Code, one of each kind. */
export const THEMES = /** @type {const} */ ({
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast-dark': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
});

const WINDOW_WITHIN_MS = 120_000;

/** What only disturbs the eye in a picture and in a comparison. */
const CALM = {
  'breadcrumbs.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.renderLineHighlight': 'none',
  'editor.selectionHighlight': false,
};

/**
 * Opens `src/mid.ts` of a new copy of the sample workspace.
 * @param {import('playwright-core').Browser} browser
 * @param {object} [options]
 * @param {keyof typeof THEMES} [options.theme]
 * @param {Record<string, unknown>} [options.settings] more user settings
 */
export async function openDemoWindow(browser, { theme = 'dark', settings = {} } = {}) {
  const folder = copyOfSample();
  /** @param {keyof typeof THEMES} name */
  const settingsWith = (name) => ({
    ...SAMPLE_SETTINGS,
    ...DEMO_LEVELS,
    ...CALM,
    'workbench.colorTheme': THEMES[name],
    ...settings,
  });
  const server = await startServer(await vscodeServer('current'), {
    driven: false,
    settings: settingsWith(theme),
    vsix: vsixFile,
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(windowAddress(server, folder));
  await server.openFile(join(folder, 'src', 'mid.ts'));
  await page.locator('.monaco-editor .view-line').first().waitFor({ timeout: WINDOW_WITHIN_MS });
  const workbench = workbenchOf(page);
  // The extension host comes later than the editor.
  await workbench.statusItem('readCoverage.status').waitFor({ timeout: WINDOW_WITHIN_MS });
  return {
    ...workbench,
    folder,
    player: openPlayer(folder),
    /** Changes the colour theme of the open window. @param {keyof typeof THEMES} name */
    useTheme: (name) => writeUserSettings(server.userFolder, settingsWith(name)),
    async close() {
      await page.close();
      await server.stop();
    },
  };
}
