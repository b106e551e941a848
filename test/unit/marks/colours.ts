/** Colour arithmetic for the tests of icons and theme colours; colours are `#rrggbb`. */
type Vector = readonly [number, number, number];

export type Vision = 'usual' | 'protanopia' | 'deuteranopia' | 'tritanopia';
export const VISIONS: readonly Vision[] = ['usual', 'protanopia', 'deuteranopia', 'tritanopia'];

/** Linear RGB as seen with each kind of vision (Machado, Oliveira, Fernandes 2009, severity 1), row by row. */
const SEEN: Readonly<Record<Vision, readonly [Vector, Vector, Vector]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function linear(colour: string): Vector {
  const channel = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const LUMINANCE: Vector = [0.2126, 0.7152, 0.0722];

/** WCAG contrast ratio. */
export function contrast(a: string, b: string): number {
  const [darker, lighter] = [dot(linear(a), LUMINANCE), dot(linear(b), LUMINANCE)].toSorted((x, y) => x - y);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Distance in CIELAB (1976) of two colours as seen with a kind of vision. */
export function distance(a: string, b: string, vision: Vision): number {
  const [x, y] = [lab(a, vision), lab(b, vision)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

function lab(colour: string, vision: Vision): Vector {
  const rgb = linear(colour);
  const see = (row: Vector): number => Math.min(1, Math.max(0, dot(row, rgb)));
  const [toR, toG, toB] = SEEN[vision];
  const seen: Vector = [see(toR), see(toG), see(toB)];
  const root = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = root(dot([0.4124564, 0.3575761, 0.1804375], seen) / 0.95047);
  const y = root(dot([0.2126729, 0.7151522, 0.072175], seen));
  const z = root(dot([0.0193339, 0.119192, 0.9503041], seen) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
