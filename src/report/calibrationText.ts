import { shown } from '../text/escape';
import type {
  CalibratedDetector,
  CalibratedRow,
  CalibrationReport,
  DetectorName,
  Firings,
  WouldBeStop,
} from './calibration';
import { plural } from './reportWords';

const STOPS_SHOWN = 20;

const TITLES: { readonly [K in DetectorName]: string } = {
  levels: 'Levels: the largest of the three counters below, as the settings have it',
  streak: 'Reads in a row without a new line, of all files',
  'file-streak': 'The same, of one file',
  'file-repeats': 'Reads of one file without a new line, across compactions too',
  'idle-turns': 'Idle turns (twice as many before the first write)',
  'low-yield': 'Windows that creep over a file',
  'blind-change': 'Changes of lines that were never read',
  'failure-loop': 'Failing reads that are repeated',
};

const HEAD = [
  'at',
  '',
  'sessions',
  'times',
  'after (median)',
  '(least)',
  '',
  'reads',
  'nothing new',
  'lines',
  'new',
];

/** For people: a table a detector. */
export function calibrationText(report: CalibrationReport): string {
  const { settings, detectors } = report;
  if (report.sessions === 0) return `No session found.\n${skipped(report)}`;
  const levels = detectors.filter(({ rows }) => rows.some(({ stopped }) => stopped !== null));
  const idle = detectors.filter(({ detector }) => detector === 'idle-turns');
  const fixed = detectors.filter(({ rows }) => rows.every(({ threshold }) => threshold === null));
  const stopping =
    settings.warning > 0
      ? `only certain reads count, and the warning at ${settings.warning} comes first`
      : 'only certain reads count';
  const blocks = [
    `${summary(report)}\n${LEGEND}`,
    ...levels.flatMap((each) => [
      table(TITLES[each.detector], each, ({ reached }) => reached),
      ...(each.detector === 'levels'
        ? [table(`As the stop level: ${stopping}`, each, ({ stopped }) => stopped)]
        : []),
    ]),
    ...idle.map((each) => table(TITLES[each.detector], each, ({ reached }) => reached)),
    lines('What has no threshold', [
      HEAD,
      ...fixed.flatMap(({ detector, rows }) =>
        rows.map(({ reached }) => ['', TITLES[detector], ...cells(reached)]),
      ),
    ]),
    stops(report),
  ];
  return `${blocks.join('\n\n')}\n${skipped(report)}`;
}

const LEGEND = `A level fires when its counter comes to it, and again only after progress or a prompt. After: the reads that an actor
had made when it fired for it first, in the median of these actors and at the least. Then: what these actors read from
there on. Many new lines after a stop mean that it would have stopped an agent at work.`;

function summary({ sessions, actors, reading }: CalibrationReport): string {
  const { reads, redundantReads, lines: given, newLines } = reading;
  return `${plural(sessions, 'session')}, ${plural(actors, 'actor')}: ${plural(reads, 'read')}, ${redundantReads} brought nothing new; ${plural(given, 'line')} given, ${newLines} of them new.`;
}

function table(
  title: string,
  { rows }: CalibratedDetector,
  of: (row: CalibratedRow) => Firings | null,
): string {
  const last = rows.findLastIndex((row) => (of(row)?.times ?? 0) > 0 || row.current.length > 0);
  const told = rows.slice(0, last + 1).map((row) => {
    const firings = of(row);
    return [`${row.threshold ?? ''}`, row.current.join(', '), ...(firings === null ? [] : cells(firings))];
  });
  const next = rows[last + 1]?.threshold;
  const never = next === undefined || next === null ? [] : [`  from ${next} on: never`];
  return [lines(title, [HEAD, ...told]), ...never].join('\n');
}

function cells({ sessions, times, afterReads, afterwards }: Firings): string[] {
  if (afterReads === null) return ['–'];
  const { reads, redundantReads, lines: given, newLines } = afterwards;
  const after = [afterReads.median, afterReads.least];
  return [
    ...[sessions, times, ...after].map(String),
    'then',
    ...[reads, redundantReads, given, newLines].map(String),
  ];
}

/** Numbers to the right, names to the left. */
function lines(title: string, rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const told = rows.map((row) =>
    row
      .map((cell, at) => (at === 1 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...told.map((line) => `  ${line}`)].join('\n');
}

function stops({ stops: all, settings }: CalibrationReport): string {
  if (settings.stop <= 0) return 'The stop level is off.';
  if (all.length === 0) return `The stop level (${settings.stop}) would have stopped nobody.`;
  const told = all.slice(0, STOPS_SHOWN).map(stopLine);
  const more = all.length > STOPS_SHOWN ? [`  … and ${all.length - STOPS_SHOWN} more`] : [];
  return [`The stop level (${settings.stop}) would have stopped:`, ...told, ...more].join('\n');
}

function stopLine({ agent, session, actor, call, reads, afterwards }: WouldBeStop): string {
  const { reads: then, redundantReads, newLines } = afterwards;
  const at = call === null ? '' : ` (${shown(call)})`;
  return `  ${shown(agent)} ${shown(session)} · ${shown(actor)} after ${plural(reads, 'read')}${at}; then ${plural(then, 'read')}, ${redundantReads} brought nothing new, ${plural(newLines, 'new line')}`;
}

function skipped({ skippedLines }: CalibrationReport): string {
  return skippedLines === 0 ? '' : `\n${plural(skippedLines, 'line')} could not be read.\n`;
}
