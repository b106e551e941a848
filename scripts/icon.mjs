// npm run icon: makes media/icon.png, which the galleries show, from media/icon.svg. They take no SVG.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './lib/browser.mjs';
import { main } from './lib/main.mjs';
import { root } from './lib/paths.mjs';

const SIDE = 256;

await main(async () => {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: SIDE, height: SIDE } });
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block }</style>${readFileSync(join(root, 'media', 'icon.svg'), 'utf8')}`,
  );
  await page.screenshot({ path: join(root, 'media', 'icon.png'), omitBackground: true });
  await browser.close();
});
