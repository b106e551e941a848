// Small PNGs: screenshots in few colours, still or one after the other.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** @typedef {{width: number, height: number, pixels: Uint32Array}} Picture pixels row by row, `0xrrggbb` */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Colour types of PNG. */
const RGB = 2;
const PALETTE = 3;
const RGBA = 6;
/** How often an animation is played: one that never rests is in the way of reading. */
const PLAYS = 2;

/** Of a screenshot: eight bits a channel, not interlaced; what is not opaque is taken for it. @param {Buffer} png @returns {Picture} */
export function pictureOf(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [depth, colours, , , interlaced] = png.subarray(24, 29);
  if (depth !== 8 || interlaced !== 0 || (colours !== RGB && colours !== RGBA))
    throw new Error('Not a screenshot.');
  const channels = colours === RGB ? 3 : 4;
  const rows = inflateSync(Buffer.concat(dataOf(png)));
  const stride = width * channels;
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const row = rows.subarray(start + 1, start + 1 + stride);
    unfilter(rows[start] ?? 0, row, above, channels);
    for (let x = 0; x < width; x++) pixels[y * width + x] = row.readUIntBE(x * channels, 3);
    above = row;
  }
  return { width, height, pixels };
}

/** @param {Buffer} png */
function dataOf(png) {
  const parts = [];
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, end));
  }
  return parts;
}

/** Undoes the filter of a row, in place. @param {number} filter @param {Buffer} row @param {Buffer} above @param {number} channels */
function unfilter(filter, row, above, channels) {
  for (let i = 0; i < row.length; i++) {
    const left = i < channels ? 0 : (row[i - channels] ?? 0);
    const up = above[i] ?? 0;
    const corner = i < channels ? 0 : (above[i - channels] ?? 0);
    const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter] ?? 0;
    row[i] = ((row[i] ?? 0) + guess) & 0xff;
  }
}

/** PNG's fourth prediction. @param {number} left @param {number} up @param {number} corner */
function nearest(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/**
 * @typedef {object} Frame
 * @property {Picture} picture
 * @property {number} shownMs
 */

/**
 * A PNG with a palette. Several frames make an animated one, which rests on the last, and shows the first where animation
 * is not known.
 * @param {readonly Frame[]} frames of one size
 * @param {readonly number[]} palette up to 255 colours, `0xrrggbb`
 */
export function encodePng(frames, palette) {
  const [first] = frames;
  if (first === undefined) throw new Error('No frame.');
  const { width, height } = first.picture;
  const index = indexIn(palette);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, PALETTE], 8);
  // The colour after the last one is none: what stays as it was in the frame before.
  const unchanged = palette.length;
  const chunks = [
    chunk('IHDR', header),
    ...(frames.length > 1 ? [chunk('acTL', numbers(frames.length, PLAYS))] : []),
    chunk(
      'PLTE',
      Buffer.from([...palette, 0].flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff])),
    ),
    chunk('tRNS', Buffer.from([...palette.map(() => 255), 0])),
  ];
  let sequence = 0;
  let before = new Uint8Array(width * height).fill(unchanged);
  for (const { picture, shownMs } of frames) {
    const now = Uint8Array.from(picture.pixels, index);
    const area = chunks.length > 4 ? changedArea(before, now, width, height) : { x: 0, y: 0, width, height };
    const rows = Buffer.alloc((area.width + 1) * area.height);
    for (let y = 0; y < area.height; y++) {
      for (let x = 0; x < area.width; x++) {
        const at = (area.y + y) * width + area.x + x;
        rows[y * (area.width + 1) + x + 1] = now[at] === before[at] ? unchanged : (now[at] ?? 0);
      }
    }
    const data = deflateSync(rows, { level: 9, memLevel: 9 });
    if (frames.length > 1) {
      const shown = Buffer.from([shownMs >> 8, shownMs & 0xff, 1000 >> 8, 1000 & 0xff, 0, 1]);
      const place = numbers(sequence++, area.width, area.height, area.x, area.y);
      chunks.push(chunk('fcTL', Buffer.concat([place, shown])));
    }
    const isFirst = picture === first.picture;
    chunks.push(isFirst ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])));
    before = now;
  }
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

/** The smallest rectangle with all that changed; a pixel where nothing did. @param {Uint8Array} before @param {Uint8Array} now @param {number} width @param {number} height */
function changedArea(before, now, width, height) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < now.length; at++) {
    if (now[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ];
  }
  if (left > right) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The palette's nearest colour. @param {readonly number[]} palette @returns {(colour: number) => number} */
function indexIn(palette) {
  /** @type {Map<number, number>} */
  const known = new Map(palette.map((colour, at) => [colour, at]));
  return (colour) => {
    const found = known.get(colour) ?? nearestIndex(palette, colour);
    known.set(colour, found);
    return found;
  };
}

/** @param {readonly number[]} palette @param {number} colour */
function nearestIndex(palette, colour) {
  const distances = palette.map((other) => distance(other, colour));
  return distances.indexOf(Math.min(...distances));
}

/** @param {number} a @param {number} b */
export function distance(a, b) {
  const [red, green, blue] = [16, 8, 0].map((shift) => ((a >> shift) & 0xff) - ((b >> shift) & 0xff));
  return 2 * (red ?? 0) ** 2 + 4 * (green ?? 0) ** 2 + (blue ?? 0) ** 2;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

/** Of four bytes each. @param {...number} values */
function numbers(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
}
