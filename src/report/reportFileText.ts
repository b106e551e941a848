import { countLines, formatRanges } from '../text/ranges';
import type { ReadOutcome } from '../tracker/event';
import { askFor } from '../tracker/readHints';
import type { ReportedFile } from './report';
import { plural } from './reportWords';

const BAR_WIDTH = 20;
const NO_BAR = ' '.repeat(BAR_WIDTH);

/** What reads that gave no line came to. */
const WITHOUT_LINES: Readonly<Record<ReadOutcome, string>> = {
  complete: 'no lines',
  truncated: 'no whole line',
  unchanged: 'told that it is unchanged',
  empty: 'empty, or asked for past its end',
  failed: 'failed',
  'not-text': 'a folder, an image or the like: no lines',
  'unknown-range': 'lines unknown',
};

/**
 * A bar of how much of a file's last version was read, and the same in words. No bar where that is not known.
 *
 * @param outcomes what the actor's reads of the file came to
 */
export function fileLine(file: ReportedFile, outcomes: ReadonlySet<ReadOutcome>): string {
  const nothingNew = file.redundantReads > 0 ? `, ${file.redundantReads} brought nothing new` : '';
  const reads = `${plural(file.reads, 'read')}${nothingNew}${again(file)}`;
  const written = file.knowledge === 'authored' ? ' · written by the agent' : '';
  return `${barAndLines(file, outcomes)} · ${reads}${notRead(file)}${written}`;
}

function barAndLines({ versions }: ReportedFile, outcomes: ReadonlySet<ReadOutcome>): string {
  const last = versions.at(-1);
  const isGiven = versions.some(({ covered }) => covered.length > 0);
  if (last === undefined || (!isGiven && (last.totalLines ?? 0) === 0)) {
    return `${NO_BAR}  ${last?.totalLines === 0 ? 'an empty file' : withoutLines(outcomes)}`;
  }
  const seen = versions.filter(({ covered, authored }) => covered.length + authored.length > 0);
  const ofLast =
    versions.length === 1 || (seen.length === 1 && seen[0] === last)
      ? ''
      : ` of its last version${seen.length > 1 ? ` (${last.version})` : ''}`;
  const covered = countLines(last.covered);
  const total = last.totalLines;
  if (total === null) return `${NO_BAR}  ${plural(covered, 'line')}${ofLast}, total not known`;
  return `${bar(total === 0 ? 0 : covered / total)}  ${covered} of ${plural(total, 'line')}${ofLast}`;
}

function withoutLines(outcomes: ReadonlySet<ReadOutcome>): string {
  const words = [...outcomes].map((outcome) => WITHOUT_LINES[outcome]);
  return words.length === 0 ? 'not read' : words.join('; ');
}

/** The lines, and what the agent would have to ask for, where its own tools say that otherwise than people do. */
function notRead({ missing, hint, versions }: ReportedFile): string {
  const isGiven = (versions.at(-1)?.covered.length ?? 0) > 0;
  if (missing === null || missing.length === 0 || !isGiven) return '';
  const lines = ` · lines not read: ${formatRanges(missing, 3)}`;
  if (hint === null || hint.includes(`: ${askFor('', missing)}`)) return lines;
  return `${lines} (${hint.replace(/^the rest: /, 'the agent would have to ask: ')})`;
}

function again({ cost }: ReportedFile): string {
  return cost.repeatedLines === 0 ? '' : `, ${plural(cost.repeatedLines, 'line')} again`;
}

function bar(part: number): string {
  const full =
    part <= 0
      ? 0
      : part >= 1
        ? BAR_WIDTH
        : Math.min(BAR_WIDTH - 1, Math.max(1, Math.round(part * BAR_WIDTH)));
  return '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
}
