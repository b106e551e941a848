/** A small rasteriser for what the gutter icons are made of: paths of lines, circles and rounded squares. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Whether a point of the icon is inked. */
type Shape = (point: Point) => boolean;

/** Samples a pixel and direction. */
const SAMPLES = 4;

/** How much of each pixel is inked, 0 to 1, row by row. */
export type Raster = readonly (readonly number[])[];

/**
 * An icon as the editor draws it: around the middle of a square as high as a line, cut at its edges. The editor puts the
 * left edge on a whole pixel of the screen.
 * @param line height in CSS pixels
 * @param scale pixels of the screen in one CSS pixel
 */
export function rasterOf(svg: string, line: number, scale = 1): Raster {
  const [width, height] = [attribute(svg, 'width'), attribute(svg, 'height')];
  const shapes = shapesOf(svg);
  const top = (height - line) / 2;
  const left = 0.5 / SAMPLES;
  return Array.from({ length: line * scale }, (_, row) =>
    Array.from({ length: width * scale }, (_, column) => {
      let inked = 0;
      for (let sample = 0; sample < SAMPLES ** 2; sample++) {
        const x = (column + left + (sample % SAMPLES) / SAMPLES) / scale;
        const y = top + (row + left + Math.floor(sample / SAMPLES) / SAMPLES) / scale;
        if (shapes.some((isInked) => isInked({ x, y }))) inked++;
      }
      return inked / SAMPLES ** 2;
    }),
  );
}

function shapesOf(svg: string): readonly Shape[] {
  return [...svg.matchAll(/<(path|circle|rect) [^>]*>/g)].map(([element, name]) => {
    const half = element.includes('stroke=') ? attribute(element, 'stroke-width', 1) / 2 : undefined;
    if (name === 'circle') return circle(element, half);
    return name === 'rect' ? roundedSquare(element, half) : path(element, half);
  });
}

function circle(element: string, half: number | undefined): Shape {
  const [x, y, radius] = [attribute(element, 'cx'), attribute(element, 'cy'), attribute(element, 'r')];
  return (point) => isWithin(Math.hypot(point.x - x, point.y - y) - radius, half);
}

function roundedSquare(element: string, half: number | undefined): Shape {
  const [size, radius] = [attribute(element, 'width'), attribute(element, 'rx')];
  const x = attribute(element, 'x') + size / 2;
  const y = attribute(element, 'y') + size / 2;
  const straight = size / 2 - radius;
  return (point) => {
    const across = Math.abs(point.x - x) - straight;
    const down = Math.abs(point.y - y) - straight;
    const beyond = Math.hypot(Math.max(across, 0), Math.max(down, 0)) + Math.min(Math.max(across, down), 0);
    return isWithin(beyond - radius, half);
  };
}

/** `outside`: how far outside of the outline. */
function isWithin(outside: number, half: number | undefined): boolean {
  return half === undefined ? outside <= 0 : Math.abs(outside) <= half;
}

function path(element: string, half: number | undefined): Shape {
  const corners = cornersOf(/ d="([^"]*)"/.exec(element)?.[1] ?? '');
  const edges = corners.map((from, i) => ({ from, to: corners[(i + 1) % corners.length] ?? from }));
  if (half !== undefined) {
    return (point) => edges.slice(0, -1).some(({ from, to }) => distance(point, from, to) <= half);
  }
  return ({ x, y }) =>
    edges.filter(
      ({ from, to }) =>
        from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x),
    ).length %
      2 ===
    1;
}

/** Of a path of the commands M, h, v, l and z. */
function cornersOf(commands: string): readonly Point[] {
  const corners: Point[] = [];
  let at: Point = { x: 0, y: 0 };
  for (const [, command, rest] of commands.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (rest?.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === 'M') at = { x: 0, y: 0 };
    if (command !== 'z' && !'Mhvl'.includes(command ?? '?')) throw new Error(`Path command ${command}`);
    while (numbers.length > 0) {
      const x = command === 'v' ? 0 : (numbers.shift() ?? Number.NaN);
      const y = command === 'h' ? 0 : (numbers.shift() ?? Number.NaN);
      at = { x: at.x + x, y: at.y + y };
      corners.push(at);
    }
  }
  return corners;
}

function distance(point: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y);
  // With butt ends, as drawn.
  if (along < 0 || along > 1) return Number.POSITIVE_INFINITY;
  return Math.hypot(point.x - from.x - along * x, point.y - from.y - along * y);
}

function attribute(element: string, name: string, otherwise?: number): number {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? otherwise;
  if (value === undefined) throw new Error(`No ${name} in ${element}`);
  return Number(value);
}
