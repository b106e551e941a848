import { toNative } from '../agents/native/print';
import { installationHasherSync } from '../ingest/installationHasher';
import { KNOWN_FORMATS } from '../ingest/knownFormats';
import { Replay, type ReplayedEvent } from '../ingest/replay';
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
import type { Arguments } from './arguments';
import type { Output } from './output';
import { isWorthThread, replayInThread } from './replayThread';

/**
 * Runs a command; its result is the exit code.
 *
 * @param program the file of this program, for a thread to load; without it there is none
 */
export async function run(
  args: Exclude<Arguments, { command: 'help' | 'version' }>,
  out: Output,
  program?: string,
): Promise<number> {
  switch (args.command) {
    case 'events':
      return events(args.files, args.agent, out);
    case 'report':
      return report(args.files, args.json, out, program);
    case 'check':
      return check(args.files, args.maxStreak, out);
    case 'export':
      return exportLcov(args.files, out, program);
    case 'calibrate':
      return calibrate(args.files, args.json, out);
  }
}

async function events(files: readonly string[], agent: string | undefined, out: Output): Promise<number> {
  const hasher = installationHasherSync();
  for (const { event } of replay(files, hasher, agent)) {
    const shown = { ...event, source: displayedSource(event.source) };
    await out.write(`${JSON.stringify(toNative(shown, hasher))}\n`);
  }
  return 0;
}

async function report(
  files: readonly string[],
  json: boolean,
  out: Output,
  program: string | undefined,
): Promise<number> {
  const { report: built, placeOf } = await buildReport(files, program);
  if (!json) await out.write(reportText(built, placeOf));
  else for (const piece of reportJson(built)) await out.write(piece);
  return 0;
}

async function check(files: readonly string[], maxStreak: number, out: Output): Promise<number> {
  const builder = new ReportBuilder();
  for (const { event } of replay(files, installationHasherSync())) {
    const { read } = builder.add(event);
    if (event.kind !== 'read' || read === null) continue;
    const passed = passedStreak(read, event, maxStreak);
    if (passed === undefined) continue;
    await out.write(`${JSON.stringify(passed)}\n`);
    return 1;
  }
  return 0;
}

async function exportLcov(
  files: readonly string[],
  out: Output,
  program: string | undefined,
): Promise<number> {
  const { report: built } = await buildReport(files, program);
  for (const piece of toLcov(built)) await out.write(piece);
  return 0;
}

/** Session by session: however many there are, one is held at a time. */
async function calibrate(files: readonly string[], json: boolean, out: Output): Promise<number> {
  const hasher = installationHasherSync();
  const builder = new CalibrationBuilder();
  let skippedLines = 0;
  for (const group of sessionGroups(files, KNOWN_FORMATS, { hasher })) {
    const records = replay(group, hasher);
    for (const { event } of records) builder.add(event);
    builder.finishSessions();
    skippedLines += records.skippedLines;
  }
  const report = builder.report(skippedLines);
  await out.write(json ? `${JSON.stringify(report)}\n` : calibrationText(report));
  return 0;
}

async function buildReport(
  files: readonly string[],
  program: string | undefined,
): Promise<Pick<ReportBuilder, 'placeOf'> & { readonly report: Report }> {
  const builder = new ReportBuilder();
  const skippedLines = await replayTo(files, program, ({ event, file, line }) =>
    builder.add(event, { file, line }),
  );
  const built = builder.finish(skippedLines);
  const sessions = built.sessions.map((session) => ({
    ...session,
    source: displayedSource(session.source),
  }));
  return { report: { ...built, sessions }, placeOf: (finding) => builder.placeOf(finding) };
}

/** Returns how many lines were skipped. */
async function replayTo(
  files: readonly string[],
  program: string | undefined,
  take: (event: ReplayedEvent) => void,
): Promise<number> {
  const hasher = installationHasherSync();
  if (program !== undefined && isWorthThread(files)) return replayInThread(program, files, hasher, take);
  const records = replay(files, hasher);
  for (const event of records) take(event);
  return records.skippedLines;
}

function replay(
  files: readonly string[],
  hasher: ReturnType<typeof installationHasherSync>,
  agent?: string,
): Replay {
  return new Replay(files, KNOWN_FORMATS, { hasher, ...(agent === undefined ? {} : { agent }) });
}
