import { toNative } from '../agents/native/print';
import { installationHasherSync } from '../ingest/installationHasher';
import { KNOWN_FORMATS } from '../ingest/knownFormats';
import { Replay, type SkippedOfFile } from '../ingest/replay';
import { sessionGroups } from '../ingest/sessionGroups';
import { displayedSource } from '../ingest/sourceName';
import { CalibrationBuilder } from '../report/calibrationBuilder';
import { calibrationText } from '../report/calibrationText';
import { ReportBuilder } from '../report/reportBuilder';
import { passedStreak } from '../report/streakCheck';
import { shown } from '../text/escape';
import type { Arguments } from './arguments';
import { BadInput } from './badInput';
import type { Output } from './output';
import { PrintedReport, type ReportForm } from './printedReport';
import { isWorthThread, ReportThread } from './reportThread';
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
      await printReport(args.files, args.json ? 'json' : 'text', terminal, program);
      return 0;
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
  const sessions = await printReport(files, 'lcov', terminal, program);
  if (sessions === 0) terminal.note(nothingIn(files));
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

/** Its result is the number of sessions that the report tells of. */
async function printReport(
  files: readonly string[],
  form: ReportForm,
  { out, note }: Terminal,
  program: string | undefined,
): Promise<number> {
  const thread = program !== undefined && isWorthThread(files) ? new ReportThread(program, form) : null;
  try {
    const report = thread ?? new PrintedReport(form);
    const records = replay(files, installationHasherSync());
    for (const event of records) {
      const isTaken = report.add(event);
      if (isTaken !== undefined) await isTaken;
    }
    noteSkipped(records.skipped, note);
    for await (const piece of report.pieces(linesOf(records.skipped))) await out.write(piece);
    return report.sessions;
  } finally {
    await thread?.close();
  }
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
