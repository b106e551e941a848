// Writes the gutter icons, gutter/<theme kind>/<mark>.svg: `node media/gutter.mjs`.
//
// The family: bars are counted (one, two, three: read once, again, again and again) and grow to the left of a column
// that stays where it is, so that a change of state reads as one line with more beside it. A nib on the bar: written by
// the agent. Dots: carried over from an earlier version. A ring: glimpsed. No longer in the context: hairlines that no
// longer join from line to line.
//
// The icons are taller than a line and drawn unscaled, cut at the line's edges: bars join at every line height, and
// edges stay on whole pixels.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WIDTH = 16;
/** Tallest line that bars still fill. */
const HEIGHT = 96;
const MIDDLE = HEIGHT / 2;
/** Left edges of the columns, from the one that is always used. */
const COLUMNS = [11, 6, 1];
const BAR = 3;
/** Half of the height of what stays within a line. */
const REACH = 6;
/** At usual line heights (18, 19, 24 pixels) dots of this distance go on evenly in the next line. */
const DOT_DISTANCE = 6;

/** Told apart by lightness and hue, also with the three kinds of colour blindness; at least 3:1 on the background. */
const COLOURS = {
  dark: {
    once: '#4aa3f5',
    again: '#f2b632',
    repeated: '#ff5257',
    authored: '#8fdc9f',
    carried: '#9db4c8',
    glimpsed: '#b9b0c8',
  },
  light: {
    once: '#0b62c4',
    again: '#b07500',
    repeated: '#a81a2c',
    authored: '#1f9a6b',
    carried: '#5f7488',
    glimpsed: '#6f6480',
  },
  'hc-dark': {
    once: '#58b1ff',
    again: '#ffc53d',
    repeated: '#ff6166',
    authored: '#9cf0ae',
    carried: '#b9cbdb',
    glimpsed: '#d5cde2',
  },
  'hc-light': {
    once: '#0047a8',
    again: '#8f5e00',
    repeated: '#8c0f22',
    authored: '#0a7d50',
    carried: '#44586a',
    glimpsed: '#534966',
  },
};

const bar = (x) => `<path d="M${x} 0h${BAR}v${HEIGHT}h-${BAR}z"/>`;
const hairline = (x) => `<path d="M${x + 1} ${MIDDLE - REACH}h1v${2 * REACH}h-1z"/>`;
const bars = (count) => COLUMNS.slice(0, count).map(bar).join('');
const hairlines = (count) => COLUMNS.slice(0, count).map(hairline).join('');

const [COLUMN] = COLUMNS;
const CENTRE = COLUMN + BAR / 2;
const nib = `<path d="M${COLUMN} ${MIDDLE - 4}v8l-6-4z"/>`;
const nibOutline = `<path d="M${COLUMN + 1} ${MIDDLE - 3.5}l-5 3.5 5 3.5" fill="none" stroke="currentColor"/>`;
const ring = (radius, width) =>
  `<circle cx="${CENTRE - 0.5}" cy="${MIDDLE}" r="${radius}" fill="none" stroke="currentColor" stroke-width="${width}"/>`;

function dots(radius) {
  const circles = [];
  for (let y = MIDDLE % DOT_DISTANCE; y <= HEIGHT; y += DOT_DISTANCE) {
    circles.push(`<circle cx="${CENTRE}" cy="${y}" r="${radius}"/>`);
  }
  return circles.join('');
}

const SHAPES = {
  once: bars(1),
  'once-faded': hairlines(1),
  again: bars(2),
  'again-faded': hairlines(2),
  repeated: bars(3),
  'repeated-faded': hairlines(3),
  authored: bars(1) + nib,
  'authored-faded': hairlines(1) + nibOutline,
  carried: dots(1.75),
  'carried-faded': dots(1),
  glimpsed: ring(3, 1.5),
  'glimpsed-faded': ring(2, 1),
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
