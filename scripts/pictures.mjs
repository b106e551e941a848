// npm run pictures: makes the pictures of the README anew, from the session that the end-to-end tests play.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDemoWindow } from '../test/e2e/demo-window.mjs';
import { eventually } from '../test/e2e/workbench.mjs';
import { launchBrowser } from './lib/browser.mjs';
import { main } from './lib/main.mjs';
import { packageExtension } from './lib/package-extension.mjs';
import { paletteOf } from './lib/palette.mjs';
import { root } from './lib/paths.mjs';
import { encodePng, pictureOf } from './lib/png.mjs';

const folder = join(root, 'docs', 'pictures');

const SIZE = { width: 1100, height: 620 };
const SMALL = { width: 820, height: 440 };
/** They ship with the extension: more colours are not seen. */
const COLOURS = 64;
/** What is drawn, slid in or folded out by then. */
const SETTLED_MS = 1500;

/** @typedef {Awaited<ReturnType<typeof openDemoWindow>>} DemoWindow */

/** @param {string} name @param {import('./lib/png.mjs').Frame[]} frames */
function write(name, frames) {
  const png = encodePng(
    frames,
    paletteOf(
      frames.map(({ picture }) => picture),
      COLOURS,
    ),
  );
  writeFileSync(join(folder, name), png);
  console.log(`docs/pictures/${name} (${png.length} bytes)`);
}

/** @param {DemoWindow} vscode */
async function take({ page }) {
  await sleep(SETTLED_MS);
  return pictureOf(await page.screenshot());
}

/** A file that was read in part, some lines of it again, and the question at the threshold. @param {DemoWindow} vscode */
async function atTheThreshold(vscode) {
  await vscode.openFile('small.ts');
  vscode.player.playTo('toolu_stub0009');
  await eventually(async () => {
    if ((await vscode.gutterMarks()).length === 0) throw new Error('Nothing is drawn.');
    if ((await vscode.notifications()).length === 0) throw new Error('Nothing is asked.');
  });
  await vscode.page.locator('[aria-label*="Agent Reads"] .monaco-list-row').first().waitFor();
  return take(vscode);
}

/** The map of the whole session, and the view of the Explorer. @param {DemoWindow} vscode */
async function mapOf(vscode) {
  vscode.player.playTo('toolu_stub0012');
  await vscode.runCommand('Notifications: Clear All Notifications');
  await vscode.runCommand('Explorer: Focus on Agent Reads View');
  await vscode.runCommand('Read Coverage: Show Session Map');
  await vscode.mapFrame();
  return take(vscode);
}

/** Waits until a line shows a mark, or none. @param {DemoWindow} vscode @param {number} at @param {string | undefined} mark */
const drawn = (vscode, at, mark) =>
  eventually(async () => {
    const found = (await vscode.gutterMarks()).find(({ line }) => line === at)?.mark;
    if (found !== mark) throw new Error(`Line ${at} shows ${found}, not ${mark}.`);
  });

/** The session from its first read to its end: reads, an edit by hand taken back, the threshold, the stop. @param {DemoWindow} vscode */
async function sessionOf(vscode) {
  const { page, player } = vscode;
  /** @type {import('./lib/png.mjs').Frame[]} */
  const frames = [];
  const show = async (/** @type {number} */ shownMs) => frames.push({ picture: await take(vscode), shownMs });
  await show(1200);
  for (const [call, mark] of /** @type {const} */ ([
    ['toolu_stub0001', 'once'],
    ['toolu_stub0002', 'again'],
    ['toolu_stub0003', 'repeated'],
  ])) {
    player.playTo(call);
    await drawn(vscode, 7, mark);
    await show(1500);
  }
  await vscode.goToLine(7);
  await page.keyboard.press('End');
  await page.keyboard.type(' edited');
  await drawn(vscode, 7, undefined);
  await show(2200);
  await page.keyboard.press('Control+Z');
  await drawn(vscode, 7, 'repeated');
  await show(1000);
  player.playTo('toolu_stub0009');
  await eventually(async () => {
    if ((await vscode.notifications()).length === 0) throw new Error('Nothing is asked.');
  });
  await show(2600);
  await vscode.pressInNotification('Stop agent');
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'stop file' }).waitFor();
  await show(1800);
  await page.keyboard.press('Enter');
  await eventually(async () => {
    if (!existsSync(join(vscode.folder, '.read-coverage', 'stop.json')))
      throw new Error('No stop is requested.');
  });
  player.next();
  await show(3500);
  return frames;
}

await main(async () => {
  await packageExtension();
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  const small = await openDemoWindow(browser, {
    size: SMALL,
    settings: { 'workbench.activityBar.location': 'hidden' },
  });
  await small.runCommand('View: Toggle Primary Side Bar Visibility');
  write('session.png', await sessionOf(small));
  await small.close();
  for (const theme of /** @type {const} */ (['dark', 'light'])) {
    const vscode = await openDemoWindow(browser, { theme, size: SIZE });
    write(`${theme}.png`, [{ picture: await atTheThreshold(vscode), shownMs: 0 }]);
    if (theme === 'dark') write('map.png', [{ picture: await mapOf(vscode), shownMs: 0 }]);
    await vscode.close();
  }
  await browser.close();
});
