// Few colours for pictures of a workbench: large flat areas, and text smoothed between them.
import { distance } from './png.mjs';

/**
 * The colours that pictures are best drawn with. Areas keep theirs exactly; of what remains, the colour that is drawn
 * worst with those chosen so far comes next, by how much of it there is.
 * @param {readonly import('./png.mjs').Picture[]} pictures
 * @param {number} size at most so many colours
 */
export function paletteOf(pictures, size) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { pixels } of pictures) {
    for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const colours = [...counts.keys()].map((colour) => ({
    colour,
    weight: Math.sqrt(counts.get(colour) ?? 0),
    off: Number.POSITIVE_INFINITY,
  }));
  /** @type {number[]} */
  const palette = [];
  while (palette.length < Math.min(size, colours.length)) {
    let worst = colours[0];
    for (const each of colours) {
      if (worst === undefined || each.off * each.weight > worst.off * worst.weight) worst = each;
      else if (each.off === worst.off && each.weight > worst.weight) worst = each;
    }
    if (worst === undefined) break;
    palette.push(worst.colour);
    for (const each of colours) each.off = Math.min(each.off, distance(each.colour, worst.colour));
  }
  return palette;
}
