// A VS Code window as a person sees it: what is shown, and what can be clicked and typed.

/** Generous: a busy machine is slow, and what never comes is a failure all the same. */
const PATIENCE_MS = 45_000;

/**
 * A mark of ours in the glyph margin: the line beside it (1-based), the icon's name (`again`) and its set (`dark`).
 * @typedef {{line: number, mark: string, set: string}} GutterMark
 */
/** @typedef {{text: string, buttons: readonly string[]}} Notification */

/** The icon in a CSS background-image, whose address VS Code may have encoded. */
const ICON = /gutter(?:%2F|\/)([\w-]+)(?:%2F|\/)([\w-]+)\.svg/i;

/** Reads the marks and the line numbers from the page and pairs those of one height. @param {import('playwright-core').Locator} editor */
async function gutterMarks(editor) {
  const numbers = await editor.locator('.margin-view-overlays .line-numbers').evaluateAll((elements) =>
    elements.map((element) => ({
      line: Number(element.textContent),
      top: Math.round(element.getBoundingClientRect().top),
    })),
  );
  const marks = await editor.locator('.glyph-margin-widgets .cgmr').evaluateAll((elements) =>
    elements.map((element) => ({
      image: String(element.ownerDocument.defaultView?.getComputedStyle(element).backgroundImage),
      top: Math.round(element.getBoundingClientRect().top),
    })),
  );
  const lines = new Map(numbers.map(({ line, top }) => [top, line]));
  return marks
    .flatMap(({ image, top }) => {
      const [, set, mark] = ICON.exec(image) ?? [];
      const line = lines.get(top);
      return set === undefined || mark === undefined || line === undefined ? [] : [{ line, mark, set }];
    })
    .sort((a, b) => a.line - b.line);
}

/**
 * @param {import('playwright-core').Page} page with an open workbench
 */
export function workbenchOf(page) {
  const editor = page.locator('.editor-instance .monaco-editor').first();
  const notification = page.locator('.notification-list-item');

  /**
   * Opens a quick pick by its keys, types, and takes the first row that says what is meant.
   * @param {readonly string[]} keys
   * @param {string} text
   * @param {string} [row] a part of what the row says; the text where left out
   */
  async function pick(keys, text, row = text) {
    for (const key of keys) await page.keyboard.press(key);
    const input = page.locator('.quick-input-widget input').first();
    await input.waitFor({ timeout: PATIENCE_MS });
    await input.pressSequentially(text);
    const rows = page.locator('.quick-input-list .monaco-list-row', { hasText: row });
    await rows.first().click({ timeout: PATIENCE_MS });
  }

  return {
    page,
    editor,
    /** Opens a file by its name, without folders. @param {string} name */
    async openFile(name) {
      await pick(['Control+P'], name);
      await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor({ timeout: PATIENCE_MS });
      await editor.locator('.view-line').first().waitFor({ timeout: PATIENCE_MS });
    },
    /** Runs a command by its title, as the palette shows it. @param {string} title */
    runCommand: (title) => pick(['F1'], title),
    /** Changes the colour theme, by the name that the picker shows. @param {string} name */
    useTheme: (name) => pick(['Control+K', 'Control+T'], name),
    /** Moves the cursor to the start of a line. @param {number} line */
    goToLine: (line) => pick(['Control+G'], String(line)),
    /** @returns {Promise<readonly GutterMark[]>} the marks of the lines in view, by line */
    gutterMarks: () => gutterMarks(editor),
    /** What a screen reader says of each status bar item. @returns {Promise<readonly string[]>} */
    statusBar: () =>
      page
        .locator('.statusbar .statusbar-item')
        .evaluateAll((items) => items.map((item) => String(item.getAttribute('aria-label')))),
    /** The status bar item whose id holds `part`. @param {string} part */
    statusItem: (part) => page.locator(`.statusbar .statusbar-item[id*="${part}"]`),
    /** @returns {Promise<readonly Notification[]>} */
    notifications: () =>
      notification.evaluateAll((items) =>
        items.map((item) => ({
          text: String(item.querySelector('.notification-list-item-message')?.textContent),
          buttons: [...item.querySelectorAll('.notification-list-item-buttons-container .monaco-button')].map(
            (button) => String(button.textContent),
          ),
        })),
      ),
    /** The page of the open map, within the frames that the workbench puts around it, once it is drawn. */
    mapFrame: () =>
      eventually(async () => {
        for (const frame of page.frames()) {
          const titles = await frame.locator('#title').allTextContents();
          if (titles.some((title) => title.startsWith('Map: '))) return frame;
        }
        throw new Error('The map is not drawn.');
      }),
    /** Presses a button of a notification. @param {string} label */
    pressInNotification: (label) =>
      notification.locator('.monaco-button', { hasText: label }).first().click({ timeout: PATIENCE_MS }),
  };
}

/** @typedef {ReturnType<typeof workbenchOf>} Workbench */

/**
 * Asks until `check` no longer throws, and gives what it gave; after `withinMs` its last error is thrown.
 * @template T
 * @param {() => Promise<T>} check
 * @param {number} [withinMs]
 * @returns {Promise<T>}
 */
export async function eventually(check, withinMs = PATIENCE_MS) {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
