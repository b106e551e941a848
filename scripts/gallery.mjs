// npm run gallery [-- THEME…]: a picture of every state and view in every kind of theme, in a page to look through.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { THEMES } from '../test/e2e/demo-window.mjs';
import { launchBrowser } from './lib/browser.mjs';
import { galleryPage } from './lib/gallery-page.mjs';
import { takeGallery } from './lib/gallery-scenes.mjs';
import { main, Told } from './lib/main.mjs';
import { packageExtension } from './lib/package-extension.mjs';
import { root } from './lib/paths.mjs';

const folder = join(root, 'out', 'gallery');

/** @param {string} name @returns {name is keyof typeof THEMES} */
const isTheme = (name) => Object.hasOwn(THEMES, name);

await main(async () => {
  const named = process.argv.slice(2);
  const themes = (named.length > 0 ? named : Object.keys(THEMES)).map((name) => {
    if (!isTheme(name)) throw new Told(`There is no theme "${name}": ${Object.keys(THEMES).join(', ')}.`);
    return name;
  });
  await packageExtension();
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  const faults = [];
  for (const theme of themes) {
    const keep = (/** @type {string} */ name, /** @type {Buffer} */ png) => {
      writeFileSync(join(folder, `${theme}-${name}.png`), png);
      console.log(`out/gallery/${theme}-${name}.png`);
    };
    faults.push(...(await takeGallery(browser, theme, keep)));
  }
  await browser.close();
  writeFileSync(join(folder, 'index.html'), galleryPage(folder));
  console.log('out/gallery/index.html');
  for (const fault of faults) console.error(fault);
  return faults.length > 0 ? 1 : 0;
});
