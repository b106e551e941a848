import {
  callsInView,
  columnsWidth,
  GUTTER,
  HEADER,
  type Lane,
  type Layout,
  spanOf,
  type Viewport,
  xOf,
} from './layout';
import type { MapData, MapEntry, Range } from './messages';
import type { Strip } from './strips';

/** Colours of the map, as the theme has them. */
export interface Palette {
  readonly foreground: string;
  readonly dim: string;
  readonly border: string;
  readonly lane: string;
  readonly fresh: string;
  readonly again: string;
  readonly change: string;
  readonly loss: string;
  readonly stop: string;
  readonly focus: string;
  readonly font: string;
}

export interface Scene {
  readonly data: MapData;
  readonly layout: Layout;
  readonly view: Viewport;
  /** Of the canvas. */
  readonly width: number;
  readonly height: number;
  /** The call that is chosen; -1: none. */
  readonly chosen: number;
  /** What happened after so many calls is faded. */
  readonly until: number;
  /** What each file's lines had come to by then. */
  readonly strips: readonly Strip[];
}

const FADED = 0.22;
const LABEL_INSET = 10;

/** Draws the whole map. */
export function draw(context: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const { width, height } = scene;
  context.clearRect(0, 0, width, height);
  drawLanes(context, scene, palette);
  context.save();
  context.beginPath();
  context.rect(GUTTER, 0, columnsWidth(width), height);
  context.clip();
  drawCalls(context, scene, palette);
  drawChosen(context, scene, palette);
  context.restore();
  drawStrips(context, scene, palette);
}

function topOf({ view }: Scene, lane: Lane): number {
  return HEADER + lane.top - view.top;
}

function isOut(scene: Scene, lane: Lane): boolean {
  const top = topOf(scene, lane);
  return top > scene.height || top + lane.height < HEADER;
}

function drawLanes(context: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  context.font = palette.font;
  context.textBaseline = 'middle';
  scene.data.files.forEach(({ name }, i) => {
    const lane = scene.layout.lanes[i];
    if (lane === undefined || isOut(scene, lane)) return;
    const top = topOf(scene, lane);
    context.fillStyle = palette.lane;
    // Where the length is not known, the band is left open below the lines that are.
    context.fillRect(GUTTER, top, columnsWidth(scene.width), lane.known);
    context.strokeStyle = palette.border;
    context.lineWidth = 1;
    context.setLineDash(lane.known < lane.height ? [2, 4] : []);
    context.strokeRect(
      GUTTER + 0.5,
      Math.round(top) + 0.5,
      columnsWidth(scene.width) - 1,
      Math.round(lane.height),
    );
    context.setLineDash([]);
    context.fillStyle = palette.foreground;
    context.fillText(
      fitting(context, name, GUTTER - 2 * LABEL_INSET),
      LABEL_INSET,
      top + Math.min(lane.height / 2, 40),
    );
  });
  context.clearRect(0, 0, scene.width, HEADER);
}

/** The end of a long path tells more than its start. */
function fitting(context: CanvasRenderingContext2D, name: string, room: number): string {
  if (context.measureText(name).width <= room) return name;
  let cut = name;
  while (cut.length > 1 && context.measureText(`…${cut}`).width > room) cut = cut.slice(1);
  return `…${cut}`;
}

function drawCalls(context: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const { data, view, width } = scene;
  const { from, to } = callsInView(view, width, data.entries.length);
  for (let call = from; call < to; call++) {
    const entry = data.entries[call];
    if (entry === undefined) continue;
    context.globalAlpha = call < scene.until ? 1 : FADED;
    if (entry.file < 0) drawMark(context, scene, palette, entry, call);
    else drawEntry(context, scene, palette, entry, call);
  }
  context.globalAlpha = 1;
}

function drawEntry(
  context: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  entry: MapEntry,
  call: number,
): void {
  const lane = scene.layout.lanes[entry.file];
  if (lane === undefined || isOut(scene, lane)) return;
  const x = xOf(scene.view, call);
  const gap = scene.view.column > 4 ? 1 : 0;
  const w = Math.max(1, scene.view.column - gap);
  const offset = topOf(scene, lane) - lane.top;
  const isRead = entry.kind === 'read';
  context.fillStyle = isRead ? palette.fresh : palette.change;
  for (const [start, end] of entry.fresh) {
    const { top, height } = spanOf(lane, start, end);
    context.fillRect(x, offset + top, w, height);
  }
  context.fillStyle = palette.again;
  for (const [start, end] of entry.again) {
    const { top, height } = spanOf(lane, start, end);
    context.fillRect(x, offset + top, w, height);
    // Told apart by more than the colour: what was given again is notched.
    if (w >= 6 && height >= 6) context.clearRect(x + w * 0.4, offset + top + 1, w * 0.2, height - 2);
  }
  if (entry.fresh.length + entry.again.length > 0) return;
  // A call without lines: a dot at the top of its file.
  context.fillStyle = entry.outcome === 'failed' ? palette.stop : isRead ? palette.dim : palette.change;
  context.beginPath();
  context.arc(x + w / 2, offset + lane.top + 4, Math.min(3, Math.max(1, w / 2)), 0, 2 * Math.PI);
  context.fill();
}

/** What concerns no file crosses all of them. */
function drawMark(
  context: CanvasRenderingContext2D,
  scene: Scene,
  palette: Palette,
  { kind }: MapEntry,
  call: number,
): void {
  const x = xOf(scene.view, call) + scene.view.column / 2;
  const colour = kind === 'context-lost' ? palette.loss : kind === 'prompt' ? palette.dim : palette.stop;
  context.strokeStyle = colour;
  context.lineWidth = kind === 'prompt' ? 1 : 2;
  context.setLineDash(kind === 'prompt' ? [2, 4] : kind === 'context-lost' ? [6, 3] : []);
  context.beginPath();
  context.moveTo(x, HEADER - 8);
  context.lineTo(x, scene.height);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colour;
  drawSign(context, kind, x, HEADER - 14);
}

/** A person's prompt is a triangle, a loss of context a diamond, a stop a square. */
function drawSign(context: CanvasRenderingContext2D, kind: MapEntry['kind'], x: number, y: number): void {
  context.beginPath();
  if (kind === 'prompt') {
    context.moveTo(x - 4, y - 4);
    context.lineTo(x + 4, y - 4);
    context.lineTo(x, y + 4);
  } else if (kind === 'context-lost') {
    context.moveTo(x, y - 5);
    context.lineTo(x + 5, y);
    context.lineTo(x, y + 5);
    context.lineTo(x - 5, y);
  } else context.rect(x - 4, y - 4, 8, 8);
  context.closePath();
  context.fill();
}

function drawChosen(context: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  if (scene.chosen < 0) return;
  const x = xOf(scene.view, scene.chosen);
  context.strokeStyle = palette.focus;
  context.lineWidth = 1;
  context.strokeRect(x - 1, HEADER - 8, Math.max(2, scene.view.column) + 2, scene.height - HEADER + 7);
}

/** At the right of each file: which of its lines were given once, and which again. */
function drawStrips(context: CanvasRenderingContext2D, scene: Scene, palette: Palette): void {
  const x = GUTTER + columnsWidth(scene.width) + 3;
  const paint = (file: number, ranges: readonly Range[], colour: string) => {
    const lane = scene.layout.lanes[file];
    if (lane === undefined || ranges.length === 0 || isOut(scene, lane)) return;
    const offset = topOf(scene, lane) - lane.top;
    context.fillStyle = colour;
    for (const [start, end] of ranges) {
      const { top, height } = spanOf(lane, start, end);
      context.fillRect(x, offset + top, 8, height);
    }
  };
  context.save();
  context.beginPath();
  context.rect(x, HEADER, 8, scene.height);
  context.clip();
  for (const [file, { fresh, changed, again }] of scene.strips.entries()) {
    paint(file, fresh, palette.fresh);
    paint(file, changed, palette.change);
    paint(file, again, palette.again);
  }
  context.restore();
}
