// A desktop VS Code that is installed here.
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from './paths.mjs';
import { writeUserSettings } from './profile.mjs';
import { runInTerminal, runQuietly } from './run.mjs';
import { onPath } from './system-packages.mjs';

/**
 * The `code` command where it opens a window on this machine's own desktop, else undefined: inside a VS Code terminal of
 * another machine it would open one there, on WSL it is that of Windows, and it refuses root.
 */
export function desktopCommand() {
  const { DISPLAY, WAYLAND_DISPLAY, VSCODE_IPC_HOOK_CLI, WSL_DISTRO_NAME } = process.env;
  if (VSCODE_IPC_HOOK_CLI || WSL_DISTRO_NAME || process.getuid?.() === 0) return undefined;
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return undefined;
  return onPath('code');
}

/** The program behind the `code` command, which is a script that starts it and goes away. */
export function desktopBinary() {
  const command = onPath('code');
  if (command === undefined) return undefined;
  const folder = dirname(dirname(realpathSync(command)));
  const names =
    process.platform === 'darwin' ? ['../../MacOS/Electron', '../../MacOS/Code'] : ['code', 'Code.exe'];
  return names.map((name) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * Opens a folder in a desktop VS Code with a profile of our own, so that a person's settings and extensions stay as they are.
 * @param {string} command
 * @param {object} options
 * @param {string} options.vsix the packaged extension
 * @param {string} options.folder
 * @param {string} [options.openFile]
 * @param {Record<string, unknown>} options.settings
 * @returns {Promise<{logs: string, closed: Promise<number>}>} the folder of the window's logs; `closed` settles when the window is closed
 */
export async function openDesktop(command, { vsix, folder, openFile, settings }) {
  const data = join(cacheFolder(), 'desktop-profile');
  const own = ['--user-data-dir', data, '--extensions-dir', join(data, 'extensions')];
  const logs = join(data, 'logs');
  // Those of an earlier window would tell of its extension.
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  writeUserSettings(join(data, 'User'), settings);
  await runQuietly(command, [...own, '--install-extension', vsix, '--force']);
  const files = openFile === undefined ? [] : ['--goto', openFile];
  return { logs, closed: runInTerminal(command, [...own, '--new-window', '--wait', folder, ...files]) };
}
