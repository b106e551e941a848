import { describe, expect, it } from 'vitest';
import { geminiDialect } from '../../src/agents/gemini/hookDialect';
import { geminiHookEvents } from '../../src/agents/gemini/hookEvents';
import { hookReport } from '../../src/agents/hooks/dialects';
import { HOOK_MOMENTS, type HookMoment } from '../../src/agents/hooks/report';
import { textField } from '../../src/agents/json';
import { LineHasher } from '../../src/text/lineHash';
import { LiveTracker } from '../../src/tracker/liveTracker';
import { Tracker } from '../../src/tracker/tracker';
import { hookPayloads, workspaceLines } from './support/capture';
import { captureEvents } from './support/captureSuite';
import { captureOf } from './support/captures';

const hasher = new LineHasher([11, 13]);
const GEMINI = { dialect: geminiDialect, events: geminiHookEvents };

describe('hooks of Gemini CLI', () => {
  const payloads = hookPayloads('gemini');
  const reports = payloads.flatMap(
    (payload) =>
      hookReport(GEMINI, payload, { hasher, time: Date.parse(textField(payload, 'timestamp') ?? '') }) ?? [],
  );
  const recorded = captureEvents(captureOf('gemini'));

  it('are known by their shape', () => {
    expect(payloads.filter((payload) => !geminiDialect.recognises(payload))).toEqual([]);
  });

  it('tell of calls that they are made, and leave what they gave to the transcript', () => {
    const count = (moment: HookMoment) => reports.filter((report) => report.moment === moment).length;
    expect(HOOK_MOMENTS.map((moment) => [moment, count(moment)]).filter(([, times]) => times !== 0)).toEqual([
      ['session-start', 1],
      ['prompt', 1],
      ['before-call', 49],
      ['after-call', 49],
      ['turn-end', 1],
      ['session-end', 1],
    ]);
    expect(reports.flatMap(({ events }) => events.map(({ kind, call }) => [kind, call]))).toEqual([
      ['session-start', null],
      ['prompt', null],
      ['session-end', null],
    ]);
    expect(reports.filter(({ call, reading }) => call !== null || reading !== null)).toEqual([]);
  });

  it('take nothing out of the context, though a compression is announced before each request', () => {
    expect(payloads.filter(({ hook_event_name: name }) => name === 'PreCompress')).toHaveLength(48);
    expect(reports.filter(({ moment }) => moment === 'context-lost')).toEqual([]);
  });

  it('know the session and the transcript by the names that the record has', () => {
    expect(new Set(reports.map(({ session }) => session))).toEqual(
      new Set(recorded.map(({ session }) => session)),
    );
    expect(reports[0]?.transcript).toBe(
      '/home/dev/.gemini/tmp/ws/chats/session-2026-11-30T08-28-8c8ac88f.jsonl',
    );
  });

  it('add nothing to what the record tells in the end', () => {
    const alone = new Tracker();
    const both = new LiveTracker();
    // The end of the session is not in the record, and counts the last turn.
    const told = reports.filter(({ moment }) => moment !== 'session-end').flatMap(({ events }) => events);
    for (const event of told) both.apply({ ...event, via: 'hook' });
    for (const event of recorded) {
      alone.apply(event);
      both.apply(event);
    }
    const [key] = alone.sessions().map((session) => session.key);
    if (key === undefined) throw new Error('no session');
    expect(both.reads(key)).toEqual(alone.reads(key));
    expect(both.findings(key)).toEqual(alone.findings(key));
  });

  it('hold no line of any file', () => {
    const text = JSON.stringify(reports);
    expect(workspaceLines().filter((line) => text.includes(line))).toEqual([]);
  });
});
