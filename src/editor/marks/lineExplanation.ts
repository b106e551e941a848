import { env, l10n } from 'vscode';
import { shown } from '../../text/escape';
import { formatRanges } from '../../text/ranges';
import { MAIN_ACTOR } from '../../tracker/event';
import type { ReadRecord, Segment } from '../../tracker/views';
import { actorName } from '../names';
import { sayNote } from '../noteWords';
import type { Drawing } from './drawing';
import { knowledgeOfLine, type LineRead, readsOfLine } from './lineReads';

/** Reads, and actors, listed for one line at most. */
const MOST_READS = 10;
const MOST_ACTORS = 4;
/** The last characters of a call's id: enough to find it in a transcript. */
const CALL_LENGTH = 8;

/**
 * What is known of one line, in sentences for people. Plain text: names are free of hidden characters, but may hold what
 * has a meaning in labels or Markdown.
 */
export interface LineExplanation {
  /** What each actor knows of the line. */
  readonly knowledge: readonly string[];
  /** The reads that gave it, newest first. */
  readonly reads: readonly string[];
  /** The same reads: the first of `reads` is about the first of these, and so on. */
  readonly told: readonly ReadRecord[];
  /** What the marks mean. */
  readonly legend: string;
}

/** @param reads those of the file, oldest first */
export function explainMarkedLine(
  drawing: Exclude<Drawing, { kind: 'nothing' }>,
  line: number,
  reads: readonly ReadRecord[],
): LineExplanation {
  const carried = drawing.kind === 'carried';
  const { versions } = drawing;
  const readLine = carried ? drawing.originOf(line) : line;
  const actors = knowledgeOfLine(versions, readLine);
  const sentences = actors
    .slice(0, MOST_ACTORS)
    .map(({ actor, segment }) => (carried ? sayCarried(actor, segment, readLine) : sayKnown(actor, segment)));
  if (actors.length > MOST_ACTORS) {
    sentences.push(l10n.t('And {count} more actors.', { count: actors.length - MOST_ACTORS }));
  }
  const found = readsOfLine(reads, versions, readLine);
  const listed = found.slice(-MOST_READS).reverse();
  return {
    knowledge: sentences,
    reads: listReads(listed, found.length),
    told: listed.map(({ read }) => read),
    legend: legend(),
  };
}

function sayKnown(actor: string, segment: Segment): string {
  const { times, authored, carried } = segment;
  const who = nameActor(actor);
  const lost = sayLost(segment);
  if (times === 1) return l10n.t('Given once to {who}.', { who }) + lost;
  if (times > 1) return l10n.t('Given {times} times to {who}.', { times, who }) + lost;
  if (authored) return l10n.t('Written by {who}, and not read since.', { who }) + lost;
  if (carried)
    return l10n.t('Given to {who} in an earlier version of the file, unchanged since.', { who }) + lost;
  return l10n.t('Shown to {who} by a search, which does not count as read.', { who }) + lost;
}

function sayCarried(actor: string, segment: Segment, line: number): string {
  const who = nameActor(actor);
  return (
    l10n.t('Given to {who} as line {line} of another version of the file.', { who, line }) + sayLost(segment)
  );
}

function sayLost({ inContext }: Segment): string {
  return inContext ? '' : ` ${l10n.t('No longer in its context.')}`;
}

function nameActor(actor: string): string {
  return actor === MAIN_ACTOR ? l10n.t('the main agent') : shown(actorName(actor));
}

/** @param all how many there are, those that are not listed too */
function listReads(listed: readonly LineRead[], all: number): readonly string[] {
  const earlier = all - listed.length;
  const said = listed.map(sayRead);
  return earlier === 0 ? said : [...said, l10n.t('{count} earlier reads', { count: earlier })];
}

function sayRead({ read, again }: LineRead): string {
  const gain =
    read.progress === 'no-progress'
      ? l10n.t('brought nothing new')
      : again
        ? l10n.t('this line again, {count} others new', { count: read.newLines })
        : l10n.t('first time');
  const parts = [
    read.time === null ? undefined : formatTime(read.time),
    l10n.t('lines {ranges}', { ranges: formatRanges(read.returned, 3) }),
    gain,
    read.uncertain ? l10n.t('uncertain') : undefined,
    ...read.notes.map(sayNote),
    read.actor === MAIN_ACTOR ? undefined : nameActor(read.actor),
    read.call === null ? undefined : l10n.t('call {id}', { id: shortCall(read.call) }),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function shortCall(call: string): string {
  return shown(call.slice(-CALL_LENGTH));
}

/** Today's times without the date. */
function formatTime(time: number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return '';
  const today = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(env.language, {
    ...(today ? {} : { dateStyle: 'short' }),
    timeStyle: 'medium',
  }).format(date);
}

/** The shapes in words, so that it can be read aloud. */
export function legend(): string {
  return l10n.t(
    'One, two, three bars: given once, twice, more often · nib: written by the agent · dots: given in an earlier version · ring: shown by a search · thin: no longer in its context',
  );
}
