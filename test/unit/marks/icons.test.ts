import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MARK_STATES, MARKS } from '../../../src/editor/marks/lineStates';
import { contrast, distance, lightness, over, VISIONS } from './colours';
import { rasterOf } from './raster';

const ROOT = join(import.meta.dirname, '../../..');
const BACKGROUNDS = { dark: '#1f1f1f', light: '#ffffff', 'hc-dark': '#000000', 'hc-light': '#ffffff' };
/** Those of the other themes that come with VS Code. */
const MORE_BACKGROUNDS = {
  dark: ['#1e1e1e', '#272822', '#002b36', '#002451', '#000c18', '#390000', '#221a0f'],
  light: ['#f5f5f5', '#fdf6e3'],
  'hc-dark': [],
  'hc-light': [],
};
const THEMES = Object.keys(BACKGROUNDS) as readonly (keyof typeof BACKGROUNDS)[];

function icon(theme: string, mark: string): string {
  return readFileSync(join(ROOT, 'media/gutter', theme, `${mark}.svg`), 'utf8');
}

function colour(svg: string): string {
  const colours = new Set(svg.match(/#[0-9a-f]{6}/g));
  expect(colours.size).toBe(1);
  return [...colours].join();
}

/** All pairs of different ones. */
function* pairs<T>(all: readonly T[]): Generator<readonly [T, T]> {
  for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) yield [a, b];
}

/** How light each pixel of an icon is in greyscale, on its background. */
function grey(theme: keyof typeof BACKGROUNDS, mark: string, line: number): readonly number[] {
  const svg = icon(theme, mark);
  return rasterOf(svg, line)
    .flat()
    .map((share) => {
      const alpha = Math.round(255 * share)
        .toString(16)
        .padStart(2, '0');
      return lightness(over(`${colour(svg)}${alpha}`, BACKGROUNDS[theme]));
    });
}

describe('gutter icons', () => {
  it('are those that the generator writes, one for each mark and theme kind', () => {
    const committed = THEMES.flatMap((theme) => MARKS.map((mark) => [theme, mark, icon(theme, mark)]));
    execFileSync(process.execPath, [join(ROOT, 'media/gutter.mjs')]);
    expect(THEMES.flatMap((theme) => MARKS.map((mark) => [theme, mark, icon(theme, mark)]))).toEqual(
      committed,
    );
    for (const theme of THEMES) {
      expect(readdirSync(join(ROOT, 'media/gutter', theme)).toSorted()).toEqual(
        MARKS.map((mark) => `${mark}.svg`).toSorted(),
      );
    }
  });

  it('stand out from the background, the faded ones too: they are thinner, not paler', () => {
    for (const theme of THEMES) {
      for (const mark of MARKS) {
        for (const background of [BACKGROUNDS[theme], ...MORE_BACKGROUNDS[theme]]) {
          const told = `${theme} ${mark} on ${background}`;
          expect(contrast(colour(icon(theme, mark)), background), told).toBeGreaterThanOrEqual(3);
        }
      }
    }
  });

  it('differ in greyscale, so that no colour is needed', () => {
    for (const theme of THEMES) {
      // The lines of 14 and of 12 pixels' text.
      for (const line of [19, 18]) {
        const drawn = MARKS.map((mark) => ({ mark, pixels: grey(theme, mark, line) }));
        for (const [a, b] of pairs(drawn)) {
          const apart = a.pixels.filter((light, i) => Math.abs(light - (b.pixels[i] ?? 0)) > 20).length;
          expect(apart, `${theme} ${a.mark} ${b.mark}`).toBeGreaterThanOrEqual(8);
        }
      }
    }
  });

  it('have their straight edges on whole pixels', () => {
    const straight = MARKS.filter((mark) => /^(once|again|repeated)|^carried-faded/.test(mark));
    for (const mark of straight) {
      for (const [line, scale] of [
        [19, 1],
        [19, 2],
        [19, 3],
        [18, 2],
      ] as const) {
        const shares = new Set(rasterOf(icon('dark', mark), line, scale).flat());
        expect([...shares].toSorted(), `${mark} at ${line} x ${scale}`).toEqual([0, 1]);
      }
    }
  });

  it('are the same shapes in every theme', () => {
    const shape = (theme: string, mark: string): string => icon(theme, mark).replaceAll(/#[0-9a-f]{6}/g, '');
    for (const theme of THEMES)
      for (const mark of MARKS) expect(shape(theme, mark)).toBe(shape('dark', mark));
  });
});

describe('theme colours', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const texts = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8'));
  const kinds = {
    dark: 'dark',
    light: 'light',
    highContrast: 'hc-dark',
    highContrastLight: 'hc-light',
  } as const;

  it('are those of the icons, with a default for each kind of theme', () => {
    const expected = ['ruler', 'tint'].flatMap((place) => [
      ...MARK_STATES.map((state) => [`readCoverage.${place}.${state}`, state] as const),
      [`readCoverage.${place}.faded`, undefined] as const,
    ]);
    const contributed: readonly { id: string; description: string; defaults: Record<string, string> }[] =
      manifest.contributes.colors;
    expect(contributed.map(({ id }) => id).toSorted()).toEqual(expected.map(([id]) => id).toSorted());
    for (const [id, state] of expected) {
      const found = contributed.find((each) => each.id === id);
      expect(texts[found?.description.replaceAll('%', '') ?? '']).toBeTypeOf('string');
      for (const [kind, theme] of Object.entries(kinds)) {
        const value = found?.defaults[kind] ?? '';
        expect(value).toMatch(id.includes('.tint.') ? /^#[0-9a-f]{8}$/ : /^#[0-9a-f]{6}$/);
        if (state !== undefined) expect(value.slice(0, 7), `${id} ${kind}`).toBe(colour(icon(theme, state)));
      }
    }
  });

  const defaultOf = (id: string, kind: string): string =>
    manifest.contributes.colors.find((each: { id: string }) => each.id === id).defaults[kind];

  it.each([
    // The strokes of the ruler are apart from each other, tints are large and may touch.
    { place: 'ruler', least: 7.5 },
    { place: 'tint', least: 0.9 },
  ])('of the $place are told apart with every kind of colour vision', ({ place, least }) => {
    for (const [kind, theme] of Object.entries(kinds)) {
      const background = BACKGROUNDS[theme];
      const seen = [...MARK_STATES, 'faded'].map((state) => {
        const value = defaultOf(`readCoverage.${place}.${state}`, kind);
        return { state, colour: value.length > 7 ? over(value, background) : value };
      });
      for (const vision of VISIONS) {
        for (const [a, b] of pairs([
          ...seen,
          ...(place === 'tint' ? [{ state: 'none', colour: background }] : []),
        ])) {
          const apart = distance(a.colour, b.colour, vision);
          expect(apart, `${kind} ${vision} ${a.state} ${b.state}`).toBeGreaterThan(least);
        }
      }
    }
  });

  it('of the ruler stand out from the background', () => {
    for (const [kind, theme] of Object.entries(kinds)) {
      for (const state of [...MARK_STATES, 'faded']) {
        const value = defaultOf(`readCoverage.ruler.${state}`, kind);
        expect(contrast(value, BACKGROUNDS[theme]), `${kind} ${state}`).toBeGreaterThanOrEqual(3);
      }
    }
  });
});
