import type { LineRange } from '../text/ranges';
import type { Actor } from './actor';
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
import { RangeSet } from './rangeSet';

/** Content that came into the context without a read: covered as read, no streak is touched. */
export function applyDelivered(
  actor: Actor,
  history: FileHistory,
  event: DeliveredEvent,
  effects: Effects,
): void {
  effects.changedPaths.push(event.path);
  if (event.returned.length === 0) return;
  const { version } = history.settle(evidenceOf(event, event.returned), event.time);
  const file = actor.file(history);
  actor.give(file, version.ordinal, event.returned, event.call);
  const ledger = file.ledgerOf(version.ordinal);
  ledger.seen = true;
  if (event.form === 'shell') ledger.byShell = true;
}

/** A file was changed, or is said to have been. */
export function applyChange(
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
      else applyOwnChange(actor, history, event);
      return;
    case 'delete':
      if (history.remove(event.time).changed) actor.idle.wrote(event.call);
      return;
    case 'document-changed':
      history.documentChanged(toldEvidence(event), event.time);
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
    ledger.glimpsed ??= new RangeSet();
    ledger.glimpsed.addAll(
      lines.filter(([, end]) => version.totalLines === null || end <= version.totalLines),
    );
    effects.changedPaths.push(path);
  }
}

/** The actor changed the file: streaks end, and it knows what it wrote. */
function applyOwnChange(actor: Actor, history: FileHistory, event: EditEvent | WriteEvent): void {
  const lines = linesWritten(event);
  const evidence: Evidence = evidenceOf(event, lines);
  const file = actor.file(history);
  const change =
    event.kind === 'edit'
      ? history.edit(evidence, event.hunks ?? null, event.time)
      : history.write(evidence, event.time);
  if (!change.changed) {
    actor.idle.other(event.call);
    return;
  }
  actor.idle.wrote(event.call);
  actor.streak.reset();
  const after = actor.file(history);
  after.fileStreak.reset();
  file.carry(change);
  const version = versionWritten(change, history);
  if (version !== null) actor.author(after, version, lines, event.call);
}

/** The version that the lines of a change are of; null where the disk has gone on since. */
function versionWritten({ transition }: Change, history: FileHistory): number | null {
  const current = history.current?.ordinal ?? null;
  return transition?.to === current ? current : null;
}

function linesWritten(event: EditEvent | WriteEvent): readonly LineRange[] {
  if (event.kind === 'edit') return event.lines ?? [];
  return event.totalLines === null || event.totalLines === 0 ? [] : [[1, event.totalLines]];
}

function toldEvidence(event: DocumentChangedEvent): Evidence | null {
  const disk = diskEvidence(event.disk);
  if (disk !== null) return disk;
  const { totalLines } = event;
  const told = evidenceOf(event, totalLines === undefined || totalLines === 0 ? [] : [[1, totalLines]]);
  return provesNothing(told) ? null : told;
}
