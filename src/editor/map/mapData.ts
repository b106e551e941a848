import { l10n } from 'vscode';
import type { Course, CourseEntry, CourseRead } from '../../report/course';
import { shown } from '../../text/escape';
import { RangeSet } from '../../tracker/rangeSet';
import type { MapData, MapEntry, MapFile, MapWords } from '../../webview/map/messages';
import { actorName, relativePath } from '../names';

/** A course as the map draws it: files in the order in which they were first touched, every name made plain. */
export function mapData(title: string, course: Course): MapData {
  const { entries, dropped, heights } = course;
  const files = new Indexed<MapFile>();
  const actors = new Indexed<string>();
  return {
    title: shown(title),
    dropped,
    entries: entries.map((entry): MapEntry => {
      const file =
        'path' in entry
          ? files.of(entry.path, () => ({
              name: shown(relativePath(entry.path)),
              lines: heights.get(entry.path) ?? 0,
              hasEnd: course.hasEnd(entry.path),
            }))
          : -1;
      const actor = actors.of(entry.actor, () => shown(actorName(entry.actor)));
      return { kind: entry.kind, file, actor, time: entry.time, ...linesOf(entry) };
    }),
    files: files.values,
    actors: actors.values,
    words: mapWords(),
  };
}

/** Canonical paths of the files of {@link mapData}, in its order. */
export function filesOf({ entries }: Pick<Course, 'entries'>): readonly string[] {
  return [...new Set(entries.flatMap((entry) => ('path' in entry ? [entry.path] : [])))];
}

function linesOf(entry: CourseEntry): Pick<MapEntry, 'fresh' | 'again' | 'outcome' | 'uncertain'> {
  switch (entry.kind) {
    case 'read':
      return {
        fresh: entry.fresh,
        again: againOf(entry),
        outcome: outcomeOf(entry),
        uncertain: entry.uncertain,
      };
    case 'edit':
    case 'write':
    case 'delete':
      return { fresh: entry.lines, again: [], outcome: 'other', uncertain: false };
    default:
      return { fresh: [], again: [], outcome: 'other', uncertain: false };
  }
}

function againOf({ returned, fresh }: CourseRead): MapEntry['again'] {
  if (returned === fresh) return [];
  const isNew = RangeSet.of(fresh);
  return returned.flatMap(([start, end]) => isNew.gaps(start, end));
}

function outcomeOf({ progress }: CourseRead): MapEntry['outcome'] {
  switch (progress) {
    case 'progress':
      return 'new';
    case 'no-progress':
      return 'nothing-new';
    case 'failed':
      return 'failed';
    case 'neutral':
      return 'other';
  }
}

/** Values with the index of each, in the order in which their keys came. */
class Indexed<V> {
  readonly values: V[] = [];
  readonly #indices = new Map<string, number>();

  of(key: string, create: () => V): number {
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    this.#indices.set(key, this.values.length);
    return this.values.push(create()) - 1;
  }
}

/** The texts of the map, in the language of the editor. */
export function mapWords(): MapWords {
  return {
    map: l10n.t('Map of the session: calls from left to right, files and their lines from top to bottom'),
    newLines: l10n.t('New'),
    again: l10n.t('Given again'),
    change: l10n.t('Changed by the agent'),
    loss: l10n.t('Context lost'),
    prompt: l10n.t('Your prompt'),
    stop: l10n.t('Stopped'),
    interrupted: l10n.t('Interrupted'),
    nothing: l10n.t('nothing new'),
    failed: l10n.t('failed'),
    uncertain: l10n.t('uncertain'),
    unknownLength: l10n.t('of unknown length'),
    moment: l10n.t('Moment that the open editors show'),
    present: l10n.t('now'),
    exportMap: l10n.t('Export…'),
    openLines: l10n.t('Open These Lines'),
    openRecord: l10n.t('Show in Transcript'),
    zoomIn: l10n.t('Zoom In'),
    zoomOut: l10n.t('Zoom Out'),
    fit: l10n.t('Fit'),
    file: l10n.t('File'),
    allFiles: l10n.t('All files'),
    keys: l10n.t(
      'A click opens the lines of a call, with Alt its place in the transcript. Arrow keys choose a call, Enter opens its lines, T its place in the transcript, F shows its file alone, + and − zoom, 0 fits. The strip at the right edge sums up what each line came to.',
    ),
    place: l10n.t('{at} of {all}', { at: '{at}', all: '{all}' }),
    lines: l10n.t('lines {lines}', { lines: '{lines}' }),
    dropped: l10n.t('{count} older calls are not kept', { count: '{count}' }),
  };
}
