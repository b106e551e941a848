import type { LineHasher } from '../../text/lineHash';
import { isAbsolutePath } from '../../text/path';
import type { AgentEvent, Requested } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, isObject, listField, textField, wholeField } from '../json';
import { nameField, pathField, Unusable } from '../native/fields';
import { requestedField } from '../native/lines';
import { isNative, parseNative } from '../native/parse';
import { toNative } from '../native/print';
import { parseTime } from '../time';
import { HOOK_MOMENTS, type HookCaller, type HookReading, type HookReport, type HookVerdict } from './report';

const MOST_EVENTS = 2000;
const LONGEST_REASON = 2000;
const LONGEST_BIRTH = 100;

/** A report as it is sent: what `parseReport` reads back as the same. */
export function printReport(report: HookReport, hasher: LineHasher): JsonObject {
  return { ...report, events: report.events.map((event) => toNative(event, hasher)) };
}

export interface ReportContext {
  readonly hasher: LineHasher;
  /** The agent's kind, which is also the source of its events. */
  readonly agent: string;
  /** No report is from later than this; milliseconds since the epoch. */
  readonly now: number;
}

/** The report of a message; null where what it says cannot be. Its events are said to come from a hook. */
export function parseReport(message: unknown, context: ReportContext): HookReport | null {
  if (!isObject(message)) return null;
  try {
    return report(message, context);
  } catch (error) {
    if (error instanceof Unusable) return null;
    throw error;
  }
}

function report(from: JsonObject, { hasher, agent, now }: ReportContext): HookReport {
  const moment = HOOK_MOMENTS.find((known) => known === field(from, 'moment'));
  const session = nameField(from, 'session', null);
  const actor = nameField(from, 'actor', null);
  const call = nameField(from, 'call', null);
  const told = field(from, 'time');
  const time = typeof told === 'number' ? parseTime(Math.min(told, now)) : null;
  if (moment === undefined || session === null || actor === null) throw new Unusable('moment');
  if (time === null) throw new Unusable('time');
  const base = {
    moment,
    session,
    actor,
    cwd: folderField(from, 'cwd'),
    transcript: field(from, 'transcript') === null ? null : folderField(from, 'transcript'),
    time,
    call,
    isPerson: field(from, 'isPerson') === true,
    reading: readingField(from),
  };
  const events = listField(from, 'events') ?? [];
  if (events.length > MOST_EVENTS) throw new Unusable('events');
  // Calls that came back together have each its own id.
  const isBatch = moment === 'after-call' && call === null;
  const native = { hasher, source: agent, baseFolder: base.cwd, sessionFallback: session };
  const own = { source: agent, session, agent, actor, time: base.time, via: 'hook' } as const;
  const caller = callerField(from);
  return {
    ...base,
    ...(caller === null ? {} : { caller }),
    events: events.flatMap((event): AgentEvent[] => {
      const parsed = isObject(event) && isNative(event) ? parseNative(event, native) : null;
      if (parsed === null || !(parsed.call === null || parsed.call === call || isBatch)) return [];
      return [{ ...parsed, ...own }];
    }),
  };
}

function folderField(from: JsonObject, name: string): string {
  const path = pathField(from, name);
  if (!isAbsolutePath(path)) throw new Unusable(name);
  return path;
}

function readingField(from: JsonObject): HookReading | null {
  const reading = field(from, 'reading');
  if (!isObject(reading)) return null;
  const requested: Requested = requestedField(reading);
  return { path: folderField(reading, 'path'), requested };
}

function callerField(from: JsonObject): HookCaller | null {
  const caller = field(from, 'caller');
  if (!isObject(caller)) return null;
  const pid = wholeField(caller, 'pid');
  const born = textField(caller, 'born') ?? null;
  if (pid === undefined || pid <= 1 || (born !== null && born.length > LONGEST_BIRTH)) return null;
  return { pid, born };
}

/** The verdict of an answer; an empty one where it has none that can be used. */
export function parseVerdict(answer: unknown): HookVerdict {
  const verdict = isObject(answer) ? field(answer, 'verdict') : undefined;
  if (!isObject(verdict)) return {};
  const stop = reasonOf(verdict, 'stop');
  const deny = reasonOf(verdict, 'deny');
  const context = textField(verdict, 'context');
  return {
    ...(stop === undefined ? {} : { stop }),
    ...(deny === undefined ? {} : { deny }),
    ...(context === undefined || context === '' ? {} : { context: context.slice(0, LONGEST_REASON) }),
  };
}

function reasonOf(verdict: JsonObject, name: string): { readonly reason: string } | undefined {
  const given = field(verdict, name);
  const reason = isObject(given) ? textField(given, 'reason') : undefined;
  return reason === undefined ? undefined : { reason: reason.slice(0, LONGEST_REASON) };
}
