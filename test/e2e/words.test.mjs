// What leads a newcomer on: the walkthrough, the menu, why nothing is shown and what mends it; and the answers to the
// question at the stop level that do not stop.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
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

const status = async () =>
  String(await vscode.statusItem('readCoverage.status').first().getAttribute('aria-label'));

/** The row of an open quick pick that says this. @param {string} text */
const row = (text) => vscode.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();

/** Takes an entry of the menu of the status bar. @param {string} text */
async function takeFromMenu(text) {
  await vscode.statusItem('readCoverage.status').first().click();
  await vscode.page.locator('.quick-input-widget input').first().fill(text);
  await row(text).click();
}

/** A step of the walkthrough. @param {string} id */
const step = (id) => vscode.page.locator(`.getting-started-step[data-step-id$="#start#${id}"]`);

/** A harness tells of a session that reads the same lines again and again. @param {string} session */
function readForNothing(session) {
  const path = 'src/mid.ts';
  const bytes = readFileSync(join(vscode.folder, path));
  const contentHash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const rows = [1, 2, 3, 4, 5].map((call) => ({
    v: 1,
    kind: 'read',
    session,
    call: `${session}-${call}`,
    time: Date.now(),
    path,
    returned: [[1, 20]],
    totalLines: 400,
    outcome: 'complete',
    contentHash,
  }));
  const log = join(vscode.folder, '.read-coverage', `${session}.jsonl`);
  appendFileSync(log, rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

const notifications = async () => (await vscode.notifications()).map(({ text }) => text);

test('the menu leads to what the marks mean, in the walkthrough', async () => {
  await takeFromMenu('What Do the Marks Mean?');
  await step('marks').locator('.monaco-button', { hasText: 'Explain Line' }).waitFor();
  match(String(await step('marks').textContent()), /three times or more/);
});

test('a step of the walkthrough does what it says, and is done then', async () => {
  await step('why').click();
  await step('why').locator('.monaco-button', { hasText: 'Why Is Nothing Shown?' }).click();
  await row('No file is open in the active editor').waitFor();
  await vscode.page.keyboard.press('Escape');
  await step('why').locator('.codicon.complete').waitFor();
});

test('where marks are switched off, the answer to why nothing is shown switches them on', async () => {
  await vscode.openFile('mid.ts');
  vscode.player.playTo('toolu_stub0001');
  await eventually(async () => ok((await vscode.gutterMarks()).length > 0));
  await vscode.runCommand('Read Coverage: Toggle Marks');
  await eventually(async () => deepEqual(await vscode.gutterMarks(), []));
  await vscode.runCommand('Read Coverage: Why Is Nothing Shown?');
  await row('Marks are switched off').click();
  await eventually(async () => ok((await vscode.gutterMarks()).length > 0));
});

test('a file that was not read is said to be, and leads to those that were', async () => {
  await vscode.openFile('README.md');
  await eventually(async () => match(await status(), /README\.md was not read in this session/));
  await takeFromMenu('Why Is Nothing Shown?');
  await row('README.md: the session that is drawn has not read this file').click();
  await vscode.page.locator('[aria-label*="Agent Reads"] .monaco-list-row', { hasText: 'mid.ts' }).waitFor();
});

test('Snooze counts from here', async () => {
  vscode.player.playTo('toolu_stub0009');
  await eventually(async () => match(await status(), /stop level is reached/));
  await vscode.pressInNotification('Snooze');
  await eventually(async () => ok(!/stop level is reached/.test(await status())));
  deepEqual(await notifications(), []);
});

test("Don't show again asks no more, until a person wants to be asked again", async () => {
  readForNothing('second');
  await eventually(async () => match(String(await notifications()), /4 reads without a new line/));
  await vscode.pressInNotification("Don't show again");
  await eventually(async () => match(String(await notifications()), /^The status bar still turns/));
  readForNothing('third');
  await eventually(async () => match(await status(), /stop level is reached/));
  equal((await notifications()).length, 1);
  await takeFromMenu('Ask Again');
  readForNothing('fourth');
  await eventually(async () => match(String(await notifications()), /fourth.* 4 reads without a new line/));
});
