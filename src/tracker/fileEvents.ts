import { allLines, type LineRange } from '../text/ranges';
import type { Actor } from './actor';
import { judgeChange, type Standing, standing } from './blindChange';
import type { Effects } from './effects';
import type {
  DeleteEvent,
  DeliveredEvent,
  DocumentChangedEvent,
  EditEvent,
  RenameEvent,
  SearchEvent,
  WriteEvent,
} from './event';
import { type Evidence, evidenceOf, provesNothing } from './evidence';
import type { FileHistories } from './fileHistories';
import { type Change, diskEvidence, type FileHistory } from './fileHistory';
import { blindFinding } from './findings';
import { NOTES } from './notes';
import type { Session } from './session';

/** Content that came into the context without a read: covered as read, no streak is touched. */
export function applyDelivered(
  actor: Actor,
  history: FileHistory,
  event: DeliveredEvent,
  effects: Effects,
): void {
  effects.changedPaths.push(event.path);
  if (event.returned.length === 0) return;
  const evidence = evidenceOf(event, event.returned);
  const { version, attested } = history.settle(evidence, event.time);
  const file = actor.file(history);
  actor.give(file, version.ordinal, event.returned, event.call, attested);
  const ledger = file.ledgerOf(version.ordinal);
  ledger.see();
  file.lookedAt(version.ordinal, actor.commands);
  if (event.form === 'shell') ledger.byShell = true;
}

/** A file was changed, or is said to have been. */
export function applyChange(
  session: Session,
  actor: Actor,
  history: FileHistory,
  event: EditEvent | WriteEvent | DeleteEvent | DocumentChangedEvent,
  effects: Effects,
): void {
  effects.changedPaths.push(event.path);
  switch (event.kind) {
    case 'edit':
    case 'write':
      if (event.outcome === 'failed') actor.idle.other(event.call);
      else applyOwnChange(session, actor, history, event, effects);
      return;
    case 'delete': {
      actor.failures.acted();
      if (!history.remove(event.time).changed) return;
      actor.idle.wrote(event.call);
      const file = actor.knownFile(event.path);
      if (file !== undefined) actor.file(history).look = null;
      return;
    }
    case 'document-changed': {
      actor.commands++;
      actor.failures.acted();
      const evidence = toldEvidence(event);
      history.documentChanged(evidence, event.time);
      if (evidence === null && actor.knownFile(event.path) !== undefined) actor.file(history).unclear = true;
    }
  }
}

/** What the disk itself showed is true for every source that knows the file. */
export function applyDiskChange(files: FileHistories, event: DocumentChangedEvent, effects: Effects): void {
  const history = files.known(event.path);
  if (history === undefined) return;
  history.documentChanged(toldEvidence(event), event.time);
  effects.changedPaths.push(event.path);
}

/** A rename or copy makes nothing known: what stands at the new name was read under another. */
export function applyRename(actor: Actor, files: FileHistories, event: RenameEvent, effects: Effects): void {
  files.known(event.from)?.remove(event.time);
  files.known(event.to)?.documentChanged(null, event.time);
  actor.idle.wrote(event.call);
  actor.failures.acted();
  effects.changedPaths.push(event.from, event.to);
}

export function applyGlimpses(
  actor: Actor,
  files: FileHistories,
  event: SearchEvent,
  effects: Effects,
): void {
  for (const { path, lines } of event.glimpsed) {
    // A search says nothing of the version: only of a file that is known can be said which text it showed.
    const history = files.known(path);
    const version = history?.current;
    if (history === undefined || version === null || version === undefined || history.isSuspect) continue;
    const ledger = actor.file(history).ledgerOf(version.ordinal);
    ledger.glimpse(lines.filter(([, end]) => version.totalLines === null || end <= version.totalLines));
    effects.changedPaths.push(path);
  }
}

/** The actor changed the file: streaks end, and it knows what it wrote. */
function applyOwnChange(
  session: Session,
  actor: Actor,
  history: FileHistory,
  event: EditEvent | WriteEvent,
  effects: Effects,
): void {
  const lines = linesWritten(event);
  const evidence: Evidence = evidenceOf(event, lines);
  const file = actor.file(history);
  const stand = standing(file, history);
  const change =
    event.kind === 'edit'
      ? history.edit(evidence, event.hunks ?? null, event.time)
      : history.write(evidence, event.time);
  actor.failures.acted();
  if (!change.changed) {
    actor.idle.other(event.call);
    return;
  }
  actor.idle.wrote(event.call);
  actor.streak.reset();
  const verdict = judgeChange(event, evidence, change, stand);
  const after = actor.file(history);
  after.fileStreak.reset();
  file.carry(change);
  carryForOthers(session, actor, history, change);
  const version = versionWritten(change, history);
  if (version !== null) actor.author(after, version, lines, event.call);
  if (version !== null && event.kind === 'write' && event.totalLines === 0) {
    after.ledgerOf(version).author([]);
  }
  if (verdict !== null) {
    const versions = { from: change.transition?.from ?? null, to: change.transition?.to ?? null };
    const note = versions.from === null ? null : after.noteOfChange(versions.from, actor.commands);
    const uncertain =
      verdict.uncertain || note === NOTES.perhapsByCommand || mayKnowMore(session, actor, stand, event);
    const notes = note === null ? [] : [note];
    effects.findings.push(blindFinding(session, event, { ...verdict, uncertain }, versions, notes));
  }
  const current = history.current?.ordinal ?? null;
  after.look = current === null ? null : { version: current, commands: actor.commands };
  after.unclear = event.kind === 'edit' ? event.hunks === undefined : event.totalLines === null;
}

/** What the session's other actors know of the lines around the change holds as well. */
function carryForOthers(session: Session, actor: Actor, history: FileHistory, change: Change): void {
  if (change.moved === null) return;
  for (const other of session.actors) {
    const isKnown = other !== actor && other.knownFile(history.path)?.history === history;
    if (isKnown) other.file(history).carry(change);
  }
}

/** Whether lines may be in the actor's context that the record does not show, or may not have been in the file. */
function mayKnowMore(
  session: Session,
  actor: Actor,
  { file, current, versions }: Standing,
  { kind, path }: EditEvent | WriteEvent,
): boolean {
  if (actor.unseenRestore || actor.isKnownInPart || session.isKnownInPart) return true;
  const isNew = versions.every(({ ordinal }) => file.ledger(ordinal) === undefined);
  if (isNew && session.isFork) return true;
  // What only other sessions know of the file may be long gone.
  const isOfSession = session.actors.some(
    (known) => current !== null && known.knownFile(path)?.ledger(current.ordinal) !== undefined,
  );
  return kind === 'write' && !isOfSession;
}

/** The version that the lines of a change are of; null where the disk has gone on since. */
function versionWritten({ transition }: Change, history: FileHistory): number | null {
  const current = history.current?.ordinal ?? null;
  return transition?.to === current ? current : null;
}

function linesWritten(event: EditEvent | WriteEvent): readonly LineRange[] {
  return event.kind === 'edit' ? (event.lines ?? []) : allLines(event.totalLines ?? 0);
}

function toldEvidence(event: DocumentChangedEvent): Evidence | null {
  const disk = diskEvidence(event.disk);
  if (disk !== null) return disk;
  const told = evidenceOf(event, allLines(event.totalLines ?? 0));
  return provesNothing(told) ? null : told;
}
