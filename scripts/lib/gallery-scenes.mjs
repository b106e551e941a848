// What the gallery shows, in the order in which one session brings it about.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDemoWindow } from '../../test/e2e/demo-window.mjs';
import { eventually } from '../../test/e2e/workbench.mjs';
import { clearContext, STATES_FILE, writeEveryState } from './every-state.mjs';

/** Wide enough for the pictures of the walkthrough. */
const SIZE = { width: 1360, height: 860 };
/** What is drawn, slid in or folded out by then. */
const SETTLED_MS = 1500;

/** @typedef {Awaited<ReturnType<typeof openDemoWindow>>} DemoWindow */
/** @typedef {(vscode: DemoWindow) => Promise<unknown>} Step */
/** @typedef {readonly [name: string, step: Step]} Scene */

/** @param {string} title @returns {Step} */
const command = (title) => (vscode) => vscode.runCommand(title);

/** @param {string} call @returns {Step} */
const play = (call) => async (vscode) => {
  vscode.player.playTo(call);
  await eventually(async () => {
    if ((await vscode.gutterMarks()).length === 0) throw new Error('Nothing is drawn.');
  });
};

/** Rests the pointer on what a selector finds. @param {string} selector @returns {Step} */
const pointAt = (selector) => (vscode) => vscode.page.locator(selector).first().hover();

/** @type {Step} */
const close = async (vscode) => {
  for (let times = 0; times < 2; times++) await vscode.page.keyboard.press('Escape');
  // Where nothing folds out.
  await vscode.page.mouse.move(SIZE.width / 3, 4);
};

/** @param {...Step} steps @returns {Step} */
const all =
  (...steps) =>
  async (vscode) => {
    for (const step of steps) await step(vscode);
  };

const STATUS = '.statusbar-item[id*="readCoverage.status"]';
const CLEAR = command('Notifications: Clear All Notifications');

/** @type {readonly Scene[]} */
const SESSION = [
  ['no-session', command('Explorer: Focus on Agent Reads View')],
  ['walkthrough', command('Read Coverage: Get Started')],
  [
    'settings',
    all(command('Preferences: Open Settings (UI)'), (vscode) => vscode.page.keyboard.type('readCoverage')),
  ],
  [
    'connect',
    // The settings stand in front of all else.
    all(close, command('View: Close All Editors'), command('Read Coverage: Connect an Agent')),
  ],
  ['calm', all(close, (vscode) => vscode.openFile('mid.ts'), play('toolu_stub0001'))],
  ['notice', play('toolu_stub0002')],
  ['warning', play('toolu_stub0003')],
  ['hover', pointAt('.view-line span span:last-child')],
  [
    'carried',
    all(
      close,
      (vscode) => vscode.goToLine(5),
      (vscode) => vscode.page.keyboard.type('x'),
    ),
  ],
  ['status-tooltip', all((vscode) => vscode.page.keyboard.press('Control+Z'), pointAt(STATUS))],
  ['stop-level', all(close, play('toolu_stub0009'))],
  ['reads', all(CLEAR, command('Read Coverage: Show Reads'))],
  ['menu', all(close, command('Read Coverage: Show Menu'))],
  ['why-nothing', all(close, command('Read Coverage: Why Is Nothing Shown'))],
  ['findings', all(close, command('Read Coverage: Show Findings'))],
  ['partly', all(close, (vscode) => vscode.openFile('small.ts'))],
  [
    'tree',
    all(command('Explorer: Focus on Agent Reads View'), async ({ page }) => {
      for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowDown'])
        await page.keyboard.press(key);
    }),
  ],
  [
    'compare',
    all(
      (vscode) => vscode.openFile('mid.ts'),
      play('toolu_stub0010'),
      command('Read Coverage: Compare with What'),
    ),
  ],
  [
    'map',
    all(
      async (vscode) => vscode.player.playTo('toolu_stub0012'),
      command('Read Coverage: Show Session Map'),
      (vscode) => vscode.mapFrame(),
    ),
  ],
  [
    'past',
    async (vscode) => {
      const map = await vscode.mapFrame();
      await map.locator('input[type=range]').first().focus();
      for (let times = 0; times < 6; times++) await vscode.page.keyboard.press('ArrowLeft');
    },
  ],
  ['past-editor', (vscode) => vscode.openFile('mid.ts')],
  ['stopping', all(command('Read Coverage: Stop Agent'))],
  ['stop-requested', (vscode) => vscode.page.keyboard.press('Enter')],
  ['stopped', async (vscode) => vscode.player.next()],
];

/** @type {Step} */
const everyState = async (vscode) => {
  writeEveryState(vscode.folder);
  await vscode.openFile(STATES_FILE);
};

const BESIDE_BREAKPOINTS = {
  'readCoverage.show.gutter': false,
  'readCoverage.show.textEdge': true,
};

/** Settings of the workspace, in place of those before. @param {Record<string, unknown>} settings @returns {Step} */
const settings = (settings) => async (vscode) => {
  const folder = join(vscode.folder, '.vscode');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
};

/** @type {Step} */
const breakpoints = async ({ page }) => {
  await sleep(SETTLED_MS);
  const margin = await page.locator('.glyph-margin').first().boundingBox();
  for (const line of [2, 8, 14]) {
    const numbers = page.locator('.line-numbers', { hasText: new RegExp(`^${line}$`) });
    const number = await numbers.first().boundingBox();
    if (margin && number) await page.mouse.click(margin.x + 8, number.y + 9);
  }
};

/** @type {readonly Scene[]} */
const STATES = [
  ['states', everyState],
  ['states-tint', settings({ 'readCoverage.show.lineTint': true })],
  ['states-beside-breakpoints', all(settings(BESIDE_BREAKPOINTS), breakpoints)],
  ['states-cleared', all(settings({}), async (vscode) => clearContext(vscode.folder))],
  [
    'states-edited',
    all(
      (vscode) => vscode.goToLine(1),
      (vscode) => vscode.page.keyboard.type('x'),
    ),
  ],
];

/**
 * Takes every scene in one theme.
 * @param {import('playwright-core').Browser} browser
 * @param {keyof typeof import('../../test/e2e/demo-window.mjs').THEMES} theme
 * @param {(name: string, png: Buffer) => void} keep
 * @returns {Promise<readonly string[]>} what went wrong
 */
export async function takeGallery(browser, theme, keep) {
  /** @type {string[]} */
  const faults = [];
  for (const scenes of [SESSION, STATES]) {
    const vscode = await openDemoWindow(browser, { theme, size: SIZE });
    for (const [name, step] of scenes) {
      // What one scene lacks, the next may still show.
      await step(vscode).catch((error) => faults.push(`${theme}, ${name}: ${error}`));
      await sleep(SETTLED_MS);
      keep(name, await vscode.page.screenshot());
    }
    await vscode.close();
  }
  return faults;
}
