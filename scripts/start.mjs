// npm start: shows the extension in a real VS Code while a recorded session plays in a copy of the sample workspace.
// --headless plays at once and prints the report; --workspace DIR opens a folder of one's own, where nothing is played or written.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { heedLateStop, playDemo } from './lib/demo.mjs';
import { desktopCommand, openDesktop } from './lib/desktop.mjs';
import { extensionFollows } from './lib/extension-log.mjs';
import { main, Told } from './lib/main.mjs';
import { openInBrowser } from './lib/open-in-browser.mjs';
import { packageExtension } from './lib/package-extension.mjs';
import { root } from './lib/paths.mjs';
import { openPlayer } from './lib/player.mjs';
import { DEMO_LEVELS, SAMPLE_SETTINGS } from './lib/profile.mjs';
import { runQuietly } from './lib/run.mjs';
import { copyOfSample } from './lib/sample.mjs';
import { startServer, windowAddress } from './lib/server.mjs';
import { vscodeServer } from './lib/vscode-server.mjs';

const PAUSE_MS = 1700;
/** For eyes to find the window. */
const SETTLE_MS = 3000;

/** What a window needs to know. @typedef {{folder: string, openFile?: string, settings: Record<string, unknown>}} Shown */

/**
 * Opens a window; `ready` settles when the extension follows the log in it, `closed` when there is no window any more.
 * @param {Shown} shown
 * @param {boolean} own whether the folder is the person's own
 * @returns {Promise<{ready: Promise<unknown>, closed: Promise<unknown>}>}
 */
async function show(shown, own) {
  const vsix = await packageExtension();
  const desktop = desktopCommand();
  if (desktop !== undefined) {
    const { logs, closed } = await openDesktop(desktop, { vsix, ...shown });
    return { ready: extensionFollows(logs), closed };
  }
  const vscode = await vscodeServer('current');
  const { openFile, folder, settings } = shown;
  const server = await startServer(vscode, { driven: false, settings, askForTrust: own, vsix });
  const address = windowAddress(server, folder);
  console.log(`VS Code ${vscode.vscode} is served here (Ctrl+C ends it):\n\n  ${address}\n`);
  openInBrowser(address);
  const opened = openFile === undefined ? undefined : server.openFile(openFile);
  return { ready: Promise.all([opened, extensionFollows(server.logs)]), closed: server.ended };
}

/** @param {string} name */
function existingFolder(name) {
  try {
    return realpathSync(name);
  } catch {
    throw new Told(`There is no folder ${name}.`);
  }
}

await main(async () => {
  const { values } = parseArgs({
    options: { headless: { type: 'boolean', default: false }, workspace: { type: 'string' } },
  });
  if (values.workspace !== undefined) {
    const { closed } = await show({ folder: existingFolder(values.workspace), settings: {} }, true);
    await closed;
    return 0;
  }
  const folder = copyOfSample();
  if (values.headless) {
    await runQuietly(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
    return playDemo(openPlayer(folder), 0);
  }
  const settings = { ...SAMPLE_SETTINGS, ...DEMO_LEVELS };
  const { ready, closed } = await show({ folder, openFile: join(folder, 'src', 'mid.ts'), settings }, false);
  console.log(`The sample workspace is a copy, ${folder}. Its user settings hold lower levels than the`);
  console.log(`defaults, since the recorded session is short: ${JSON.stringify(DEMO_LEVELS)}\n`);
  console.log('The recorded session starts to play once the window is open and follows it…');
  await Promise.race([ready, closed]);
  await sleep(SETTLE_MS);
  const player = openPlayer(folder);
  await playDemo(player, PAUSE_MS);
  console.log('\nThat was all. VS Code stays open; Ctrl+C ends it.');
  await Promise.race([heedLateStop(player), closed]);
  await closed;
  return 0;
});
