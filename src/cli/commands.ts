import { toNative } from '../agents/native/print';
import { installationHasherSync } from '../ingest/installationHasher';
import { KNOWN_FORMATS } from '../ingest/knownFormats';
import { Replay, type ReplayedEvent, type SkippedOfFile } from '../ingest/replay';
import { sessionGroups } from '../ingest/sessionGroups';
import { displayedSource } from '../ingest/sourceName';
import { CalibrationBuilder } from '../report/calibrationBuilder';
import { calibrationText } from '../report/calibrationText';
import { toLcov } from '../report/lcov';
import type { Report } from '../report/report';
import { ReportBuilder } from '../report/reportBuilder';
import { reportJson } from '../report/reportJson';
import { reportText } from '../report/reportText';
import { passedStreak } from '../report/streakCheck';
import { shown } from '../text/escape';
import type { Arguments } from './arguments';
import { BadInput } from './badInput';
import type { Output } from './output';
import { isWorthThread, replayInThread } from './replayThread';
import { noteSkipped } from './skippedNote';

/** Where a command says things. */
export interface Terminal {
  readonly out: Output;
  /** Tells the person something beside what the command prints: one line. */
  readonly note: (line: string) => void;
}

/**
 * Runs a command; its result is the exit code.
 *
 * @param program the file of this program, for a thread to load; without it there is none
 * @throws BadInput, InputError
 */
export async function run(
  args: Exclude<Arguments, { command: 'help' | 'version' }>,
  terminal: Terminal,
  program?: string,
): Promise<number> {
  switch (args.command) {
    case 'events':
      return events(args.files, args.agent, terminal);
    case 'report':
      return report(args.files, args.json, terminal, program);
    case 'check':
      return check(args.files, args.maxStreak, terminal);
    case 'export':
      return exportLcov(args.files, terminal, program);
    case 'calibrate':
      return calibrate(args.files, args.json, terminal);
  }
}

async function events(
  files: readonly string[],
  agent: string | undefined,
  { out, note }: Terminal,
): Promise<number> {
  const hasher = installationHasherSync();
  const records = replay(files, hasher, agent);
  let count = 0;
  for (const { event } of records) {
    count++;
    const named = { ...event, source: displayedSource(event.source) };
    await out.write(`${JSON.stringify(toNative(named, hasher))}\n`);
  }
  noteSkipped(records.skipped, note);
  if (count === 0) note(nothingIn(files));
  return 0;
}

async function report(
  files: readonly string[],
  json: boolean,
  terminal: Terminal,
  program: string | undefined,
): Promise<number> {
  const { report: built, placeOf } = await buildReport(files, terminal, program);
  const { out } = terminal;
  if (!json) await out.write(reportText(built, placeOf));
  else for (const piece of reportJson(built)) await out.write(piece);
  return 0;
}

/** Where there was nothing to check, nothing is known to be well. */
async function check(files: readonly string[], maxStreak: number, { out, note }: Terminal): Promise<number> {
  const builder = new ReportBuilder();
  const records = replay(files, installationHasherSync());
  let [count, reads] = [0, 0];
  for (const { event } of records) {
    count++;
    const { read } = builder.add(event);
    if (event.kind !== 'read' || read === null) continue;
    reads++;
    const passed = passedStreak(read, event, maxStreak);
    if (passed === undefined) continue;
    noteSkipped(records.skipped, note);
    await out.write(`${JSON.stringify(passed)}\n`);
    return 1;
  }
  noteSkipped(records.skipped, note);
  if (count === 0) throw new BadInput(`${nothingIn(files)}, so nothing was checked`);
  if (reads === 0) note('no read is told of, so no streak was passed');
  return 0;
}

async function exportLcov(
  files: readonly string[],
  terminal: Terminal,
  program: string | undefined,
): Promise<number> {
  const { report: built } = await buildReport(files, terminal, program);
  for (const piece of toLcov(built)) await terminal.out.write(piece);
  if (built.sessions.length === 0) terminal.note(nothingIn(files));
  return 0;
}

/** Session by session: however many there are, one is held at a time. */
async function calibrate(files: readonly string[], json: boolean, { out, note }: Terminal): Promise<number> {
  const hasher = installationHasherSync();
  const builder = new CalibrationBuilder();
  const skipped: SkippedOfFile[] = [];
  for (const group of sessionGroups(files, KNOWN_FORMATS, { hasher })) {
    const records = replay(group, hasher);
    for (const { event } of records) builder.add(event);
    builder.finishSessions();
    skipped.push(...records.skipped);
  }
  const report = builder.report(linesOf(skipped));
  await out.write(json ? `${JSON.stringify(report)}\n` : calibrationText(report));
  noteSkipped(skipped, note);
  return 0;
}

async function buildReport(
  files: readonly string[],
  { note }: Terminal,
  program: string | undefined,
): Promise<Pick<ReportBuilder, 'placeOf'> & { readonly report: Report }> {
  const builder = new ReportBuilder();
  const skipped = await replayTo(files, program, ({ event, file, line }) =>
    builder.add(event, { file, line }),
  );
  noteSkipped(skipped, note);
  const built = builder.finish(linesOf(skipped));
  const sessions = built.sessions.map((session) => ({
    ...session,
    source: displayedSource(session.source),
  }));
  return { report: { ...built, sessions }, placeOf: (finding) => builder.placeOf(finding) };
}

async function replayTo(
  files: readonly string[],
  program: string | undefined,
  take: (event: ReplayedEvent) => void,
): Promise<readonly SkippedOfFile[]> {
  const hasher = installationHasherSync();
  if (program !== undefined && isWorthThread(files)) return replayInThread(program, files, hasher, take);
  const records = replay(files, hasher);
  for (const event of records) take(event);
  return records.skipped;
}

function replay(
  files: readonly string[],
  hasher: ReturnType<typeof installationHasherSync>,
  agent?: string,
): Replay {
  return new Replay(files, KNOWN_FORMATS, { hasher, ...(agent === undefined ? {} : { agent }) });
}

function linesOf(skipped: readonly SkippedOfFile[]): number {
  return skipped.reduce((sum, { count }) => sum + count, 0);
}

function nothingIn(files: readonly string[]): string {
  const [first = ''] = files;
  return `no event was found in ${files.length === 1 ? shown(first) : `these ${files.length} files`}`;
}
