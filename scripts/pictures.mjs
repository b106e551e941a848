// npm run pictures: makes the pictures of the README anew, from the session that the end-to-end tests play.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDemoWindow } from '../test/e2e/demo-window.mjs';
import { eventually } from '../test/e2e/workbench.mjs';
import { launchBrowser } from './lib/browser.mjs';
import { main } from './lib/main.mjs';
import { packageExtension } from './lib/package-extension.mjs';
import { root } from './lib/paths.mjs';

const folder = join(root, 'docs', 'pictures');

/** @typedef {Awaited<ReturnType<typeof openDemoWindow>>} DemoWindow */

/** Waits until something is drawn or shown. @param {() => Promise<boolean>} check */
const until = (check) =>
  eventually(async () => {
    if (!(await check())) throw new Error('What the picture is to show did not come.');
  });

/** @param {DemoWindow} vscode */
const marksDrawn = (vscode) => until(async () => (await vscode.gutterMarks()).length > 0);

/** A file that was read in part, some lines of it again. @param {DemoWindow} vscode */
async function marks(vscode) {
  vscode.player.playTo('toolu_stub0006');
  await vscode.openFile('small.ts');
  await marksDrawn(vscode);
}

/** The question at the threshold. @param {DemoWindow} vscode */
async function threshold(vscode) {
  vscode.player.playTo('toolu_stub0009');
  await until(async () => (await vscode.notifications()).length > 0);
}

/** @type {readonly {name: string, theme: 'dark' | 'light', scene: (vscode: DemoWindow) => Promise<void>}[]} */
const PICTURES = [
  { name: 'dark', theme: 'dark', scene: threshold },
  { name: 'light', theme: 'light', scene: marks },
];

await main(async () => {
  await packageExtension();
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  for (const { name, theme, scene } of PICTURES) {
    const vscode = await openDemoWindow(browser, { theme });
    await scene(vscode);
    await vscode.page.screenshot({ path: join(folder, `${name}.png`) });
    await vscode.close();
    console.log(`docs/pictures/${name}.png`);
  }
  await browser.close();
});
