import { draw, type Palette } from './draw';
import { callAt, fitted, HEADER, type Layout, layOut, type Viewport, within, xOf, zoomed } from './layout';
import type { FromMap, MapData, ToMap } from './messages';
import { filled, inWords } from './words';

/*
 * The map of a session, in a webview or in a page of its own, where there is nobody to ask for anything.
 */

declare function acquireVsCodeApi(): { postMessage(message: FromMap): void };

const editor = typeof acquireVsCodeApi === 'function' ? acquireVsCodeApi() : undefined;
const ZOOM = 1.25;
const PAN = 0.25;

function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}

const canvas = part('map', HTMLCanvasElement);
const tip = part('tip', HTMLDivElement);
const details = part('details', HTMLParagraphElement);
const slider = part('moment', HTMLInputElement);
const moment = part('moment-label', HTMLOutputElement);

let data: MapData | undefined;
let layout: Layout = { lanes: [], height: 0 };
let view: Viewport = { column: 1, first: 0, top: 0 };
let isFitted = true;
let chosen = -1;
/** Entries of the moment that is shown; null: the present. */
let until: number | null = null;
let isQueued = false;

function ask(message: FromMap): void {
  editor?.postMessage(message);
}

function palette(): Palette {
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

const calls = () => data?.entries.length ?? 0;
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
  if (context === null || data === undefined) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw(
    context,
    { data, layout, view, width, height, chosen, until: until ?? data.entries.length },
    palette(),
  );
}

function resized(): void {
  if (data === undefined) return;
  layout = layOut(data.files, room());
  show(isFitted ? fitted(calls(), canvas.clientWidth) : view);
}

function take(next: MapData): void {
  const wasLast = chosen >= 0 && chosen === calls() - 1;
  // The oldest may have gone.
  const shift = next.dropped - (data?.dropped ?? next.dropped);
  data = next;
  if (shift > 0) {
    chosen = Math.max(-1, chosen - shift);
    if (until !== null) until = Math.max(0, until - shift);
  }
  if (wasLast) chosen = calls() - 1;
  document.title = next.title;
  part('title', HTMLHeadingElement).textContent = next.title;
  part('dropped', HTMLSpanElement).textContent =
    next.dropped === 0 ? '' : filled(next.words.dropped, { count: next.dropped });
  slider.max = String(calls());
  if (until === null) slider.value = slider.max;
  sayMoment();
  resized();
  choose(chosen, false);
}

function sayMoment(): void {
  if (data === undefined) return;
  const at = until ?? calls();
  const time = data.entries[at - 1]?.time ?? null;
  const place = filled(data.words.place, { at, all: calls() });
  moment.textContent =
    until === null
      ? data.words.present
      : [place, time === null ? '' : new Date(time).toLocaleTimeString()].filter(Boolean).join(' · ');
  slider.setAttribute('aria-valuetext', moment.textContent);
}

function goTo(next: number): void {
  until = next >= calls() ? null : next;
  sayMoment();
  redraw();
  ask({ type: 'moment', until });
}

/** @param isAsked a person chose it: it is brought into view */
function choose(call: number, isAsked = true): void {
  chosen = call;
  details.textContent = data === undefined ? '' : inWords(data, call).join(' — ');
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
  tip.hidden = call === undefined || data === undefined;
  if (call === undefined || data === undefined) return;
  tip.textContent = inWords(data, call).join('\n');
  const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
  const top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8);
  tip.style.left = `${Math.max(0, left)}px`;
  tip.style.top = `${Math.max(0, top)}px`;
}

function openChosen(type: 'open' | 'record'): void {
  if (chosen >= 0) ask({ type, entry: chosen });
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
  if (message.type === 'data') take(message.data);
});
const kept = document.getElementById('data');
if (kept !== null) take(JSON.parse(kept.textContent ?? '') as MapData);
ask({ type: 'ready' });
