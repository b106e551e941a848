// Writes the pictures of the walkthrough, walkthrough/*.svg: `node media/walkthrough.mjs`.
//
// VS Code puts them into its own page: colours of the theme are variables there, and neither scripts nor style sheets
// count. The marks are those of the gutter, so that the legend shows what a person will see.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

// A theme need not have a colour. Those that then stand for it are seen on dark and on light.
const TEXT = 'var(--vscode-foreground, #808080)';
const FAINT = 'var(--vscode-descriptionForeground, #808080)';
const PAPER = 'var(--vscode-editor-background, transparent)';
const EDGE = 'var(--vscode-editorLineNumber-foreground, #808080)';
const FONT = 'font-family="sans-serif" font-size="13"';

/** @type {Readonly<Record<string, string>>} */
const SEEN_ANYWHERE = {
  once: '#4589ff',
  again: '#c27408',
  repeated: '#f8363f',
  authored: '#2e9e6b',
  carried: '#5f93ad',
  glimpsed: '#a06cc0',
};

/**
 * VS Code makes a hyphen of the first dot in the name of a colour only; a later one would make one of each.
 * @param {string} mark of the gutter, perhaps faded
 */
function colourOf(mark) {
  const name = mark.replace('-faded', '');
  const seen = SEEN_ANYWHERE[name];
  if (seen === undefined) throw new Error(`${mark} has no colour`);
  return `var(--vscode-readCoverage-ruler\\.${name}, var(--vscode-readCoverage-ruler-${name}, ${seen}))`;
}

/**
 * A mark as the gutter cuts it: the middle of its icon. (The page of VS Code lays out each SVG element as a picture of its
 * own, also one within another: so it is cut by a path.)
 * @param {string} mark
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
function markAt(mark, x, y, height) {
  const icon = readFileSync(join(here, 'gutter', 'dark', `${mark}.svg`), 'utf8');
  const [, size, colour, body] = /viewBox="0 0 16 (\d+)" fill="(#[0-9a-f]{6})">(.*)<\/svg>/.exec(icon) ?? [];
  if (size === undefined || colour === undefined || body === undefined) {
    throw new Error(`${mark} has another form`);
  }
  const inked = body.replaceAll(colour, colourOf(mark));
  const top = (Number(size) - height) / 2;
  return (
    `<clipPath id="mark-${mark}"><path d="M${x} ${y}h16v${height}h-16z"/></clipPath>` +
    `<g clip-path="url(#mark-${mark})"><g transform="translate(${x} ${y - top})" fill="${colourOf(mark)}">${inked}</g></g>`
  );
}

/** @param {number} x @param {number} y of the base line @param {string} words @param {string} [more] attributes */
const text = (x, y, words, more = '') =>
  `<text x="${x}" y="${y}" fill="${TEXT}" ${FONT} ${more}>${words}</text>`;

/** @param {number} x @param {number} y of the base line @param {string} words */
const faint = (x, y, words) => `<text x="${x}" y="${y}" fill="${FAINT}" ${FONT}>${words}</text>`;

/** @param {number} width @param {number} height @param {string} body */
function picture(width, height, body) {
  const paper = `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="5" fill="${PAPER}" stroke="${EDGE}" stroke-opacity="0.5"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${paper}${body}</svg>\n`;
}

function marks() {
  const rows = [
    ['once', 'given once'],
    ['again', 'given twice'],
    ['repeated', 'given three times or more'],
    ['authored', 'written by the agent itself'],
    ['carried', 'given in an earlier version, unchanged since'],
    ['glimpsed', 'only displayed by a search'],
    ['repeated-faded', 'any mark, thin: no longer in its context'],
  ];
  const body = rows.map(([mark = '', words = ''], row) => {
    const y = 14 + row * 32;
    return markAt(mark, 20, y, 24) + text(56, y + 17, words);
  });
  return picture(380, 14 + rows.length * 32 + 6, body.join(''));
}

/** A box of the workbench. @param {number} x @param {number} y @param {number} width @param {number} height @param {string} [more] */
const box = (x, y, width, height, more = '') =>
  `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="3" fill="none" stroke="${EDGE}" ${more}/>`;

/** A button; the one that matters is filled. @param {number} x @param {number} y @param {number} width @param {string} words @param {boolean} [first] */
function button(x, y, width, words, first = false) {
  const fill = first
    ? `fill="var(--vscode-button-background, #0f62c9)" stroke="var(--vscode-button-border, transparent)"`
    : `fill="none" stroke="${EDGE}"`;
  const colour = first ? 'var(--vscode-button-foreground, #ffffff)' : TEXT;
  return (
    `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="25" rx="3" ${fill}/>` +
    `<text x="${x + width / 2}" y="${y + 17}" fill="${colour}" ${FONT} text-anchor="middle">${words}</text>`
  );
}

/** A box with a tick, or without. @param {number} x @param {number} y @param {boolean} ticked */
const tickBox = (x, y, ticked) =>
  box(x, y, 16, 16) +
  (ticked ? `<path d="M${x + 4} ${y + 8}l3 3 5-6" fill="none" stroke="${TEXT}" stroke-width="1.5"/>` : '');

function agents() {
  const rows = /** @type {const} */ ([
    ['Claude Code', true],
    ['Codex', true],
    ['Gemini CLI', false],
  ]);
  const body = rows.map(([name, ticked], row) => {
    const y = 20 + row * 32;
    return tickBox(20, y, ticked) + text(48, y + 13, name);
  });
  return picture(
    380,
    154,
    body.join('') + faint(20, 132, 'A folder is opened only after you ticked its agent.'),
  );
}

function streak() {
  const states = /** @type {const} */ ([
    ['1/6', 'one read brought nothing new', false],
    ['3/6 · 62 %', 'three in a row; 62 % of this file was given', false],
    ['6/6 · 100 %', 'the stop level: you are asked, once', true],
  ]);
  const body = states.map(([counter, words, warns], row) => {
    const y = 20 + row * 44;
    const filled = `fill="var(--vscode-statusBarItem-warningBackground, #7a6400)" stroke="${EDGE}"`;
    const colour = warns ? 'var(--vscode-statusBarItem-warningForeground, #ffffff)' : TEXT;
    return (
      (warns
        ? `<rect x="20.5" y="${y + 0.5}" width="109" height="27" rx="3" ${filled}/>`
        : box(20, y, 110, 28)) +
      `<text x="75" y="${y + 19}" fill="${colour}" ${FONT} text-anchor="middle">${counter}</text>` +
      text(146, y + 19, words)
    );
  });
  return picture(430, 158, body.join(''));
}

function stop() {
  return picture(
    430,
    132,
    box(16, 16, 398, 100) +
      text(32, 44, 'Claude Code made 6 reads without a new line,') +
      text(32, 64, 'the last of src/mid.ts:1–120.') +
      button(28, 78, 88, 'Stop agent', true) +
      button(122, 78, 90, 'Show reads') +
      button(218, 78, 64, 'Snooze') +
      button(288, 78, 118, 'Don’t show again'),
  );
}

function session() {
  const NEW = 'var(--vscode-readCoverage-map-new, #3794ff)';
  const AGAIN = 'var(--vscode-readCoverage-map-again, #e2a03f)';
  const CHANGE = 'var(--vscode-readCoverage-map-change, #b180d7)';
  /** A read of a file: where it stands among the calls, and which part of the file it gave. */
  const bar = (
    /** @type {number} */ call,
    /** @type {number} */ top,
    /** @type {number} */ height,
    colour = NEW,
  ) => {
    const x = 90 + call * 26;
    const notch = colour === AGAIN ? `<path d="M${x + 6} ${top}h3v${height}h-3z" fill="${PAPER}"/>` : '';
    return `<rect x="${x}" y="${top}" width="15" height="${height}" fill="${colour}"/>${notch}`;
  };
  const reads = [
    bar(0, 20, 64),
    bar(1, 20, 30, AGAIN),
    bar(2, 30, 30, AGAIN),
    bar(3, 104, 40),
    bar(4, 104, 24, AGAIN),
    bar(5, 44, 6, CHANGE),
    bar(6, 20, 64),
    bar(7, 20, 64, AGAIN),
  ];
  const legend = [bar(-2.7, 164, 15), text(42, 177, 'new')];
  legend.push(bar(0, 164, 15, AGAIN), text(112, 177, 'given again'));
  legend.push(bar(4.5, 164, 15, CHANGE), text(230, 177, 'changed by the agent'));
  const frame = `<path d="M20 94.5h278M20 154.5h278" stroke="${EDGE}" stroke-opacity="0.6"/>`;
  const files = text(20, 56, 'mid.ts') + text(20, 128, 'small.ts');
  return picture(380, 196, files + reads.join('') + frame + legend.join(''));
}

function connect() {
  const arrow = (/** @type {string} */ path) => `<path d="${path}" fill="none" stroke="${TEXT}"/>`;
  return picture(
    430,
    132,
    box(20, 36, 110, 60) +
      text(75, 71, 'agent', 'text-anchor="middle"') +
      box(290, 36, 120, 60) +
      text(350, 71, 'this window', 'text-anchor="middle"') +
      arrow('M134 54.5h152m-6-4l6 4-6 4') +
      text(210, 46, 'each call, sooner', 'text-anchor="middle"') +
      arrow('M286 78.5h-152m6-4l-6 4 6 4') +
      text(210, 98, 'stop', 'text-anchor="middle"'),
  );
}

function why() {
  const rows = /** @type {const} */ ([
    ['README.md: not read in this session', 'Choose another session'],
    ['Codex: waits for your permission', 'Show its sessions'],
    ['Marks are switched off', 'Switch them on'],
  ]);
  const body = rows.map(([reason, fix], row) => {
    const y = 20 + row * 44;
    return text(20, y + 17, reason) + button(262, y, 176, fix);
  });
  return picture(456, 152, body.join(''));
}

export const PICTURES = { marks, agents, streak, stop, session, connect, why };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(here, 'walkthrough'), { recursive: true });
  for (const [name, draw] of Object.entries(PICTURES)) {
    writeFileSync(join(here, 'walkthrough', `${name}.svg`), draw());
  }
}
