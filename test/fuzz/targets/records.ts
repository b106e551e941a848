import type { Adapter, JsonObject, RecordReader, RowParse } from '../../../src/agents/adapter';
import { toNative } from '../../../src/agents/native/print';
import { withSoundNames } from '../../../src/agents/soundNames';
import { UNKNOWN_FOLDER, withoutGuesses } from '../../../src/agents/unknownFolder';
import { JsonLines } from '../../../src/ingest/jsonLines';
import { rowParseOf } from '../../../src/ingest/rowParse';
import type { AgentEvent } from '../../../src/tracker/event';
import { transcripts } from '../../golden/support/capture';
import type { NamedCapture } from '../../golden/support/captures';
import { INNER_MUTATIONS, LINE_MUTATIONS } from '../../golden/support/mutate';
import type { Random } from '../../golden/support/random';
import { mutateBytes } from '../engine/mutateBytes';
import { withExchange, withHostileValue, withTweak } from '../engine/mutateJson';
import { type Attempt, demand, type Target } from '../engine/target';
import { checkEvents } from '../oracles/events';
import { KnownTexts } from '../oracles/knownTexts';
import { checkKeptBack, checkShown } from '../oracles/texts';
import type { Sample } from './samples/sample';

/**
 * What is still true of an input's records: `places`: what they say of a line is so, parts of it are only missing, twice
 * or elsewhere. `texts`: a line may be said to stand elsewhere, or be another. `nothing`: a text of a file may stand
 * where a name belongs.
 */
type Keeps = 'places' | 'texts' | 'nothing';

const KEEPS: readonly Keeps[] = ['nothing', 'texts', 'places'];
const WINDOW = 24;
const LARGEST_WINDOW = 96 * 1024;
const WINDOWS = 24;

/** The first line of an input, before the records. */
interface Head {
  readonly keeps: Keeps;
  readonly sample: string;
  readonly file: string;
}

type Credit = Map<string, Set<number>>;

/** The records of one agent: those of recorded runs, and of samples where there is none. */
export function recordsTarget(
  adapter: Adapter,
  captures: readonly NamedCapture[],
  samples: readonly Sample[],
): Target {
  const all = [...captures.map(sampleOf), ...samples];
  return {
    name: `records-${adapter.kind}`,
    checks:
      'no line credited that the whole record does not credit at its place, or whose text is not in the record; no text in events; ranges, round trip, tracker; where rows are read without making all of them text: the same events as of rows that `JSON.parse` made',
    seeds: () => all.flatMap(windowsOf),
    mutate: mutateRecords,
    open: async () => attempt(adapter, all),
  };
}

function sampleOf(capture: NamedCapture): Sample {
  const { capture: name, baseFolder } = capture;
  return {
    name,
    ...(baseFolder === undefined ? {} : { baseFolder }),
    files: capture.records ?? (() => transcripts(name)),
  };
}

function windowsOf({ name, files }: Sample): Buffer[] {
  const found = [...files()].filter(([, records]) => records.length > 0);
  const count = found.reduce((sum, [, records]) => sum + records.length, 0);
  const step = Math.max(WINDOW / 2, Math.ceil(count / WINDOWS));
  return found.flatMap(([file, records]) => {
    const windows: Buffer[] = [];
    for (let from = 0; from < records.length; from += step) {
      const head = from > 0 ? records.slice(0, 1) : [];
      const lines = [...head, ...records.slice(from, from + WINDOW)].map((record) => JSON.stringify(record));
      while (lines.length > 1 && lines.join('\n').length > LARGEST_WINDOW) lines.pop();
      windows.push(inputOf({ keeps: 'places', sample: name, file }, lines));
    }
    return windows;
  });
}

function inputOf(head: Head, lines: readonly string[]): Buffer {
  return Buffer.from([JSON.stringify(head), ...lines, ''].join('\n'));
}

/** The head and the records; null for an input without a head. */
function parsed(input: Buffer): { readonly head: Head; readonly body: Buffer } | null {
  const end = input.indexOf('\n');
  const head = jsonIn(input.subarray(0, Math.max(0, end)).toString('utf8')) as Partial<Head> | null;
  if (typeof head?.sample !== 'string' || typeof head.file !== 'string') return null;
  const keeps = KEEPS.find((known) => known === head.keeps) ?? 'nothing';
  return { head: { keeps, sample: head.sample, file: head.file }, body: input.subarray(end + 1) };
}

/** @param parse what it made of a row is of use until the next is asked for */
function* recordsIn(body: Buffer, parse?: RowParse): Generator<JsonObject> {
  const lines = new JsonLines(parse);
  lines.push(body);
  for (let line = lines.next(); line !== null; line = lines.next()) {
    if (line.record !== null) yield line.record;
  }
  const last = lines.end()?.record ?? null;
  if (last !== null) yield last;
}

/** The same without what makes it quick. */
function plainRecordsIn(body: Buffer): JsonObject[] {
  return body
    .toString('utf8')
    .split('\n')
    .map(jsonIn)
    .filter(
      (value): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value),
    );
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // Damaged lines are passed over.
  }
}

function mutateRecords(input: Buffer, random: Random, other: Buffer): Buffer {
  try {
    return changedRecords(input, random, other);
  } catch (error) {
    // What changes values calls itself, which a value that is deep enough forbids.
    if (error instanceof RangeError) return input;
    throw error;
  }
}

function changedRecords(input: Buffer, random: Random, other: Buffer): Buffer {
  const before = parsed(input);
  if (before === null) return input;
  const { head, body } = before;
  if (random.chance(0.06)) {
    return inputOf(least(head, 'nothing'), [mutateBytes(body, random, other).toString('utf8')]);
  }
  let records: readonly JsonObject[] = plainRecordsIn(body);
  let keeps = head.keeps;
  for (let times = 1 + random.below(3); times > 0 && records.length > 0; times--) {
    const dice = random.next();
    if (dice < 0.45) records = damaged(records, random);
    else {
      const at = random.below(records.length);
      const [change, still] = dice < 0.75 ? HOSTILE : dice < 0.92 ? TWEAK : EXCHANGE;
      const changed = change(records[at], random);
      if (typeof changed !== 'object' || changed === null || Array.isArray(changed)) continue;
      records = records.map((record, i) => (i === at ? (changed as JsonObject) : record));
      keeps = KEEPS[Math.min(KEEPS.indexOf(keeps), KEEPS.indexOf(still))] ?? 'nothing';
    }
  }
  return inputOf(
    { ...head, keeps },
    records.map((record) => JSON.stringify(record)),
  );
}

type Change = readonly [(value: unknown, random: Random) => unknown, Keeps];
const HOSTILE: Change = [withHostileValue, 'texts'];
const TWEAK: Change = [withTweak, 'texts'];
const EXCHANGE: Change = [withExchange, 'nothing'];

function least(head: Head, keeps: Keeps): Head {
  return { ...head, keeps };
}

function damaged(records: readonly JsonObject[], random: Random): readonly JsonObject[] {
  const mutations = Object.values(
    records.length > 1 ? { ...LINE_MUTATIONS, ...INNER_MUTATIONS } : INNER_MUTATIONS,
  );
  return random.of(mutations)?.(records, random) ?? records;
}

function attempt(adapter: Adapter, samples: readonly Sample[]): Attempt {
  const hasher = new KnownTexts([11, 13]);
  const readerFor = (sample: Sample | undefined, file: string): RecordReader =>
    adapter.reader({
      hasher,
      source: adapter.kind,
      baseFolder: sample?.baseFolder ?? UNKNOWN_FOLDER,
      sessionFallback: 'unnamed',
      file: `/home/dev/${file.replace(/\.gz$/, '')}`,
    });
  const wholes = new Map<string, Credit>();
  const wholeOf = (sample: Sample): Credit => {
    const known = wholes.get(sample.name);
    if (known !== undefined) return known;
    const whole = new Map<string, Set<number>>();
    for (const [file, records] of sample.files()) credit(whole, eventsOf(readerFor(sample, file), records));
    wholes.set(sample.name, whole);
    hasher.forget();
    return whole;
  };
  return {
    run: (input) => {
      const before = parsed(input);
      if (before === null) return;
      const { head, body } = before;
      const sample = samples.find(({ name }) => name === head.sample);
      const whole = sample === undefined || head.keeps !== 'places' ? null : wholeOf(sample);
      hasher.forget();
      const records = [...recordsIn(body)];
      for (const record of records) adapter.recognises(record);
      const events = eventsOf(readerFor(sample, head.file), records);
      checkEvents(events, hasher, adapter.kind !== 'native');
      const parse = rowParseOf(adapter, hasher);
      if (parse !== undefined) {
        checkSame(eventsOf(readerFor(sample, head.file), recordsIn(body, parse)), events, hasher);
      }
      const plain = plainRecordsIn(body);
      if (adapter.kind !== 'native') checkShown(events, plain, hasher);
      if (head.keeps !== 'nothing') checkKeptBack(events, plain, hasher);
      if (whole !== null) checkCredit(events, whole);
    },
    close: () => undefined,
  };
}

function eventsOf(reader: RecordReader, records: Iterable<JsonObject>): readonly AgentEvent[] {
  const events: AgentEvent[] = [];
  for (const record of records) events.push(...reader.read(record));
  events.push(...reader.flush());
  demand(Number.isSafeInteger(reader.rejected), () => `rejected ${reader.rejected}`);
  return withoutGuesses(withSoundNames(events));
}

function checkSame(events: readonly AgentEvent[], whole: readonly AgentEvent[], hasher: KnownTexts): void {
  const [printed, expected] = [events, whole].map((each) =>
    each.map((event) => JSON.stringify(toNative(event, hasher))),
  );
  for (let i = 0; i < Math.max(events.length, whole.length); i++) {
    const [quick, plain] = [printed?.[i], expected?.[i]];
    demand(
      quick === plain,
      () => `read without its text: ${quick?.slice(0, 400)} not ${plain?.slice(0, 400)}`,
    );
  }
}

/** The lines of each call and file, with their texts; those that no call brought, by file. */
function credit(into: Credit, events: readonly AgentEvent[]): void {
  for (const { call, path, line } of creditedLines(events)) {
    for (const key of [`${call}\0${path}`, `null\0${path}`]) {
      const lines = into.get(key) ?? new Set();
      into.set(key, lines);
      lines.add(line);
    }
  }
}

function checkCredit(events: readonly AgentEvent[], whole: Credit): void {
  const calls = new Set(Array.from(whole.keys(), (key) => key.slice(0, key.indexOf('\0'))));
  for (const { call, path, line } of creditedLines(events)) {
    // Agents without ids have their calls numbered: one that stands there twice is another call.
    const named = calls.has(String(call)) ? call : null;
    const isKnown = whole.get(`${named}\0${path}`)?.has(line) === true;
    demand(
      isKnown,
      () => `call ${call} is credited with line ${line} of ${path}, which the whole record does not`,
    );
  }
}

function* creditedLines(
  events: readonly AgentEvent[],
): Generator<{ readonly call: string | null; readonly path: string; readonly line: number }> {
  for (const event of events) {
    if (event.kind !== 'read' && event.kind !== 'delivered') continue;
    const { call, path, returned } = event;
    for (const [start, end] of returned)
      for (let line = start; line <= end; line++) yield { call, path, line };
  }
}
