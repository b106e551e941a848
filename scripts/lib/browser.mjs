// A Chromium to drive: one that is installed, or Debian's where we may install it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { needPrograms, onPath } from './system-packages.mjs';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
  'microsoft-edge',
];

/** Where installers put it without putting it on PATH. */
function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((name) => process.env[name]);
  const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
  return folders.flatMap((folder) => (folder ? programs.map((program) => join(folder, program)) : []));
}

/** The path of a Chromium or a browser made of it. */
export async function chromiumFile() {
  const installed = NAMES.map(onPath).find((file) => file !== undefined);
  const known = installed ?? [...usualPlaces(), chromium.executablePath()].find((file) => existsSync(file));
  if (known !== undefined) return known;
  // Without any font there is nothing to see.
  await needPrograms(new Map([['chromium', ['chromium', 'fonts-dejavu-core']]]));
  return chromiumFile();
}

/** Starts a headless Chromium that talks to nobody of its own accord. */
export async function launchBrowser() {
  const quiet = [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  // Chromium's sandbox refuses to work for root.
  const args = [...quiet, '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath: await chromiumFile(), args });
}
