import { draw } from './draw';
import { allFiles, type Excerpt, oneFile, shownBefore } from './excerpt';
import {
  callAt,
  fitted,
  HEADER,
  type Layout,
  laneAt,
  layOut,
  type Viewport,
  within,
  xOf,
  zoomed,
} from './layout';
import type { FromMap, MapData, ToMap } from './messages';
import { palette, part } from './page';
import { type Strip, stripsOf } from './strips';
import { filled, inWords } from './words';

/*
 * The map of a session, in a webview or in a page of its own, where there is nobody to ask for anything.
 */

declare function acquireVsCodeApi(): { postMessage(message: FromMap): void };

const editor = typeof acquireVsCodeApi === 'function' ? acquireVsCodeApi() : undefined;
const ZOOM = 1.25;
const PAN = 0.25;

const canvas = part('map', HTMLCanvasElement);
const tip = part('tip', HTMLDivElement);
const details = part('details', HTMLParagraphElement);
const files = part('file', HTMLSelectElement);
const slider = part('moment', HTMLInputElement);
const moment = part('moment-label', HTMLOutputElement);

let all: MapData | undefined;
/** The file that is shown alone; -1: all are. */
let only = -1;
let shown: Excerpt | undefined;
let layout: Layout = { lanes: [], height: 0 };
let view: Viewport = { column: 1, first: 0, top: 0 };
let isFitted = true;
/** Of those that are shown. */
let chosen = -1;
/** Entries of the moment that is shown; null: the present. */
let until: number | null = null;
let isQueued = false;
let strips: { readonly of: Excerpt; readonly until: number; readonly strips: readonly Strip[] } | undefined;

function ask(message: FromMap): void {
  editor?.postMessage(message);
}

const calls = () => shown?.places.length ?? 0;
const allCalls = () => all?.entries.length ?? 0;
const room = () => Math.max(0, canvas.clientHeight - HEADER);

function show(next: Viewport): void {
  const size = { calls: calls(), width: canvas.clientWidth, room: room(), height: layout.height };
  view = within(next, size);
  redraw();
}

/** Draws in the next frame, once, however much changed. */
function redraw(): void {
  if (isQueued) return;
  isQueued = true;
  requestAnimationFrame(() => {
    isQueued = false;
    paint();
  });
}

function paint(): void {
  const context = canvas.getContext('2d');
  if (context === null || shown === undefined) return;
  const { data } = shown;
  const last = shownBefore(shown, until ?? allCalls());
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw(
    context,
    { data, layout, view, width, height, chosen, until: last, strips: stripsAt(shown, last) },
    palette(),
  );
}

/** Kept from frame to frame: moving over the map changes nothing of it. */
function stripsAt(of: Excerpt, last: number): readonly Strip[] {
  if (strips?.of !== of || strips.until !== last)
    strips = { of, until: last, strips: stripsOf(of.data, last) };
  return strips.strips;
}

function resized(): void {
  if (shown === undefined) return;
  layout = layOut(shown.data.files, room());
  show(isFitted ? fitted(calls(), canvas.clientWidth) : view);
}

function take(next: MapData): void {
  const wasLast = chosen >= 0 && chosen === calls() - 1;
  // The oldest may have gone.
  const shift = next.dropped - (all?.dropped ?? next.dropped);
  const place = (shown?.places[chosen] ?? -1) - shift;
  if (shift > 0 && until !== null) until = Math.max(0, until - shift);
  all = next;
  if (only >= next.files.length) only = -1;
  document.title = next.title;
  part('title', HTMLHeadingElement).textContent = next.title;
  part('dropped', HTMLSpanElement).textContent =
    next.dropped === 0 ? '' : filled(next.words.dropped, { count: next.dropped });
  listFiles(next);
  slider.max = String(allCalls());
  if (until === null) slider.value = slider.max;
  sayMoment();
  cut(place);
  if (wasLast) choose(calls() - 1, false);
}

function listFiles({ files: known, words }: MapData): void {
  const names = [words.allFiles, ...known.map(({ name }) => name)];
  for (const [i, name] of names.entries()) {
    const option = files.options[i] ?? files.appendChild(new Option('', String(i - 1)));
    if (option.text !== name) option.text = name;
  }
  files.length = names.length;
  files.value = String(only);
}

/** Shows what is to be shown, with the entry at `place` of all chosen, where it is among it. */
function cut(place: number): void {
  if (all === undefined) return;
  shown = only < 0 ? allFiles(all) : oneFile(all, only);
  const at = shownBefore(shown, place);
  chosen = shown.places[at] === place ? at : -1;
  resized();
  choose(chosen, false);
}

/** @param file -1: all files */
function showOnly(file: number): void {
  const place = shown?.places[chosen] ?? -1;
  only = file;
  files.value = String(only);
  isFitted = true;
  view = { ...view, top: 0 };
  cut(place);
}

/** Shows the file of the chosen call alone, or all files again. */
function toggleOnly(): void {
  const entry = all?.entries[shown?.places[chosen] ?? -1];
  if (only >= 0) showOnly(-1);
  else if (entry !== undefined && entry.file >= 0) showOnly(entry.file);
}

function sayMoment(): void {
  if (all === undefined) return;
  const at = until ?? allCalls();
  const time = all.entries[at - 1]?.time ?? null;
  const place = filled(all.words.place, { at, all: allCalls() });
  moment.textContent =
    until === null
      ? all.words.present
      : [place, time === null ? '' : new Date(time).toLocaleTimeString()].filter(Boolean).join(' · ');
  slider.setAttribute('aria-valuetext', moment.textContent);
}

function goTo(next: number): void {
  until = next >= allCalls() ? null : next;
  sayMoment();
  redraw();
  ask({ type: 'moment', until });
}

/** The editors are there already. */
function toPresent(): void {
  until = null;
  slider.value = slider.max;
  sayMoment();
  redraw();
}

/** @param isAsked a person chose it: it is brought into view */
function choose(call: number, isAsked = true): void {
  chosen = call;
  details.textContent = shown === undefined ? '' : inWords(shown.data, call).join(' — ');
  if (!isAsked || call < 0) {
    redraw();
    return;
  }
  isFitted = false;
  const x = xOf(view, call);
  const isIn = x >= xOf(view, view.first) && x + view.column <= canvas.clientWidth - 12;
  show(isIn ? view : { ...view, first: call - (canvas.clientWidth * PAN) / view.column });
}

function zoom(factor: number, x = canvas.clientWidth / 2): void {
  isFitted = false;
  show(zoomed(view, factor, x));
}

function fit(): void {
  isFitted = true;
  show(fitted(calls(), canvas.clientWidth));
}

function hover(event: PointerEvent): void {
  const call = callAt(view, event.offsetX, calls());
  tip.hidden = call === undefined || shown === undefined;
  if (call === undefined || shown === undefined) return;
  tip.textContent = inWords(shown.data, call).join('\n');
  const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
  const top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8);
  tip.style.left = `${Math.max(0, left)}px`;
  tip.style.top = `${Math.max(0, top)}px`;
}

function openChosen(type: 'open' | 'record'): void {
  const place = shown?.places[chosen];
  if (place !== undefined) ask({ type, entry: place });
}

/** What a key does; undefined: nothing of ours. */
function actionOf(key: string): (() => void) | undefined {
  switch (key) {
    case 'ArrowRight':
      return () => choose(Math.min(calls() - 1, chosen + 1));
    case 'ArrowLeft':
      return () => choose(Math.max(0, chosen - 1));
    case 'Home':
      return () => choose(calls() > 0 ? 0 : -1);
    case 'End':
      return () => choose(calls() - 1);
    case 'ArrowDown':
      return () => show({ ...view, top: view.top + HEADER });
    case 'ArrowUp':
      return () => show({ ...view, top: view.top - HEADER });
    case '+':
    case '=':
      return () => zoom(ZOOM);
    case '-':
      return () => zoom(1 / ZOOM);
    case '0':
      return fit;
    case 'Enter':
      return () => openChosen('open');
    case 't':
      return () => openChosen('record');
    case 'f':
      return toggleOnly;
    default:
      return undefined;
  }
}

let drag: { readonly x: number; readonly y: number; readonly view: Viewport; hasMoved: boolean } | undefined;

canvas.addEventListener('pointerdown', (event) => {
  canvas.setPointerCapture(event.pointerId);
  drag = { x: event.clientX, y: event.clientY, view, hasMoved: false };
});
canvas.addEventListener('pointermove', (event) => {
  if (drag === undefined) {
    hover(event);
    return;
  }
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (Math.abs(dx) + Math.abs(dy) > 4) drag.hasMoved = true;
  if (!drag.hasMoved) return;
  isFitted = false;
  tip.hidden = true;
  show({ ...drag.view, first: drag.view.first - dx / view.column, top: drag.view.top - dy });
});
canvas.addEventListener('pointerup', (event) => {
  const isClick = drag?.hasMoved === false;
  drag = undefined;
  const call = callAt(view, event.offsetX, calls());
  const lane = isClick ? laneAt(view, layout, event.offsetX, event.offsetY) : undefined;
  if (lane !== undefined) showOnly(only < 0 ? lane : -1);
  if (!isClick || call === undefined) return;
  choose(call);
  openChosen(event.altKey ? 'record' : 'open');
});
canvas.addEventListener('pointerleave', () => {
  tip.hidden = true;
});
canvas.addEventListener(
  'wheel',
  (event) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) zoom(Math.exp(-event.deltaY / 200), event.offsetX);
    else {
      if (event.deltaX !== 0 || event.shiftKey) isFitted = false;
      const across = event.shiftKey ? event.deltaY : event.deltaX;
      const down = event.shiftKey ? 0 : event.deltaY;
      show({ ...view, first: view.first + across / view.column, top: view.top + down });
    }
  },
  { passive: false },
);
canvas.addEventListener('keydown', (event) => {
  const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actionOf(event.key);
  if (action === undefined) return;
  event.preventDefault();
  action();
});

part('zoom-in', HTMLButtonElement).addEventListener('click', () => zoom(ZOOM));
part('zoom-out', HTMLButtonElement).addEventListener('click', () => zoom(1 / ZOOM));
part('fit', HTMLButtonElement).addEventListener('click', fit);
files.addEventListener('change', () => showOnly(Number(files.value)));
slider.addEventListener('input', () => goTo(Number(slider.value)));
for (const [id, type] of [
  ['open', 'open'],
  ['record', 'record'],
] as const) {
  document.getElementById(id)?.addEventListener('click', () => openChosen(type));
}
document.getElementById('export')?.addEventListener('click', () => ask({ type: 'export' }));

new ResizeObserver(resized).observe(canvas);
// The theme is a matter of classes and styles that the editor sets.
new MutationObserver(redraw).observe(document.documentElement, {
  attributes: true,
  attributeFilter: ['style', 'class'],
});
new MutationObserver(redraw).observe(document.body, { attributes: true, attributeFilter: ['class'] });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

window.addEventListener('message', ({ data: message }: MessageEvent<ToMap>) => {
  switch (message.type) {
    case 'data':
      take(message.data);
      if (message.only !== undefined) showOnly(message.only ?? -1);
      return;
    case 'present':
      toPresent();
      return;
  }
});
const kept = document.getElementById('data');
if (kept !== null) take(JSON.parse(kept.textContent ?? '') as MapData);
ask({ type: 'ready' });
