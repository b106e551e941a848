// Hands an address to the person's browser, where there is a screen to show it on.
import { spawn } from 'node:child_process';
import { onPath } from './system-packages.mjs';

/** The command that opens an address; undefined where there is no display or no such command. */
function opener() {
  if (process.platform === 'darwin') return 'open';
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return DISPLAY || WAYLAND_DISPLAY ? onPath('xdg-open') : undefined;
}

/** @param {string} address */
export function openInBrowser(address) {
  const command = opener();
  if (command === undefined) return;
  const child = spawn(command, [address], { stdio: 'ignore', detached: true });
  // The address is printed, so that a person can open it by hand.
  child.once('error', () => {});
  child.unref();
}
