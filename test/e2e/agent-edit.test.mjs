// The agent edits the file that is open: what is drawn is reset, and counts from the new text on.
import { deepEqual } from 'node:assert/strict';
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
  vscode.player.playTo('toolu_stub0003');
  await vscode.goToLine(50);
});
after(async () => {
  await vscode?.close();
  await browser?.close();
});

/** Marks of the lines around the edit. */
async function drawn() {
  const marks = await vscode.gutterMarks();
  return marks.filter(({ line }) => line >= 48 && line <= 52).map(({ line, mark }) => `${line} ${mark}`);
}

/** @param {string} mark */
const allOf = (mark) => [48, 49, 50, 51, 52].map((line) => `${line} ${mark}`);

test('before the edit, all lines are repeats', () =>
  eventually(async () => deepEqual(await drawn(), allOf('repeated'))));

test('after the edit, lines that stayed are carried and the written one is authored', async () => {
  vscode.player.playTo('toolu_stub0010');
  const expected = ['48 carried', '49 carried', '50 authored', '51 carried', '52 carried'];
  await eventually(async () => deepEqual(await drawn(), expected));
});

test('reads of the new text count from one', async () => {
  vscode.player.playTo('toolu_stub0011');
  await eventually(async () => deepEqual(await drawn(), allOf('once')));
  vscode.player.playTo('toolu_stub0012');
  await eventually(async () => deepEqual(await drawn(), allOf('again')));
});
