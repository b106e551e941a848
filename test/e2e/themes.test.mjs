// Every kind of theme has icons of its own; the picture of each is kept in out/e2e for a person to look at.
import { deepEqual } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { openDemoWindow, THEMES } from './demo-window.mjs';
import { eventually } from './workbench.mjs';

const pictures = join(root, 'out', 'e2e');

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openDemoWindow>>} */
let vscode;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  browser = await launchBrowser();
  vscode = await openDemoWindow(browser);
  vscode.player.playTo('toolu_stub0006');
  await vscode.openFile('small.ts');
});
after(async () => {
  await vscode?.close();
  await browser?.close();
});

// The sets of icons are named like the themes of THEMES.
for (const theme of /** @type {(keyof typeof THEMES)[]} */ (Object.keys(THEMES))) {
  test(`the icons of ${THEMES[theme].name}`, async () => {
    await vscode.useTheme(theme);
    await eventually(async () => {
      const marks = await vscode.gutterMarks();
      deepEqual(
        marks.map(({ line, set }) => `${line} ${set}`),
        [5, 6, 7, 8, 9, 10].map((line) => `${line} ${theme}`),
      );
    });
    await vscode.page.screenshot({ path: join(pictures, `${theme}.png`) });
  });
}

test('at the edge of the text, marks leave the glyph margin to breakpoints', async () => {
  const settings = { 'readCoverage.show.gutter': false, 'readCoverage.show.textEdge': true };
  mkdirSync(join(vscode.folder, '.vscode'), { recursive: true });
  writeFileSync(join(vscode.folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  // From line 5: read twice, three times, twice again.
  const edges = ['double', 'solid', 'solid', 'double', 'double', 'double'].map((style) => `${style} 4px`);
  await eventually(async () => {
    const found = await vscode.editor.locator('.view-overlays .cdr').evaluateAll((elements) =>
      elements.map((element) => {
        const style = element.ownerDocument.defaultView?.getComputedStyle(element);
        return `${style?.borderLeftStyle} ${style?.borderLeftWidth}`;
      }),
    );
    deepEqual(
      found.filter((each) => each !== 'none 0px'),
      edges,
    );
    deepEqual(await vscode.gutterMarks(), []);
  });
  const number = await vscode.editor.locator('.line-numbers', { hasText: /^6$/ }).boundingBox();
  const margin = await vscode.editor.locator('.glyph-margin').boundingBox();
  await vscode.page.mouse.click((margin?.x ?? 0) + 8, (number?.y ?? 0) + 8);
  await vscode.editor.locator('.glyph-margin-widgets .codicon-debug-breakpoint').waitFor();
});
