import type { Palette } from './draw';

/** An element of the page. Throws where the page has none of that kind. */
export function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}

/** The colours as the theme has them now. */
export function palette(): Palette {
  const style = getComputedStyle(document.body);
  const colour = (name: string) => style.getPropertyValue(`--map-${name}`).trim();
  return {
    foreground: colour('foreground'),
    dim: colour('dim'),
    border: colour('border'),
    lane: colour('lane'),
    fresh: colour('fresh'),
    again: colour('again'),
    change: colour('change'),
    loss: colour('loss'),
    stop: colour('stop'),
    focus: colour('focus'),
    font: `${style.fontSize} ${style.fontFamily}`,
  };
}
