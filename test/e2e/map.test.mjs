// The map of a session and the view of the Explorer, as a person and as a screen reader meet them.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { openDemoWindow } from './demo-window.mjs';
import { eventually } from './workbench.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openDemoWindow>>} */
let vscode;
before(async () => {
  browser = await launchBrowser();
  vscode = await openDemoWindow(browser);
  // What is appended to a log that is followed happens now: only then the files on disk are looked at.
  vscode.player.playTo('toolu_stub0001');
  await eventually(async () => ok((await vscode.gutterMarks()).length > 0));
  vscode.player.playTo('toolu_stub0009');
});
after(async () => {
  await vscode?.close();
  await browser?.close();
});

test('the view of the Explorer lists the session and its files, what wastes most first', async () => {
  await vscode.runCommand('Explorer: Focus on Agent Reads View');
  const rows = vscode.page.locator('[aria-label*="Agent Reads"] .monaco-list-row');
  await eventually(async () => {
    const labels = await rows.evaluateAll((all) => all.map((row) => String(row.getAttribute('aria-label'))));
    match(String(labels[0]), /^Claude Code .*live/);
    match(String(labels[1]), /^mid\.ts, [\d,]+ lines? again · 4\/5 nothing new · 100 %/);
    match(String(labels[2]), /^small\.ts, [\d,]+ lines? again · 2\/3 nothing new · 30 %/);
  });
});

test('the map tells each call in words, by keyboard alone', async () => {
  await vscode.runCommand('Read Coverage: Show Session Map');
  const frame = await vscode.mapFrame();
  await eventually(async () =>
    match(String(await frame.locator('#title').textContent()), /^Map: Claude Code/),
  );
  await frame.locator('canvas#map').focus();
  const details = frame.locator('#details');
  await vscode.page.keyboard.press('Home');
  await eventually(async () => match(String(await details.textContent()), /^1 of \d+ .*Your prompt/));
  await vscode.page.keyboard.press('ArrowRight');
  await eventually(async () =>
    match(String(await details.textContent()), /src\/mid\.ts — New: lines 1–400$/),
  );
  await vscode.page.keyboard.press('ArrowRight');
  await eventually(async () =>
    match(String(await details.textContent()), /Given again: lines .* — nothing new$/),
  );
  await vscode.page.keyboard.press('Enter');
  await vscode.page.locator('.tab.active[data-resource-name="mid.ts"]').waitFor();
  // Its lines are lit until the cursor moves, and nothing is selected that the next key would be typed over.
  await eventually(async () => ok((await litLines()) > 0));
  equal(await vscode.page.locator('.editor-instance .selected-text').count(), 0);
  await vscode.page.keyboard.press('ArrowDown');
  await eventually(async () => equal(await litLines(), 0));
});

/** How many lines in view have a background of ours. */
const litLines = () =>
  vscode.page.locator('.editor-instance .view-overlays .cdr[class*="ced-"]').evaluateAll(
    (all) =>
      all.filter((each) => {
        const style = each.ownerDocument.defaultView?.getComputedStyle(each);
        return style?.backgroundColor !== 'rgba(0, 0, 0, 0)';
      }).length,
  );

test('the slider takes the open editor back to what the agent had then, and forward again', async () => {
  await vscode.openFile('mid.ts');
  await vscode.goToLine(1);
  const marks = async () => new Set((await vscode.gutterMarks()).map(({ mark }) => mark));
  await eventually(async () => deepEqual(await marks(), new Set(['repeated'])));
  await vscode.runCommand('View: Split Editor Right');
  // Both sides of a split editor are marked.
  const halves = vscode.page.locator('.editor-instance .monaco-editor');
  await eventually(async () => {
    equal(await halves.count(), 2);
    for (const half of await halves.all())
      ok((await half.locator('.glyph-margin-widgets .cgmr').count()) > 0);
  });
  await vscode.runCommand('Read Coverage: Show Session Map');
  const frame = await vscode.mapFrame();
  const slider = frame.locator('#moment');
  await slider.focus();
  await vscode.page.keyboard.press('Home');
  await eventually(async () =>
    equal(await slider.getAttribute('aria-valuetext'), `0 of ${await slider.getAttribute('max')}`),
  );
  await vscode.page.keyboard.press('ArrowRight');
  await vscode.page.keyboard.press('ArrowRight');
  await eventually(async () => deepEqual(await marks(), new Set(['once'])));
  await vscode.runCommand('Read Coverage: Back to Now (Session Map)');
  await eventually(async () => equal(await slider.getAttribute('aria-valuetext'), 'now'));
  await eventually(async () => deepEqual(await marks(), new Set(['repeated'])));
  await slider.focus();
  await vscode.page.keyboard.press('Home');
  await eventually(async () => deepEqual(await marks(), new Set()));
  await vscode.page.keyboard.press('End');
  await eventually(async () => deepEqual(await marks(), new Set(['repeated'])));
});

test('a file of the view leads to the map of that file alone, and a key back to all', async () => {
  await vscode.runCommand('Explorer: Focus on Agent Reads View');
  const row = vscode.page.locator('[aria-label*="Agent Reads"] .monaco-list-row[aria-label^="small.ts"]');
  await row.click({ button: 'right' });
  await vscode.page.getByRole('menuitem', { name: 'Show Session Map' }).click();
  const frame = await vscode.mapFrame();
  const chosen = () => frame.locator('#file option:checked').textContent();
  await eventually(async () => equal(await chosen(), 'src/small.ts'));
  const details = frame.locator('#details');
  await frame.locator('canvas#map').focus();
  // Its calls, and what crosses all files.
  await vscode.page.keyboard.press('Home');
  await eventually(async () => match(String(await details.textContent()), /^1 of 4 .*Your prompt/));
  await vscode.page.keyboard.press('ArrowRight');
  await eventually(async () =>
    match(String(await details.textContent()), /^2 of 4 .*src\/small\.ts — New: lines 5–10$/),
  );
  await vscode.page.keyboard.press('f');
  await eventually(async () => match(String(await details.textContent()), /^5 of \d+ .*New: lines 5–10$/));
  equal(await chosen(), 'All files');
});

test('nothing of the map keeps anybody out', async () => {
  for (const theme of /** @type {const} */ (['dark', 'light', 'hc-dark', 'hc-light'])) {
    await vscode.useTheme(theme);
    const frame = await vscode.mapFrame();
    await frame.evaluate(axe);
    const found = await frame.evaluate(async () => {
      // @ts-expect-error: the script above put it there.
      const { violations } = await globalThis.axe.run();
      return violations.map(
        (/** @type {{id: string, nodes: {html: string}[]}} */ { id, nodes }) =>
          `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      );
    });
    deepEqual(found, [], theme);
  }
});
