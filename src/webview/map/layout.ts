import type { MapFile } from './messages';

/*
 * Where things stand on the map: calls from left to right, files one below the other, the lines of each from top to
 * bottom. Lengths are CSS pixels.
 */

export const GUTTER = 168;
export const HEADER = 26;
const STRIP = 12;
const LANE_GAP = 8;
const LEAST_LANE = 22;
const LEAST_COLUMN = 0.005;
const MOST_COLUMN = 48;
/** What is left of a band below the lines that are known, where nobody told how long the file is. */
const OPEN_END = 1 / 4;

/** The band of one file. */
export interface Lane {
  readonly top: number;
  readonly height: number;
  /** As many as there is room for. */
  readonly lines: number;
  /** How far down the lines are known; the rest may hold more. */
  readonly known: number;
}

export interface Layout {
  readonly lanes: readonly Lane[];
  /** Of all lanes together. */
  readonly height: number;
}

/**
 * Long files get more room than short ones, though less than their lines would take; all share what is there, and
 * each is high enough to be read.
 */
export function layOut(files: readonly MapFile[], room: number): Layout {
  const roomOf = ({ lines, hasEnd }: MapFile) => Math.max(1, lines) / (hasEnd ? 1 : 1 - OPEN_END);
  const weights = files.map((file) => Math.sqrt(roomOf(file)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const spare = Math.max(0, room - files.length * (LEAST_LANE + LANE_GAP));
  let top = 0;
  const lanes = files.map((file, i): Lane => {
    const height = LEAST_LANE + (sum === 0 ? 0 : (spare * (weights[i] ?? 0)) / sum);
    const known = file.hasEnd ? height : height * (1 - OPEN_END);
    const lane = { top, height, lines: roomOf(file), known };
    top += height + LANE_GAP;
    return lane;
  });
  return { lanes, height: top };
}

/** Top and height of a range of lines within its lane; high enough to be seen. */
export function spanOf(
  lane: Lane,
  start: number,
  end: number,
): { readonly top: number; readonly height: number } {
  const line = lane.height / lane.lines;
  const height = Math.min(lane.height, Math.max(1.5, (end - start + 1) * line));
  const top = Math.min(lane.top + (start - 1) * line, lane.top + lane.height - height);
  return { top, height };
}

/** Which part of the map is in view. */
export interface Viewport {
  /** Width of a call's column. */
  readonly column: number;
  /** The call at the left edge, with fractions. */
  readonly first: number;
  /** How far it is scrolled down. */
  readonly top: number;
}

/** Room for the columns, within the width of the whole map. */
export function columnsWidth(width: number): number {
  return Math.max(1, width - GUTTER - STRIP);
}

/** All calls in view. */
export function fitted(calls: number, width: number): Viewport {
  const column = Math.min(MOST_COLUMN / 2, columnsWidth(width) / Math.max(1, calls));
  return { column: Math.max(LEAST_COLUMN, column), first: 0, top: 0 };
}

/** Zoomed by a factor, with the call at `x` staying where it is. */
export function zoomed(view: Viewport, factor: number, x: number): Viewport {
  const column = Math.min(MOST_COLUMN, Math.max(LEAST_COLUMN, view.column * factor));
  const under = view.first + (x - GUTTER) / view.column;
  return { ...view, column, first: under - (x - GUTTER) / column };
}

/** The same, with no room wasted beside the calls, above the first file or below the last. */
export function within(
  view: Viewport,
  { calls, width, room, height }: { calls: number; width: number; room: number; height: number },
): Viewport {
  const shown = columnsWidth(width) / view.column;
  const first = Math.min(Math.max(0, view.first), Math.max(0, calls - shown));
  const top = Math.min(Math.max(0, view.top), Math.max(0, height - room));
  return { ...view, first, top };
}

/** Left edge of a call's column. */
export function xOf({ column, first }: Viewport, call: number): number {
  return GUTTER + (call - first) * column;
}

/** The call at `x`; undefined: none is. */
export function callAt({ column, first }: Viewport, x: number, calls: number): number | undefined {
  if (x < GUTTER) return undefined;
  const call = Math.floor(first + (x - GUTTER) / column);
  return call >= 0 && call < calls ? call : undefined;
}

/** The file whose name stands at a place at the left of the columns; undefined: none does. */
export function laneAt({ top }: Viewport, { lanes }: Layout, x: number, y: number): number | undefined {
  if (x >= GUTTER || y < HEADER) return undefined;
  const at = y - HEADER + top;
  const lane = lanes.findIndex((each) => each.top <= at && at < each.top + each.height);
  return lane < 0 ? undefined : lane;
}

/** Calls that are in view, from `from` to before `to`. */
export function callsInView(
  view: Viewport,
  width: number,
  calls: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.floor(view.first));
  return { from, to: Math.min(calls, Math.ceil(view.first + columnsWidth(width) / view.column) + 1) };
}
