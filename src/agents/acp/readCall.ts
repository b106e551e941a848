import { resolvePath } from '../../text/path';
import type { Envelope, ReadEvent, ReadOutcome } from '../../tracker/event';
import { errorClass } from '../errorClass';
import { numberedLines } from '../numberedText';
import { unreadFile } from '../readEvent';
import { credit } from '../shownLines';
import { countOf, firstLines, type TextLines } from '../textLines';
import type { Workshop } from '../workshop';
import { type AcpCall, type ClientRead, hasFailed, outputText, placesOf, shownText } from './call';

/**
 * The events of a call of a read tool of any agent. What the client sent to the agent need not be what the agent gave to
 * its model: only the lines that the call's answer shows too are credited.
 */
export function readCall(call: AcpCall, base: Envelope, cwd: string, workshop: Workshop): ReadEvent[] {
  const [read, ...others] = call.reads;
  const written = [...new Set([...placesOf(call), ...call.reads.map(({ path }) => path)])];
  return written.map((name): ReadEvent => {
    const path = resolvePath(cwd, name);
    const event = started(path, name, base);
    if (hasFailed(call)) {
      const error = errorClass(outputText(call) ?? shownText(call) ?? '');
      return { ...event, outcome: 'failed', error };
    }
    if (read === undefined || others.length > 0 || resolvePath(cwd, read.path) !== path) return event;
    const lines = shownOf(call, read);
    if (lines === null) return event;
    const outcome = countOf(lines) < countOf(read.lines) ? 'truncated' : 'complete';
    return { ...event, ...creditOf({ ...read, lines }, path, workshop), outcome };
  });
}

/** A read through the client that no call tells of. */
export function clientRead(read: ClientRead, base: Envelope, cwd: string, workshop: Workshop): ReadEvent {
  const path = resolvePath(cwd, read.path);
  const outcome: ReadOutcome = countOf(read.lines) === 0 ? 'empty' : 'complete';
  return { ...started(path, read.path, base), ...creditOf(read, path, workshop), outcome };
}

function started(path: string, written: string, base: Envelope): ReadEvent {
  return { ...unreadFile(base, { path, written }, null), outcome: 'unknown-range' };
}

/** Whether the file ends after the lines is not known: clients differ in how they end a part. */
function creditOf({ start, lines }: ClientRead, path: string, workshop: Workshop) {
  return credit({ start, lines, cutLines: [], total: null }, path, workshop);
}

/** Those of the lines that the call's answer shows: all of them as they stand, or the first with their numbers. */
function shownOf(call: AcpCall, { start, lines }: ClientRead): TextLines | null {
  if (countOf(lines) === 0) return null;
  for (const text of [outputText(call), shownText(call)]) {
    if (text === null) continue;
    const bare = text.replace(/^`{3,}\w*\n/, '');
    if (startsWithAll(text, lines) || startsWithAll(bare, lines)) return lines;
    const shown = numberedLines(bare, start);
    if (shown === null) continue;
    let same = 0;
    while (same < Math.min(countOf(shown), countOf(lines)) && lineOf(shown, same) === lineOf(lines, same))
      same++;
    if (same > 0) return firstLines(lines, same);
  }
  return null;
}

function startsWithAll(text: string, lines: TextLines): boolean {
  let at = 0;
  for (let i = 0; i < countOf(lines); i++) {
    const line = lineOf(lines, i);
    if (!text.startsWith(line, at)) return false;
    at += line.length;
    if (text.startsWith('\r\n', at)) at++;
    if (at < text.length && text[at] !== '\n') return false;
    if (at === text.length && i < countOf(lines) - 1) return false;
    at++;
  }
  return true;
}

function lineOf({ text, bounds }: TextLines, i: number): string {
  return text.slice(bounds[2 * i], bounds[2 * i + 1]);
}
