import type { JsonObject } from '../../../src/agents/adapter';
import { isNative, parseNative } from '../../../src/agents/native/parse';
import { toNative } from '../../../src/agents/native/print';
import { ReportBuilder } from '../../../src/report/reportBuilder';
import { countLines, type LineRange } from '../../../src/text/ranges';
import type { AgentEvent } from '../../../src/tracker/event';
import { demand } from '../engine/target';
import type { KnownTexts } from './knownTexts';

/** Longest line that a file can have for a record to be believed at all; what goes beyond is a mistake of ours. */
const MOST_LINES = 10_000_000;

/** Ranges are 1-based, whole, in order and apart, within the file. @throws Fault */
export function checkRanges(ranges: readonly LineRange[], total: number | null, what: string): void {
  let last = 0;
  for (const [start, end] of ranges) {
    const isSound = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start > last && end >= start;
    demand(isSound && end <= MOST_LINES, () => `${what}: ranges ${JSON.stringify(ranges).slice(0, 200)}`);
    last = end;
  }
  demand(
    total === null || (Number.isSafeInteger(total) && total >= last),
    () => `${what}: ${last} of ${total}`,
  );
}

/** Everything that must hold of events whatever they were made of. @throws Fault */
export function checkEvents(events: readonly AgentEvent[], hasher: KnownTexts, needsHashes: boolean): void {
  for (const event of events) {
    const { kind } = event;
    if (kind === 'read' || kind === 'delivered') {
      checkRanges(event.returned, event.totalLines, kind);
      const hashes = event.lineHashes?.length;
      const lines = countLines(event.returned);
      demand(
        hashes === undefined ? !needsHashes || lines === 0 : hashes === lines,
        () => `${hashes} hashes of ${lines} lines`,
      );
      for (const cut of event.cutLines ?? []) {
        const isShown = event.returned.some(([start, end]) => cut >= start && cut <= end);
        demand(Number.isSafeInteger(cut) && cut > 0 && !isShown, () => `line ${cut} is cut and shown`);
      }
    }
    if (kind === 'search') for (const { lines } of event.glimpsed) checkRanges(lines, null, 'glimpsed');
    if (kind === 'edit') checkRanges(event.lines ?? [], null, 'edit');
    checkRoundTrip(event, hasher);
  }
  checkReport(events);
}

/** Our own reader takes the event as it was. */
function checkRoundTrip(event: AgentEvent, hasher: KnownTexts): void {
  const printed = JSON.stringify(toNative(event, hasher));
  const back = JSON.parse(printed) as JsonObject;
  const context = { hasher, source: event.source, baseFolder: '/', sessionFallback: 'none' };
  demand(isNative(back), () => `not native: ${printed.slice(0, 300)}`);
  const parsed = parseNative(back, context);
  demand(parsed !== null, () => `not taken back: ${printed.slice(0, 400)}`);
  const again = JSON.parse(JSON.stringify(toNative(parsed, hasher))) as JsonObject;
  for (const name of new Set([...Object.keys(back), ...Object.keys(again)])) {
    const [told, taken] = [plain(back, name), plain(again, name)];
    demand(told === taken, () => `${event.kind}: ${name} is ${cut(told)} and taken back as ${cut(taken)}`);
  }
}

/** A field whose names are in order; no hashes are the same as none at all. */
function plain(of: JsonObject, name: string): string {
  const { lineHashes: hashes } = of;
  const isNone = Array.isArray(hashes) && hashes.length === 0;
  if (isNone && (name === 'lineHashes' || name === 'hashScheme')) return 'undefined';
  return String(
    JSON.stringify(of[name], (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  );
}

function cut(text: string): string {
  return text.slice(0, 200);
}

/** The tracker takes them, and what it says adds up. */
function checkReport(events: readonly AgentEvent[]): void {
  const builder = new ReportBuilder();
  for (const event of events) builder.add(event);
  const report = builder.finish(0);
  JSON.stringify(report);
  for (const { actors } of report.sessions) {
    for (const { reads, files } of actors) {
      for (const { returned, newLines, streak, fileStreak, fileRepeats, stopStreak } of reads) {
        const lines = countLines(returned);
        demand(newLines >= 0 && newLines <= lines, () => `${newLines} new of ${lines} lines`);
        const counters = [streak, fileStreak, fileRepeats, stopStreak];
        demand(
          counters.every((count) => Number.isSafeInteger(count) && count >= 0),
          () => `counters ${counters}`,
        );
        demand(
          stopStreak <= Math.max(streak, fileStreak, fileRepeats),
          () => `stop streak ${stopStreak} of ${counters}`,
        );
      }
      for (const { missing, versions } of files) {
        checkRanges(missing ?? [], null, 'missing');
        for (const { covered, totalLines } of versions) checkRanges(covered, totalLines, 'covered');
      }
    }
  }
}
