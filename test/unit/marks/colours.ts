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

/** A colour with an alpha value (`#rrggbbaa`) as it is on a background. */
export function over(colour: string, background: string): string {
  const share = Number.parseInt(colour.slice(7, 9), 16) / 255;
  const mixed = [1, 3, 5].map((at) => {
    const [top, bottom] = [colour, background].map((each) => Number.parseInt(each.slice(at, at + 2), 16));
    return Math.round(share * (top ?? 0) + (1 - share) * (bottom ?? 0));
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** How light a colour is, from 0 to 100, without any hue (CIE L*). */
export function lightness(colour: string): number {
  const y = dot(linear(colour), LUMINANCE);
  return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
}

/** Distance in OKLab of two colours as seen with a kind of vision, times 100: about 2 are just noticed side by side. */
export function distance(a: string, b: string, vision: Vision): number {
  const [x, y] = [oklab(a, vision), oklab(b, vision)];
  return 100 * Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

function oklab(colour: string, vision: Vision): Vector {
  const rgb = linear(colour);
  const see = (row: Vector): number => Math.min(1, Math.max(0, dot(row, rgb)));
  const [toR, toG, toB] = SEEN[vision];
  const seen: Vector = [see(toR), see(toG), see(toB)];
  const cones: Vector = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], seen)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], seen)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], seen)),
  ];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}
