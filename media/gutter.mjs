// Writes the gutter icons, gutter/<theme kind>/<mark>.svg: `node media/gutter.mjs`.
//
// The family: bars are counted (one, two, three: read once, again, again and again) and grow to the left of a column
// that stays where it is, so that a change of state reads as one line with more beside it. A nib on the bar: written by
// the agent. Dots: carried over from an earlier version. A ring: glimpsed. No longer in the context: the same in hairlines
// that no longer join from line to line.
//
// The icons are taller than a line and drawn unscaled, around its middle and cut at its edges: bars join at every line
// height, and edges stay on whole pixels. The height is odd, since lines are by default where pixels are large (19 pixels);
// where they are even by default (18 pixels, macOS), half of a pixel is a whole one of the screen. What is around the middle
// therefore measures an odd number of pixels, and diagonals go one to one.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WIDTH = 16;
/** Tallest line that bars still fill. */
const HEIGHT = 97;
const MIDDLE = HEIGHT / 2;
/** Left edges of the columns, from the one that is always used; six apart, so that at 150 % they all look alike. */
const COLUMNS = [12, 6, 0];
const BAR = 3;
/** Half of the height of a hairline, which stays within a line. */
const REACH = 6.5;
/** Half of the height of the nib. */
const NIB = 4.5;
/** From dot to dot; at the usual line heights they go on in the next line as if nothing were between. */
const DOT_DISTANCE = 2 * BAR;

/** Told apart by lightness and hue, also with the three kinds of colour blindness; at least 3:1 on the background. */
const COLOURS = {
  dark: {
    once: '#4589ff',
    again: '#f7a918',
    repeated: '#f8363f',
    authored: '#82f2b9',
    carried: '#9cc6d3',
    glimpsed: '#a987bd',
  },
  light: {
    once: '#2d75f6',
    again: '#c27408',
    repeated: '#bd131b',
    authored: '#1d6343',
    carried: '#47738f',
    glimpsed: '#58107c',
  },
  'hc-dark': {
    once: '#2b95f8',
    again: '#fab505',
    repeated: '#ff4d52',
    authored: '#79e3b3',
    carried: '#c4f1fe',
    glimpsed: '#c4aaf6',
  },
  'hc-light': {
    once: '#265de9',
    again: '#986603',
    repeated: '#962d3d',
    authored: '#083a10',
    carried: '#2f5270',
    glimpsed: '#45014c',
  },
};

const bar = (x) => `<path d="M${x} 0h${BAR}v${HEIGHT}h-${BAR}z"/>`;
const hairline = (x) => `<path d="M${x + 1} ${MIDDLE - REACH}h1v${2 * REACH}h-1z"/>`;
const bars = (count) => COLUMNS.slice(0, count).map(bar).join('');
const hairlines = (count) => COLUMNS.slice(0, count).map(hairline).join('');

const [COLUMN] = COLUMNS;
const CENTRE = COLUMN + BAR / 2;
const nib = `<path d="M${COLUMN} ${MIDDLE - NIB}v${2 * NIB}l-${NIB}-${NIB}z"/>`;
/** Half a pixel less than the nib, so that the diagonals go through the middle of pixels. */
const nibOutline = `<path d="M${CENTRE} ${MIDDLE - 4}l-4 4 4 4" fill="none" stroke="currentColor"/>`;
/** Around a hole as wide as a bar; where there is no room left around the column, its outer edge is the icon's. */
const ring = `<circle cx="${WIDTH - 3.5}" cy="${MIDDLE}" r="2.5" fill="none" stroke="currentColor" stroke-width="2"/>`;
/** Rounded, not round: the sides are on whole pixels. */
const fineRing = `<rect x="${WIDTH - 5.5}" y="${MIDDLE - 2}" width="4" height="4" rx="1.5" fill="none" stroke="currentColor"/>`;

/** Shapes from edge to edge, one of them in the middle. */
function dotted(dot) {
  const dots = [];
  for (let y = MIDDLE % DOT_DISTANCE; y <= HEIGHT; y += DOT_DISTANCE) dots.push(dot(y));
  return dots.join('');
}
const dot = (y) => `<circle cx="${CENTRE}" cy="${y}" r="${BAR / 2}"/>`;
const fineDot = (y) => `<path d="M${CENTRE - 0.5} ${y - 1.5}h1v3h-1z"/>`;

const SHAPES = {
  once: bars(1),
  'once-faded': hairlines(1),
  again: bars(2),
  'again-faded': hairlines(2),
  repeated: bars(3),
  'repeated-faded': hairlines(3),
  authored: bars(1) + nib,
  'authored-faded': hairlines(1) + nibOutline,
  carried: dotted(dot),
  'carried-faded': dotted(fineDot),
  glimpsed: ring,
  'glimpsed-faded': fineRing,
};

function svg(shape, colour) {
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  const body = shape.replaceAll('currentColor', colour);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} fill="${colour}">${body}</svg>\n`;
}

const folder = join(dirname(fileURLToPath(import.meta.url)), 'gutter');
for (const [theme, colours] of Object.entries(COLOURS)) {
  mkdirSync(join(folder, theme), { recursive: true });
  for (const [mark, shape] of Object.entries(SHAPES)) {
    writeFileSync(join(folder, theme, `${mark}.svg`), svg(shape, colours[mark.replace('-faded', '')]));
  }
}
