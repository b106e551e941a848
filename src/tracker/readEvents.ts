import { countLines } from '../text/ranges';
import type { Actor } from './actor';
import { costOf, sumOf } from './cost';
import type { Effects } from './effects';
import type { ReadEvent } from './event';
import type { FileHistory } from './fileHistory';
import { failureFinding, fireLevels, isCreeping, levelFinding, yieldFinding } from './findings';
import { NOTES } from './notes';
import { judgeRead, type Verdict } from './readVerdict';
import type { Session } from './session';
import type { TrackerSettings } from './settings';
import type { Level, ReadRecord } from './views';

/** Judges a read, counts it, and tells what it fires. */
export function applyRead(
  session: Session,
  actor: Actor,
  history: FileHistory,
  event: ReadEvent,
  settings: TrackerSettings,
  effects: Effects,
): void {
  const { start = 1, end = null } = event.requested ?? {};
  // Joined, which makes one piece of text: it is kept, and a template is kept as the tree of its parts.
  actor.idle.ask(['read', event.path, start, end ?? ''].join('\u0000'), event.call);
  const isQuiet = () => settings.isQuiet(session.key, event.path);
  const plain = judgeRead(event, actor, history);
  // A read without progress of a quiet file says why it counts for nothing.
  const isQuietRepeat = plain.progress === 'no-progress' && isQuiet();
  const verdict = isQuietRepeat ? { ...plain, notes: [...plain.notes, NOTES.quiet] } : plain;
  const file = actor.file(history);
  actor.reads++;
  file.reads++;
  const { newLines, newForLife } = verdict;
  const returnedLines = countLines(event.returned);
  const cost = costOf({ returnedLines, newLines, newForLife, bytes: event.bytes ?? 0 });
  for (const whole of [session, actor, file]) whole.cost = sumOf(whole.cost, cost);

  let fired: ReturnType<typeof fireLevels> = null;
  if (verdict.progress === 'progress') {
    actor.streak.reset();
    file.fileStreak.reset();
    if (verdict.newForLife > 0) file.fileRepeats.reset();
  } else if (verdict.progress === 'no-progress') {
    actor.redundantReads++;
    file.redundantReads++;
    if (!isQuietRepeat) {
      const certain = !verdict.uncertain;
      for (const streak of [actor.streak, file.fileStreak, file.fileRepeats]) streak.raise(certain);
      actor.maxStreak = Math.max(actor.maxStreak, actor.streak.count);
      fired = fireLevels(actor, file, certain, settings.levels);
    }
  }
  const read = recordOf(actor, event, verdict, file, fired?.level ?? null);
  session.reads.push(read, actor, file);
  effects.read = read;
  effects.newRanges = verdict.newRanges;
  effects.attested = verdict.attested;
  effects.changedPaths.push(event.path);
  const judged = { session, event, verdict, read, actor, file };
  if (fired !== null) effects.findings.push(levelFinding(judged, fired));
  if (isCreeping(file, read, verdict.first) && !isQuiet()) effects.findings.push(yieldFinding(judged));
  if (verdict.failsAgain) effects.findings.push(failureFinding(judged));
}

function recordOf(
  actor: Actor,
  event: ReadEvent,
  verdict: Verdict,
  file: ReturnType<Actor['file']>,
  level: Level | null,
): ReadRecord {
  const { call, time, path, written, form, requested, returned, outcome, cutLines = [] } = event;
  const { progress, newLines, newForLife, version, uncertain, notes } = verdict;
  return {
    ordinal: actor.reads,
    call,
    time,
    actor: actor.id,
    path,
    written,
    form,
    requested,
    returned,
    cutLines,
    outcome,
    progress,
    newLines,
    newForLife,
    streak: actor.streak.count,
    fileStreak: file.fileStreak.count,
    fileRepeats: file.fileRepeats.count,
    stopStreak: Math.max(actor.streak.certain, file.fileStreak.certain, file.fileRepeats.certain),
    version,
    level,
    uncertain,
    notes,
  };
}
