import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { toNative } from '../../../src/agents/native/print';
import type { IngestedEvent } from '../../../src/ingest/ingest';
import { KNOWN_FORMATS } from '../../../src/ingest/knownFormats';
import { Replay } from '../../../src/ingest/replay';
import type { TestWorkspace } from '../ingest/testWorkspace';
import { shownOf } from './shown';

const recording = gunzipSync(
  readFileSync(new URL('../../../samples/recordings/repeat.jsonl.gz', import.meta.url)),
);
/** Longer than readers hold anything back, ms. */
const SILENT = 2000;

/** Where an agent's record may be, and what becomes of one that starts again. */
export interface Course {
  readonly name: string;
  /** Relative to the root of the test. */
  readonly file: string;
  /** Every line of the course, with its end. */
  readonly lines: readonly Buffer[];
  /** `same`: it tells on of the same sessions. `new`: its lines begin sessions of their own. */
  readonly restarts: 'same' | 'new';
}

/** A real session as the agent's own transcript, and the same as a log of the workspace. */
function coursesIn(ws: TestWorkspace): readonly Course[] {
  const transcript = recording.toString().replaceAll('/home/dev/ws', ws.folder);
  return [
    {
      name: 'transcript',
      file: 'home/.claude/projects/x/repeat.jsonl',
      lines: linesOf(transcript),
      restarts: 'same',
    },
    { name: 'log', file: 'ws/.read-coverage/log.jsonl', lines: nativeLines(ws, transcript), restarts: 'new' },
  ];
}

/** One of them, by its name. */
export function courseOf(ws: TestWorkspace, kind: string): Course {
  const course = coursesIn(ws).find(({ name }) => name === kind);
  if (course === undefined) throw new Error(`no course ${kind}`);
  return course;
}

/** What a reader shows that gets each of these texts, as one file, at once and whole. */
export function shownOfWhole(ws: TestWorkspace, texts: readonly (readonly Buffer[])[]): unknown[] {
  return texts.flatMap((lines, at) => {
    const whole = ws.write(`whole/${at}/log.jsonl`, Buffer.concat(lines));
    const replay = new Replay([whole], KNOWN_FORMATS, { hasher: ws.hasher });
    return shownOf(Array.from(replay, ({ event }) => event));
  });
}

/** A follower of the workspace, and what it shows. */
export function watch(ws: TestWorkspace) {
  const { ingest, told } = ws.ingest({ formats: KNOWN_FORMATS });
  return {
    ingest,
    told: told as readonly IngestedEvent[],
    poll: () => ingest.poll(),
    /** After the readers gave what they held back. */
    async shown(): Promise<unknown[]> {
      // What became shorter is believed once it is seen twice.
      await ingest.poll();
      await ingest.poll();
      ws.now += SILENT;
      await ingest.poll();
      return shownOf(told.map(({ event }) => event));
    },
  };
}

/** That the follower shows what a reader of the whole shows, and that this is something. */
export function expectSame(shown: unknown[], whole: unknown[]): void {
  expect(whole.length).toBeGreaterThan(0);
  expect(JSON.stringify(whole)).toMatch(/"streak":[3-9]/);
  expect(sorted(shown)).toEqual(sorted(whole));
}

/** What is appended at once: lines and parts of lines, as they come from one who writes without waiting. */
export function* pieces(lines: readonly Buffer[], size = 65_537): Generator<Buffer> {
  const bytes = Buffer.concat(lines);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function sorted(sessions: readonly unknown[]): unknown[] {
  return [...sessions].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function linesOf(text: string): readonly Buffer[] {
  return text.split(/(?<=\n)/).map((line) => Buffer.from(line));
}

function nativeLines(ws: TestWorkspace, transcript: string): readonly Buffer[] {
  const stored = ws.write('stored.jsonl', transcript);
  const replay = new Replay([stored], KNOWN_FORMATS, { hasher: ws.hasher });
  return Array.from(replay, ({ event }) => {
    const { source: _source, ...line } = toNative(event, ws.hasher);
    return Buffer.from(`${JSON.stringify(line)}\n`);
  });
}
