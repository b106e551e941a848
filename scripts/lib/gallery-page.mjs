// The page of the gallery: what there are pictures of, one below the other, each beside a copy in greyscale.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; background: #808080; color: #000; }
  section { display: grid; grid-template-columns: repeat(2, max-content); gap: 1rem; margin-bottom: 3rem; }
  h2 { grid-column: 1 / -1; margin: 0; }
  .grey { filter: grayscale(1); }
  .icons { display: flex; gap: 1rem; }
  .icons div { padding: 8px; width: max-content; }
  .icons i { display: block; width: 19px; height: 19px; background: center no-repeat; }
`;

/** Backgrounds of the editor, by the set of icons. */
const BACKGROUNDS = { dark: '#1f1f1f', light: '#ffffff', 'hc-dark': '#000000', 'hc-light': '#ffffff' };

/** Every icon on two lines, as the gutter shows it: also those that no recording brings about. */
function icons() {
  const sets = Object.entries(BACKGROUNDS).map(([set, background]) => {
    const folder = join(root, 'media', 'gutter', set);
    const drawn = readdirSync(folder).map((name) => {
      const image = `data:image/svg+xml;base64,${readFileSync(join(folder, name)).toString('base64')}`;
      return `<i title="${name}" style="background-image: url(${image})"></i>`.repeat(2);
    });
    return `<div style="background-color: ${background}">${drawn.join('')}</div>`;
  });
  return `<div class="icons">${sets.join('')}</div>`;
}

/** @param {string} folder of the pictures; those that it holds are shown */
export function galleryPage(folder) {
  const pictures = readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .sort();
  const shown = pictures.map(
    (name) => `<h2>${name}</h2><img src="${name}" alt=""><img class="grey" src="${name}" alt="">`,
  );
  const sheet = icons();
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style>
<section><h2>Icons</h2>${sheet}<div class="grey">${sheet}</div></section>
${shown.map((picture) => `<section>${picture}</section>`).join('\n')}
`;
}
