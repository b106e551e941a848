import { shown } from '../text/escape';
import { countLines, formatRanges } from '../text/ranges';
import { askFor } from '../tracker/readHints';
import type { Cost } from '../tracker/views';
import type { Report, ReportedActor, ReportedFile, ReportedFinding, ReportedSession } from './report';

const BAR_WIDTH = 20;
const FILES_SHOWN = 40;
const FINDINGS_SHOWN = 20;

/** The report for a terminal: a paragraph an actor, a bar a file (how much of its newest version was read). */
export function reportText(report: Report): string {
  const blocks = report.sessions.flatMap((session) => [
    ...session.actors.map((actor) => actorBlock(session, actor)),
    ...(session.actors.filter(({ reads }) => reads.length > 0).length > 1 ? [sessionBlock(session)] : []),
  ]);
  if (blocks.length === 0) blocks.push('No session found.');
  if (report.skippedLines > 0) blocks.push(`${skipped(report.skippedLines)} skipped.`);
  return `${blocks.join('\n\n')}\n`;
}

function skipped(lines: number): string {
  return `${plural(lines, 'line')} could not be read and ${lines === 1 ? 'was' : 'were'}`;
}

function sessionBlock(session: ReportedSession): string {
  return `${nameOfSession(session)} · all ${plural(session.actors.length, 'actor')}\n  ${given(session.cost)}`;
}

function nameOfSession({ agent, session }: ReportedSession): string {
  return `${shown(agent)} ${shown(session)}`;
}

function actorBlock(session: ReportedSession, actor: ReportedActor): string {
  const redundant = actor.files.reduce((sum, file) => sum + file.redundantReads, 0);
  const lines = [
    `${nameOfSession(session)} · ${shown(actor.actor)}${session.cwd ? ` · ${shown(session.cwd)}` : ''}`,
    `  ${plural(actor.reads.length, 'read')}, ${redundant} brought nothing new · longest streak ${actor.maxStreak}${unknown(actor)}${failures(actor)}`,
    `  ${given(actor.cost)}`,
  ];
  const files = [...actor.files].sort(
    (a, b) => b.redundantReads - a.redundantReads || b.reads - a.reads || (a.path < b.path ? -1 : 1),
  );
  const names = files.slice(0, FILES_SHOWN).map((file) => nameOf(file, session.cwd));
  const width = Math.min(60, Math.max(0, ...names.map((name) => name.length)));
  files.slice(0, FILES_SHOWN).forEach((file, at) => {
    lines.push(`  ${(names[at] ?? '').padEnd(width)}  ${fileLine(file)}`);
  });
  if (files.length > FILES_SHOWN) lines.push(`  … and ${plural(files.length - FILES_SHOWN, 'more file')}`);
  for (const finding of actor.findings.slice(0, FINDINGS_SHOWN)) {
    lines.push(findingLine(finding));
  }
  if (actor.findings.length > FINDINGS_SHOWN) {
    lines.push(`  … and ${plural(actor.findings.length - FINDINGS_SHOWN, 'more finding')}`);
  }
  return lines.join('\n');
}

/** Reads of which it is not known what the agent was given: they count for nothing, either way. */
function unknown(actor: ReportedActor): string {
  const reads = actor.reads.filter(({ outcome }) => outcome === 'unknown-range').length;
  return reads === 0 ? '' : ` · ${reads} with lines unknown`;
}

function failures(actor: ReportedActor): string {
  if (actor.failures === 0) return '';
  return ` · ${actor.failures} failed${actor.failureRepeats > 0 ? ` (${actor.failureRepeats} of them again)` : ''}`;
}

function given(cost: Cost): string {
  return `given ${plural(cost.returnedLines, 'line')}${repeated(cost)}`;
}

function repeated(cost: Cost): string {
  if (cost.repeatedLines === 0) return ', none of them again';
  const share = Math.round((100 * cost.repeatedLines) / cost.returnedLines);
  const bytes =
    cost.repeatedBytes > 0 ? `, ${size(cost.repeatedBytes)}, about ${cost.repeatedTokens} tokens` : '';
  const regained = cost.regainedLines > 0 ? `; ${cost.regainedLines} of these it no longer had` : '';
  return `, ${cost.repeatedLines} of them again (${share} %${bytes}${regained})`;
}

function findingLine(finding: ReportedFinding): string {
  const { level, call, reason, uncertain, notes, hint } = finding;
  const more = [...notes, ...(hint === null || notes.includes(hint) ? [] : [hint])];
  const detail = more.length > 0 ? ` [${shown(more.join('; '))}]` : '';
  return `  ${level.padEnd(8)} ${call ? `${shown(call)}: ` : ''}${shown(reason)}${uncertain ? ' (uncertain)' : ''}${detail}`;
}

function nameOf(file: ReportedFile, cwd: string | null): string {
  const inside = cwd !== null && file.path.startsWith(`${cwd}/`);
  return shown(inside ? file.path.slice(cwd.length + 1) : file.path);
}

function fileLine(file: ReportedFile): string {
  const version = file.versions.at(-1);
  const reads = `${plural(file.reads, 'read')}${file.redundantReads > 0 ? `, ${file.redundantReads} redundant` : ''}${again(file)}`;
  if (!version) return `${bar(0)}  lines unknown · ${reads}`;
  const covered = countLines(version.covered);
  const total = version.totalLines;
  const part = total === null || total === 0 ? 0 : covered / total;
  const lines = total === null ? `${covered} of ? lines` : `${covered} of ${plural(total, 'line')}`;
  const versions = file.versions.length > 1 ? ` · version ${version.version}` : '';
  const missing =
    file.missing && file.missing.length > 0 && covered > 0
      ? ` · not read: ${formatRanges(file.missing, 3)}${inItsTerms(file)}`
      : '';
  const written = file.knowledge === 'authored' ? ' · written by the agent' : '';
  return `${bar(part)}  ${lines}${versions} · ${reads}${missing}${written}`;
}

/** What would read the rest, where the agent's own tools say it otherwise than people do. */
function inItsTerms({ missing, hint }: ReportedFile): string {
  if (missing === null || hint === null || hint.includes(`: ${askFor('', missing)}`)) return '';
  return ` (${hint})`;
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

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
