import { splitLines } from '../../text/lines';
import type { Hunk } from '../../tracker/event';
import type { ChangedFile } from '../geminiFamily/changedFile';

const HEAD = ' Here is the updated code:\n';
const CONTEXT = 5;
const GAP = '...';

/** Lines of the changed file that an answer shows: number of the first, number of lines. */
export type ShownRun = readonly [first: number, count: number];

/**
 * The lines around a change that its answer shows: five before and after each replaced run, all of a new file. The
 * agent's own record of the change tells what must stand there; null where it does not.
 */
export function updatedCode(text: string, change: ChangedFile): ShownRun[] | null {
  const at = text.indexOf(HEAD);
  // Only the agent's own first sentence stands before it.
  if (at === -1 || text.slice(0, at).includes('\n')) return null;
  const shown = text.slice(at + HEAD.length);
  const count = splitLines(change.after).length;
  if ((change.before ?? '') === '') {
    if (!shown.startsWith(change.after)) return null;
    return count === 0 ? [] : [[1, count]];
  }
  if (change.patch === null) return null;
  // The empty text after the last line end counts as a line here.
  const parts = change.after.split(/\r?\n/);
  const spans = spansOf(change.patch.hunks, parts.length);
  if (!shown.startsWith(shownText(spans, parts))) return null;
  return spans.flatMap(([from, to]): ShownRun[] => {
    const last = Math.min(to, count);
    return last > from ? [[from + 1, last - from]] : [];
  });
}

/** From (counted from 0) up to, but without, the second. */
type Span = readonly [from: number, to: number];

function spansOf(hunks: readonly Hunk[], count: number): Span[] {
  if (hunks.length === 0) return [[0, count]];
  const spans: [number, number][] = [];
  for (const { newStart, newLines } of hunks) {
    const from = Math.max(0, newStart - 1 - CONTEXT);
    const to = Math.min(count, newStart - 1 + newLines + CONTEXT);
    const last = spans.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  }
  return spans;
}

function shownText(spans: readonly Span[], parts: readonly string[]): string {
  const shown: string[] = [];
  let lastEnd = 0;
  for (const [from, to] of spans) {
    if (from > lastEnd) shown.push(GAP);
    shown.push(...parts.slice(from, to));
    lastEnd = to;
  }
  if (lastEnd < parts.length) shown.push(GAP);
  return shown.join('\n');
}
