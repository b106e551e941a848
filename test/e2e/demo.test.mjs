// The recorded session, played into the log step by step, and what a person sees of it and does about it.
import { deepEqual, equal, match } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { openDemoWindow } from './demo-window.mjs';
import { eventually } from './workbench.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openDemoWindow>>} */
let vscode;
before(async () => {
  browser = await launchBrowser();
  vscode = await openDemoWindow(browser);
});
after(async () => {
  await vscode?.close();
  await browser?.close();
});

/** What is drawn beside each line in view: the mark's name, or nothing. @param {number} lines how many lines from the first */
async function drawn(lines) {
  const marks = new Map((await vscode.gutterMarks()).map(({ line, mark }) => [line, mark]));
  return Array.from({ length: lines }, (_, index) => marks.get(index + 1) ?? '');
}

/** @param {string} mark @param {number} times */
const all = (mark, times) => Array(times).fill(mark);

const status = async () =>
  String(await vscode.statusItem('readCoverage.status').first().getAttribute('aria-label'));

test('at first, the status bar says that nothing was read', async () => {
  await eventually(async () => match(await status(), /no agent has been seen to read here/));
  deepEqual(await drawn(20), all('', 20));
});

test('a first read is drawn beside every line, and the share is told', async () => {
  vscode.player.playTo('toolu_stub0001');
  await eventually(async () => deepEqual(await drawn(20), all('once', 20)));
  await eventually(async () => match(await status(), /given 100 percent of the active file/));
});

test('reads of the same lines are drawn as repeats and counted against the threshold', async () => {
  vscode.player.playTo('toolu_stub0002');
  await eventually(async () => deepEqual(await drawn(20), all('again', 20)));
  vscode.player.playTo('toolu_stub0003');
  await eventually(async () => deepEqual(await drawn(20), all('repeated', 20)));
  await eventually(async () => match(await status(), /2 reads .*brought nothing new, threshold 4/));
});

test('typing makes it another text: what is drawn is carried at most; undo brings the marks back', async () => {
  await vscode.goToLine(5);
  await vscode.page.keyboard.type('x');
  await eventually(async () => deepEqual(await drawn(8), [...all('carried', 4), '', ...all('carried', 3)]));
  await vscode.page.keyboard.press('Control+Z');
  await eventually(async () => deepEqual(await drawn(8), all('repeated', 8)));
});

test('another file shows what was read of it', async () => {
  vscode.player.playTo('toolu_stub0006');
  await vscode.openFile('small.ts');
  await eventually(async () =>
    deepEqual(await drawn(12), [...all('', 4), 'again', 'repeated', 'repeated', ...all('again', 3), '', '']),
  );
});

test('at the threshold one notification asks what to do', async () => {
  deepEqual(await vscode.notifications(), []);
  vscode.player.playTo('toolu_stub0009');
  const asked = await eventually(async () => {
    const all = await vscode.notifications();
    equal(all.length, 1);
    return all[0];
  });
  match(String(asked?.text), /4 reads without a new line, the last of src\/mid\.ts/);
  deepEqual(asked?.buttons, ['Stop agent', 'Show reads', 'Snooze', "Don't show again"]);
  match(await status(), /stop level is reached/);
});

test('Stop Agent shows what will be stopped, asks the harness, and tells when it took the stop', async () => {
  const stopFile = join(vscode.folder, '.read-coverage', 'stop.json');
  await vscode.pressInNotification('Stop agent');
  const choice = vscode.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'stop file' });
  await choice.waitFor();
  equal(existsSync(stopFile), false);
  await vscode.page.keyboard.press('Enter');
  await eventually(async () => {
    const request = JSON.parse(readFileSync(stopFile, 'utf8'));
    deepEqual([request.v, request.session, request.actor], [1, vscode.player.session, null]);
  });
  equal(vscode.player.next()?.kind, 'stopped');
  equal(vscode.player.state, 'stopped');
  await eventually(async () => match((await vscode.statusBar()).join('\n'), /(took the stop|stopped)/));
  await eventually(async () => equal(existsSync(stopFile), false));
});
