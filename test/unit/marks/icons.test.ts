import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MARK_STATES, MARKS } from '../../../src/editor/marks/lineStates';
import { contrast, distance, VISIONS } from './colours';

const ROOT = join(import.meta.dirname, '../../..');
const BACKGROUNDS = { dark: '#1f1f1f', light: '#ffffff', 'hc-dark': '#000000', 'hc-light': '#ffffff' };
const THEMES = Object.keys(BACKGROUNDS) as readonly (keyof typeof BACKGROUNDS)[];

function icon(theme: string, mark: string): string {
  return readFileSync(join(ROOT, 'media/gutter', theme, `${mark}.svg`), 'utf8');
}

function colour(svg: string): string {
  const colours = new Set(svg.match(/#[0-9a-f]{6}/g));
  expect(colours.size).toBe(1);
  return [...colours].join();
}

/** Which pixels of the middle 16 rows are inked, roughly: shapes are rectangles, circles and a triangle or its outline. */
function pixels(svg: string): ReadonlySet<string> {
  const height = Number(/height="(\d+)"/.exec(svg)?.[1]);
  const inked = new Set<string>();
  const isInked = (x: number, y: number): boolean => {
    for (const [, left, top, width, tall] of svg.matchAll(/d="M(\S+) (\S+)h(\S+)v(\S+)h\S+z"/g)) {
      if (
        x > +(left ?? 0) &&
        x < +(left ?? 0) + +(width ?? 0) &&
        y > +(top ?? 0) &&
        y < +(top ?? 0) + +(tall ?? 0)
      )
        return true;
    }
    for (const [, cx, cy, r, rest] of svg.matchAll(/<circle cx="(\S+)" cy="(\S+)" r="(\S+)"([^/]*)\/>/g)) {
      const away = Math.hypot(x - +(cx ?? 0), y - +(cy ?? 0));
      const width = /stroke-width="(\S+)"/.exec(rest ?? '')?.[1];
      const drawn = width === undefined ? away <= +(r ?? 0) : Math.abs(away - +(r ?? 0)) <= +width / 2;
      if (drawn) return true;
    }
    const nib = /d="M(\S+) \S+v(\S+)l-(\S+)-/.exec(svg);
    if (nib !== null) {
      const share = (+(nib[1] ?? 0) - x) / +(nib[3] ?? 1);
      if (share >= 0 && share <= 1 && Math.abs(y - height / 2) <= ((1 - share) * +(nib[2] ?? 0)) / 2)
        return true;
    }
    const outline = /d="M(\S+) \S+l-(\S+) (\S+) /.exec(svg);
    if (outline !== null) {
      const share = (+(outline[1] ?? 0) - x) / +(outline[2] ?? 1);
      const edge = (1 - share) * +(outline[3] ?? 0);
      if (share >= 0 && share <= 1 && Math.abs(Math.abs(y - height / 2) - edge) <= 0.6) return true;
    }
    return false;
  };
  for (let x = 0.5; x < 16; x += 0.5) {
    for (let y = height / 2 - 8; y < height / 2 + 8; y += 0.5)
      if (isInked(x, y + 0.25)) inked.add(`${x},${y}`);
  }
  return inked;
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

  it('stand out from the background', () => {
    for (const theme of THEMES) {
      for (const mark of MARKS) {
        expect(
          contrast(colour(icon(theme, mark)), BACKGROUNDS[theme]),
          `${theme} ${mark}`,
        ).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('differ in shape, so that no colour is needed', () => {
    const shapes = MARKS.map((mark) => pixels(icon('dark', mark)));
    for (const [i, a] of shapes.entries()) {
      expect(a.size, MARKS[i]).toBeGreaterThan(5);
      for (const [j, b] of shapes.entries()) {
        if (i >= j) continue;
        const shared = [...a].filter((pixel) => b.has(pixel)).length;
        // Of all pixels that either inks, at most seven in ten are common.
        expect(shared / (a.size + b.size - shared), `${MARKS[i]} and ${MARKS[j]}`).toBeLessThan(0.7);
      }
    }
  });

  it('are the same shapes in every theme', () => {
    const shape = (theme: string, mark: string): string => icon(theme, mark).replaceAll(/#[0-9a-f]{6}/g, '');
    for (const theme of THEMES)
      for (const mark of MARKS) expect(shape(theme, mark)).toBe(shape('dark', mark));
  });

  it('keep states that are told by colour apart for every kind of colour vision', () => {
    const states = ['once', 'again', 'repeated', 'authored'];
    for (const theme of THEMES) {
      for (const vision of VISIONS) {
        for (const [i, a] of states.entries()) {
          for (const b of states.slice(i + 1)) {
            const apart = distance(colour(icon(theme, a)), colour(icon(theme, b)), vision);
            expect(apart, `${theme} ${vision} ${a} ${b}`).toBeGreaterThan(19);
          }
        }
      }
    }
  });
});

describe('theme colours', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const texts = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8'));
  const kinds = { dark: 'dark', light: 'light', highContrast: 'hc-dark', highContrastLight: 'hc-light' };

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
});
