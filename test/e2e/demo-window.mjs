// A window of the installed extension on a fresh copy of the sample workspace, with a recording to play into it.
import { join } from 'node:path';
import { vsixFile } from '../../scripts/lib/package-extension.mjs';
import { openPlayer } from '../../scripts/lib/player.mjs';
import { DEMO_LEVELS, SAMPLE_SETTINGS } from '../../scripts/lib/profile.mjs';
import { copyOfSample } from '../../scripts/lib/sample.mjs';
import { startServer, windowAddress } from '../../scripts/lib/server.mjs';
import { vscodeServer } from '../../scripts/lib/vscode-server.mjs';
import { workbenchOf } from './workbench.mjs';

/** Colour themes that come with VS Code, one of each kind: its id, its name in the picker, and the workbench's class of that kind. */
export const THEMES = /** @type {const} */ ({
  dark: { id: 'Dark Modern', name: 'Dark Modern', kind: 'vs-dark' },
  light: { id: 'Light Modern', name: 'Light Modern', kind: 'vs' },
  'hc-dark': { id: 'Default High Contrast', name: 'Dark High Contrast', kind: 'hc-black' },
  'hc-light': { id: 'Default High Contrast Light', name: 'Light High Contrast', kind: 'hc-light' },
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
  // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code's own, without whose build of it this is.
  'window.title': '${activeEditorShort}${separator}${rootName}',
};

/**
 * Opens `src/mid.ts` of a new copy of the sample workspace.
 * @param {import('playwright-core').Browser} browser
 * @param {object} [options]
 * @param {keyof typeof THEMES} [options.theme]
 * @param {{width: number, height: number}} [options.size] of the window, in pixels
 * @param {Record<string, unknown>} [options.settings] more user settings
 */
export async function openDemoWindow(
  browser,
  { theme = 'dark', size = { width: 1280, height: 800 }, settings = {} } = {},
) {
  const folder = copyOfSample();
  const server = await startServer(await vscodeServer('current'), {
    driven: false,
    settings: {
      ...SAMPLE_SETTINGS,
      ...DEMO_LEVELS,
      ...CALM,
      'workbench.colorTheme': THEMES[theme].id,
      ...settings,
    },
    vsix: vsixFile,
  });
  const page = await browser.newPage({ viewport: size });
  page.setDefaultTimeout(WINDOW_WITHIN_MS);
  await page.goto(windowAddress(server, folder), { timeout: WINDOW_WITHIN_MS });
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
    async useTheme(name) {
      await workbench.useTheme(THEMES[name].name);
      await page.locator(`.monaco-workbench.${THEMES[name].kind}`).waitFor({ timeout: WINDOW_WITHIN_MS });
    },
    async close() {
      await page.close();
      await server.stop();
    },
  };
}
