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

const SIZE = { width: 1100, height: 620 };

/** The map of the whole session, and the view of the Explorer. @param {Awaited<ReturnType<typeof openDemoWindow>>} vscode */
async function takeMap(vscode) {
  vscode.player.playTo('toolu_stub0012');
  await vscode.runCommand('Notifications: Clear All Notifications');
  await vscode.runCommand('Explorer: Focus on Agent Reads View');
  await vscode.runCommand('Read Coverage: Show Session Map');
  await eventually(async () => {
    for (const frame of vscode.page.frames()) {
      const titles = await frame.locator('#title').allTextContents();
      if (titles.some((title) => title.startsWith('Map: '))) return;
    }
    throw new Error('The map is not drawn.');
  });
  // The map draws in the next frame.
  await vscode.page.waitForTimeout(1500);
  await vscode.page.screenshot({ path: join(folder, 'map.png') });
  console.log('docs/pictures/map.png');
}

await main(async () => {
  await packageExtension();
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  for (const theme of /** @type {const} */ (['dark', 'light'])) {
    const vscode = await openDemoWindow(browser, { theme, size: SIZE });
    await vscode.openFile('small.ts');
    vscode.player.playTo('toolu_stub0009');
    // A file that was read in part, some lines of it again, and the question at the threshold.
    await eventually(async () => {
      if ((await vscode.gutterMarks()).length === 0) throw new Error('Nothing is drawn.');
      if ((await vscode.notifications()).length === 0) throw new Error('Nothing is asked.');
    });
    // The notification slides in.
    await vscode.page.waitForTimeout(1000);
    await vscode.page.screenshot({ path: join(folder, `${theme}.png`) });
    console.log(`docs/pictures/${theme}.png`);
    if (theme === 'dark') await takeMap(vscode);
    await vscode.close();
  }
  await browser.close();
});
