import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CalibrationReport,
  type DetectorName,
  type FiringPlace,
  type Firings,
  NO_READING,
  type Reading,
  since,
  sumOf,
} from '../../../src/report/calibration';
import { CalibrationBuilder } from '../../../src/report/calibrationBuilder';
import { calibrationText } from '../../../src/report/calibrationText';
import { countLines } from '../../../src/text/ranges';
import type { AgentEvent } from '../../../src/tracker/event';
import { LevelWatch } from '../../../src/tracker/levelWatch';
import { DEFAULT_SETTINGS, type TrackerSettings } from '../../../src/tracker/settings';
import { Tracker } from '../../../src/tracker/tracker';
import type { Applied, Finding, ReadRecord } from '../../../src/tracker/views';
import { sessionOf, steps } from '../tracker/sessions';
import { text, World } from '../tracker/world';

function calibrated(
  sessions: readonly (readonly AgentEvent[])[],
  settings: Partial<TrackerSettings> = {},
): CalibrationReport {
  const builder = new CalibrationBuilder(settings);
  for (const events of sessions) {
    for (const event of events) builder.add(event);
    builder.finishSessions();
  }
  return builder.report(0);
}

function rowOf({ detectors }: CalibrationReport, detector: DetectorName, threshold: number | null) {
  const row = detectors
    .find((each) => each.detector === detector)
    ?.rows.find((each) => each.threshold === threshold);
  if (row === undefined) throw new Error(`no row ${detector} ${threshold}`);
  return row;
}

/** Whether an event of a replay with some settings fired: of which file, if of any. */
type Judge = (applied: Told, event: AgentEvent | null) => string | null | false;

/** What each event led to, session by session; the last turns of all actors are closed at the end. */
type Replayed = readonly (readonly { readonly event: AgentEvent | null; readonly applied: Told }[])[];
type Told = Pick<Applied, 'read' | 'findings'>;

function replay(sessions: readonly (readonly AgentEvent[])[], settings: Partial<TrackerSettings>): Replayed {
  return sessions.map((events) => {
    const tracker = new Tracker(settings);
    const told: Replayed[number][number][] = events.map((event) => ({
      event,
      applied: tracker.apply(event),
    }));
    const closing = tracker.closeTurns().map((finding) => ({ read: null, findings: [finding] }));
    return [...told, ...closing.map((applied) => ({ event: null, applied }))];
  });
}

/** What a judge makes of a replay that was made for this one threshold. */
function judged(sessions: Replayed, judge: () => Judge): Firings {
  const done: { place: FiringPlace; afterwards: Reading }[] = [];
  let inSessions = 0;
  let times = 0;
  for (const told of sessions) {
    const fires = judge();
    const reading = new Map<string, Reading>();
    const first = new Map<string, { place: FiringPlace; before: Reading }>();
    const note = (at: Pick<AgentEvent, 'agent' | 'session' | 'actor' | 'call'>, path: string | null) => {
      times++;
      const before = reading.get(at.actor) ?? NO_READING;
      const { agent, session, actor, call } = at;
      if (first.has(actor)) return;
      first.set(actor, { place: { agent, session, actor, call, path, reads: before.reads }, before });
    };
    for (const { event, applied } of told) {
      const { read, findings } = applied;
      if (read !== null) {
        const sum = sumOf(reading.get(read.actor) ?? NO_READING, {
          reads: 1,
          redundantReads: read.progress === 'no-progress' ? 1 : 0,
          lines: countLines(read.returned),
          newLines: read.newLines,
        });
        reading.set(read.actor, sum);
      }
      const path = fires(applied, event);
      const at = event ?? findings[0];
      if (path !== false && at !== undefined) note(at, path);
    }
    for (const actor of new Set(told.flatMap(({ event }) => event?.actor ?? []))) {
      const fired = first.get(actor);
      if (fired === undefined) continue;
      done.push({
        place: fired.place,
        afterwards: since(fired.before, reading.get(actor) ?? NO_READING),
      });
    }
    if (first.size > 0) inSessions++;
  }
  const sorted = done.map(({ place }) => place.reads).sort((a, b) => a - b);
  const least = sorted[0];
  const median = sorted[Math.ceil(sorted.length / 2) - 1];
  return {
    sessions: inSessions,
    actors: done.length,
    times,
    afterReads: least === undefined || median === undefined ? null : { least, median },
    first: done.find(({ place }) => place.reads === least)?.place ?? null,
    afterwards: done.reduce((sum, { afterwards }) => sumOf(sum, afterwards), NO_READING),
  };
}

const firesLevel =
  (level: ReadRecord['level']): (() => Judge) =>
  () =>
  ({ read }) =>
    read?.level === level && read.path;

const finds =
  (detector: Finding['detector']): (() => Judge) =>
  () =>
  ({ findings }) => {
    const found = findings.find((finding) => finding.detector === detector);
    return found === undefined ? false : found.path;
  };

/** One counter by itself, watched as the tracker watches its counters. */
const watched =
  (countOf: (read: ReadRecord) => number, ofFile: boolean, level: 'notice' | 'stop', at: number) =>
  (warning: number): Judge => {
    const counters = new Map<string, { watch: LevelWatch; count: number; certain: number }>();
    const levels =
      level === 'notice' ? { notice: at, warning: 0, stop: 0 } : { notice: 0, warning, stop: at };
    return ({ read }, event) => {
      if (event?.kind === 'prompt')
        for (const each of counters.values()) each.watch = new LevelWatch(each.count, each.certain);
      if (read?.progress !== 'no-progress') return false;
      const key = `${read.actor} ${ofFile ? read.path : ''}`;
      const counter = counters.get(key) ?? { watch: new LevelWatch(), count: 0, certain: 0 };
      counters.set(key, counter);
      if (countOf(read) <= counter.count) {
        counter.watch = new LevelWatch();
        counter.certain = 0;
      }
      counter.count = countOf(read);
      if (!read.uncertain) counter.certain++;
      return (
        counter.watch.fire(counter.count, counter.certain, !read.uncertain, levels) === level && read.path
      );
    };
  };

const COUNTERS = [
  ['streak', (read: ReadRecord) => read.streak, false],
  ['file-streak', (read: ReadRecord) => read.fileStreak, true],
  ['file-repeats', (read: ReadRecord) => read.fileRepeats, true],
] as const;

/** Sessions with everything in them, of which some reads prove nothing, and so are uncertain. */
const mixed = fc.tuple(steps, fc.nat(3)).map(([list, unproved]) =>
  sessionOf(list).map((event, index): AgentEvent => {
    if (event.kind !== 'read' || unproved === 0 || index % 4 >= unproved) return event;
    const { lineHashes: _, ...rest } = event;
    return rest;
  }),
);

/** Sessions that read the same again and again, with prompts in between. */
const loops = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('/f', '/f', '/f', '/g') },
      { weight: 2, arbitrary: fc.constantFrom('uncertain' as const, 'prompt' as const) },
      fc.constantFrom('new' as const, 'edit' as const, 'compact' as const),
    ),
    { minLength: 20, maxLength: 60 },
  )
  .map((list) => {
    const world = new World();
    for (const path of ['/f', '/g']) {
      world.files.set(path, text(200, path));
      world.read(1, 10, { path });
    }
    let line = 10;
    for (const one of list) {
      if (one === 'prompt') world.prompt();
      else if (one === 'compact') world.compact();
      else if (one === 'edit') world.edit(100, 1, [`e${line++}`]);
      else if (one === 'new') world.read(++line, line);
      else if (one === 'uncertain') world.read(1, 10, {}, { isUnordered: true });
      else world.read(1, 10, { path: one });
    }
    return world.events;
  });

const sessionsOfSome = fc
  .array(fc.oneof(mixed, loops), { minLength: 1, maxLength: 3 })
  .map((all) => all.map((events, at) => events.map((event) => ({ ...event, session: `s${at}` }))));

describe('every threshold, from one walk', () => {
  it('has what a replay for that threshold has', () => {
    const levels = fc.record({ warning: fc.nat(4), stop: fc.integer({ min: 1, max: 6 }) });
    fc.assert(
      fc.property(sessionsOfSome, levels, fc.integer({ min: 1, max: 4 }), (sessions, set, idleTurns) => {
        const settings = { levels: { notice: 1, ...set }, idleTurns };
        const report = calibrated(sessions, settings);
        const tried = report.detectors[0]?.rows.map(({ threshold }) => threshold ?? 0) ?? [];
        expect(tried).toContain(set.stop);
        const walked = replay(sessions, settings);
        for (const at of tried.filter((each) => each <= 5 || each === set.stop)) {
          const row = rowOf(report, 'levels', at);
          const notice = replay(sessions, { ...settings, levels: { notice: at, warning: 0, stop: 0 } });
          const stop = replay(sessions, {
            ...settings,
            levels: { notice: 0, warning: set.warning, stop: at },
          });
          expect(row.reached).toEqual(judged(notice, firesLevel('notice')));
          expect(row.stopped).toEqual(judged(stop, firesLevel('stop')));
          expect(rowOf(report, 'streak', at).reached).toEqual(judged(notice, finds('streak')));
          for (const [detector, countOf, ofFile] of COUNTERS) {
            const own = rowOf(report, detector, at);
            const by = (level: 'notice' | 'stop') => () => watched(countOf, ofFile, level, at)(set.warning);
            expect(own.reached).toEqual(judged(walked, by('notice')));
            expect(own.stopped).toEqual(judged(walked, by('stop')));
          }
        }
        for (const at of [idleTurns, 5, 10]) {
          const idle = replay(sessions, { ...settings, idleTurns: at });
          expect(rowOf(report, 'idle-turns', at).reached).toEqual(judged(idle, finds('idle-turns')));
        }
        for (const detector of ['low-yield', 'blind-change', 'failure-loop'] as const) {
          expect(rowOf(report, detector, null).reached).toEqual(judged(walked, finds(detector)));
        }
      }),
      { numRuns: 40 },
    );
  }, 30_000);

  it('counts what the sessions read in all', () => {
    fc.assert(
      fc.property(sessionsOfSome, (sessions) => {
        const { reading, sessions: count } = calibrated(sessions);
        const reads = sessions.flatMap((events) => {
          const tracker = new Tracker();
          return events.flatMap((event) => tracker.apply(event).read ?? []);
        });
        expect(count).toBe(sessions.filter((events) => events.length > 0).length);
        expect(reading).toEqual({
          reads: reads.length,
          redundantReads: reads.filter(({ progress }) => progress === 'no-progress').length,
          lines: reads.reduce((sum, { returned }) => sum + countLines(returned), 0),
          newLines: reads.reduce((sum, { newLines }) => sum + newLines, 0),
        });
      }),
      { numRuns: 30 },
    );
  });
});

/** Reads the same ten times, then goes on to what is new. */
function loopThenWork(): readonly AgentEvent[] {
  const world = new World();
  world.read(1, 40);
  for (let times = 0; times < 10; times++) world.read(1, 40);
  world.read(41, 100);
  return world.events;
}

describe('a loop after which an agent went on', () => {
  const report = calibrated([loopThenWork()]);

  it('is told with the call, and what came after', () => {
    expect(rowOf(report, 'levels', 6)).toMatchObject({
      current: ['stop'],
      stopped: {
        sessions: 1,
        times: 1,
        afterReads: { median: 7, least: 7 },
        first: { session: 's', actor: 'main', call: 'c7', path: '/f', reads: 7 },
        afterwards: { reads: 5, redundantReads: 4, lines: 220, newLines: 60 },
      },
    });
    expect(rowOf(report, 'levels', 11).reached).toMatchObject({ sessions: 0, afterReads: null, first: null });
    expect(report.stops).toHaveLength(1);
  });

  it('reads well', () => {
    const printed = calibrationText(report);
    expect(printed).toContain(
      '1 session, 1 actor: 12 reads, 10 brought nothing new; 500 lines given, 100 of them new.',
    );
    expect(printed).toMatch(/^ +6 {2}stop +1 +1 +7 +7 {2}then +5 +4 +220 +60$/m);
    expect(printed).toContain('from 11 on: never');
    expect(printed).toContain(
      'test s · main after 7 reads (c7); then 5 reads, 4 brought nothing new, 60 new lines',
    );
  });

  it('shows names that would disturb a terminal as they are written', () => {
    const events = loopThenWork().map((event) => ({ ...event, session: 'a\u001b[2J\u202eb' }));
    const printed = calibrationText(calibrated([events]));
    for (const hidden of ['\u001b', '\u202e']) expect(printed).not.toContain(hidden);
  });
});

describe('settings', () => {
  it('marks those of now, also where they are beyond what is tried', () => {
    const levels = { notice: 3, warning: 3, stop: 40 };
    const report = calibrated([loopThenWork()], { levels, idleTurns: 7 });
    expect(rowOf(report, 'levels', 3).current).toEqual(['notice', 'warning']);
    expect(rowOf(report, 'levels', 40).current).toEqual(['stop']);
    expect(rowOf(report, 'idle-turns', 7).current).toEqual(['idleTurns']);
    expect(calibrationText(report)).toContain('The stop level (40) would have stopped nobody.');
  });

  it('that are off mark nothing', () => {
    const report = calibrated([loopThenWork()], { levels: { notice: 0, warning: 0, stop: 0 }, idleTurns: 0 });
    expect(report.detectors.flatMap(({ rows }) => rows.flatMap(({ current }) => current))).toEqual([]);
    expect(report.settings).toEqual({
      ...DEFAULT_SETTINGS.levels,
      notice: 0,
      warning: 0,
      stop: 0,
      idleTurns: 0,
    });
    expect(calibrationText(report)).toContain('The stop level is off.');
  });

  it('no session: says so', () => {
    expect(calibrationText(calibrated([]))).toBe('No session found.\n');
  });
});
