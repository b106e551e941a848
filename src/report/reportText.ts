import { agentName } from '../agents/agentNames';
import { shown } from '../text/escape';
import { isoTime } from '../text/isoTime';
import { getOrCreate } from '../text/maps';
import type { ReadOutcome } from '../tracker/event';
import type { Cost } from '../tracker/views';
import type { Report, ReportedActor, ReportedFinding, ReportedSession } from './report';
import type { FindingPlace, ReportBuilder } from './reportBuilder';
import { fileLine } from './reportFileText';
import { nameOfPath, plural } from './reportWords';

const FILES_SHOWN = 40;
const FINDINGS_SHOWN = 20;
const COMPACTIONS_SHOWN = 8;

/** Where a transcript or log tells of a finding. */
type PlaceOf = ReportBuilder['placeOf'];

/**
 * The report for a terminal: a paragraph an actor, a bar a file (how much of its newest version was read).
 *
 * @param placeOf the line of the transcript that each finding leads to, where it is known
 */
export function reportText(report: Report, placeOf: PlaceOf = () => undefined): string {
  const blocks = report.sessions.flatMap((session) => [
    ...session.actors.filter((actor) => !isSilent(actor)).map((actor) => actorBlock(session, actor, placeOf)),
    ...silentBlock(session),
    ...(session.actors.filter(({ reads }) => reads.length > 0).length > 1 ? [sessionBlock(session)] : []),
  ]);
  if (blocks.length === 0) blocks.push('No session found.');
  if (report.skippedLines > 0) blocks.push(`${skipped(report.skippedLines)} skipped.`);
  return `${blocks.join('\n\n')}\n`;
}

function skipped(lines: number): string {
  return `${plural(lines, 'line')} could not be read and ${lines === 1 ? 'was' : 'were'}`;
}

/** A subagent that read nothing, and of which there is nothing else to say. */
function isSilent({ actor, reads, files, findings, cost }: ReportedActor): boolean {
  return actor !== 'main' && reads.length + files.length + findings.length + cost.returnedLines === 0;
}

function silentBlock(session: ReportedSession): string[] {
  const silent = session.actors.filter(isSilent).length;
  return silent === 0 ? [] : [`${nameOfSession(session)} · ${plural(silent, 'subagent')} read nothing`];
}

function sessionBlock(session: ReportedSession): string {
  return `${nameOfSession(session)} · all ${plural(session.actors.length, 'actor')}\n  ${given(session.cost)}`;
}

function nameOfSession({ agent, session }: ReportedSession): string {
  return `${shown(agentName(agent))} ${shown(session)}`;
}

function actorBlock(session: ReportedSession, actor: ReportedActor, placeOf: PlaceOf): string {
  const redundant = actor.files.reduce((sum, file) => sum + file.redundantReads, 0);
  const lines = [
    `${nameOfSession(session)} · ${shown(actor.actor)}${session.cwd ? ` · ${shown(session.cwd)}` : ''}`,
    `  ${plural(actor.reads.length, 'read')}, ${redundant} brought nothing new · longest streak ${actor.maxStreak}${unknown(actor)}${failures(actor)}${compactions(actor)}`,
    `  ${given(actor.cost)}`,
  ];
  const files = [...actor.files].sort(
    (a, b) => b.redundantReads - a.redundantReads || b.reads - a.reads || (a.path < b.path ? -1 : 1),
  );
  const outcomes = new Map<string, Set<ReadOutcome>>();
  for (const { path, outcome } of actor.reads) getOrCreate(outcomes, path, () => new Set()).add(outcome);
  const names = files.slice(0, FILES_SHOWN).map((file) => nameOfPath(file.path, session.cwd));
  const width = Math.min(60, Math.max(0, ...names.map((name) => name.length)));
  files.slice(0, FILES_SHOWN).forEach((file, at) => {
    lines.push(
      `  ${(names[at] ?? '').padEnd(width)}  ${fileLine(file, outcomes.get(file.path) ?? new Set())}`,
    );
  });
  if (files.length > FILES_SHOWN) lines.push(`  … and ${plural(files.length - FILES_SHOWN, 'more file')}`);
  for (const finding of actor.findings.slice(0, FINDINGS_SHOWN)) {
    lines.push(`${findingLine(finding, session.cwd)}${inTranscript(placeOf(finding))}`);
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

/** How often its context was compacted, and when. */
function compactions({ compactions: all }: ReportedActor): string {
  if (all.length === 0) return '';
  const first = all.slice(0, COMPACTIONS_SHOWN);
  const more = all.length > first.length ? ', …' : '';
  return ` · ${plural(all.length, 'compaction')} (after ${first.join(', ')}${more} reads)`;
}

/** As terminals and editors make it a link. */
function inTranscript(place: FindingPlace | undefined): string {
  return place === undefined ? '' : ` (${shown(place.file)}:${place.line})`;
}

function given(cost: Cost): string {
  return `given ${plural(cost.returnedLines, 'line')}${repeated(cost)}`;
}

function repeated(cost: Cost): string {
  if (cost.repeatedLines === 0) return ', none of them again';
  const share = Math.round((100 * cost.repeatedLines) / cost.returnedLines);
  const bytes =
    cost.repeatedBytes > 0 ? `, ${size(cost.repeatedBytes)}, about ${cost.repeatedTokens} tokens` : '';
  const regained =
    cost.regainedLines > 0 ? `; ${cost.regainedLines} of these lines had left its context` : '';
  return `, ${cost.repeatedLines} of them again (${share} %${bytes}${regained})`;
}

function findingLine(finding: ReportedFinding, cwd: string | null): string {
  const { level, reason, uncertain, notes, hint } = finding;
  const more = [...notes, ...(hint === null || notes.includes(hint) ? [] : [hint])];
  const detail = more.length > 0 ? ` [${shown(more.join('; '))}]` : '';
  return `  ${level.padEnd(8)} ${nameOfPlace(finding, cwd)}${shown(reason)}${uncertain ? ' (uncertain)' : ''}${detail}`;
}

/** The file and the call; the time where there is no call. */
function nameOfPlace({ path, call, time }: ReportedFinding, cwd: string | null): string {
  const names = [
    path === null ? null : nameOfPath(path, cwd),
    call === null ? isoTime(time) : shown(call),
  ].filter((name) => name !== null);
  return names.length === 0 ? '' : `${names.join(' · ')}: `;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
