import { basename } from 'node:path';
import {
  Disposable,
  l10n,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import { agentName } from '../agents/agentNames';
import type { StopState } from '../stop/stopRequest';
import { shown, shownInMarkdown } from '../text/escape';
import type { Level } from '../tracker/views';
import { connectionInWords } from './channel/connectionInWords';
import { commandLink } from './commandLink';
import { COMMANDS } from './commandNames';
import type { Endangered } from './danger';
import { pastInWords } from './map/pastWords';
import { legend } from './marks/lineExplanation';
import { actorName, listed, placeOf } from './names';
import { shortId } from './shortId';
import { type ActiveFile, currentStatus, onStatusChange, type Status, type StatusSources } from './status';
import { stopStateInWords } from './stopping/stopStateInWords';

/** Reads without a new line that the tooltip names. */
const SHOWN_READS = 5;

/** What the item shows. */
export interface ShownStatus {
  readonly text: string;
  /** For a screen reader. */
  readonly label: string;
  readonly warns: boolean;
  /** Markdown. */
  readonly tooltip: string;
}

/** The one item in the status bar: how near the most endangered live actor is to its threshold, and the active file. */
export class StatusBar implements Disposable {
  readonly #sources: StatusSources;
  readonly #followed: () => readonly string[];
  readonly #item: StatusBarItem;
  readonly #listeners: Disposable;

  /** @param followed one plain line for each source that is followed, for the tooltip */
  constructor(sources: StatusSources, followed: () => readonly string[]) {
    this.#sources = sources;
    this.#followed = followed;
    this.#item = window.createStatusBarItem('readCoverage.status', StatusBarAlignment.Left);
    this.#item.name = l10n.t('Read Coverage');
    this.#item.command = COMMANDS.showMenu;
    this.#listeners = Disposable.from(...onStatusChange(sources, () => this.update()));
    this.update();
    this.#item.show();
  }

  shown(): ShownStatus {
    const { text, accessibilityInformation, backgroundColor, tooltip } = this.#item;
    return {
      text,
      label: accessibilityInformation?.label ?? '',
      warns: backgroundColor !== undefined,
      tooltip: tooltip instanceof MarkdownString ? tooltip.value : (tooltip ?? ''),
    };
  }

  /** To be called when something else is followed. */
  update(): void {
    const status = currentStatus(this.#sources);
    const [text, label, tooltip] = [textOf(status), inWords(status), this.#tooltip(status)];
    const shown = this.shown();
    // Whatever is set goes to the window, and while a session streams most of it stays as it was.
    if (text !== shown.text) this.#item.text = text;
    if (status.alarm !== shown.warns) {
      this.#item.backgroundColor = status.alarm
        ? new ThemeColor('statusBarItem.warningBackground')
        : undefined;
    }
    if (tooltip.value !== shown.tooltip) this.#item.tooltip = tooltip;
    if (label !== shown.label) this.#item.accessibilityInformation = { label, role: 'button' };
  }

  /** Plain Markdown, not trusted; every name in it is escaped. */
  #tooltip(status: Status): MarkdownString {
    if (status.kind === 'nothing') return helpTooltip(status, this.#followed());
    const lines = [`**${shownInMarkdown(inWords(status))}**`];
    const { endangered } = status;
    if (endangered) {
      const { session, actor } = endangered;
      lines.push(
        l10n.t('Session {session} of {agent}, {actor}', {
          session: shownInMarkdown(shortId(session.session)),
          agent: shownInMarkdown(agentName(session.agent)),
          actor: shownInMarkdown(actorName(actor.actor)),
        }),
      );
      if (session.source === session.agent) {
        lines.push(shownInMarkdown(connectionInWords(this.#sources.connectionOf(session.key))));
      }
      const reads = this.#sources.service
        .reads(session.key, { actor: actor.actor })
        .filter((read) => read.progress === 'no-progress')
        .slice(-SHOWN_READS);
      if (reads.length > 0) {
        const list = reads.map((read) => `\n- ${shownInMarkdown(placeOf(read.path, read.returned))}`);
        lines.push(
          `${l10n.t('Last reads without a new line in this session, of all files:')}${list.join('')}`,
        );
      }
    }
    if (status.quietFiles > 0) lines.push(quietInWords(status.quietFiles));
    if (status.stop) lines.push(shownInMarkdown(stopStateInWords(status.stop)));
    lines.push('---', shownInMarkdown(legend()));
    const followed = this.#followed();
    if (followed.length > 0) lines.push(shownInMarkdown(followedInWords(followed)));
    lines.push(moreInWords(status));
    return new MarkdownString(lines.join('\n\n'));
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#item.dispose();
  }
}

/** Where nothing is known yet, what leads on. Trusted for these commands, and without a word that a record could have written. */
function helpTooltip(status: Status, followed: readonly string[]): MarkdownString {
  const lines = [
    `**${shownInMarkdown(inWords(status))}**`,
    [
      commandLink(l10n.t('Choose Agents…'), COMMANDS.chooseAgents),
      commandLink(l10n.t('Why Is Nothing Shown?'), COMMANDS.whyNothing),
      commandLink(l10n.t('Get Started'), COMMANDS.getStarted),
    ].join(' · '),
  ];
  if (followed.length > 0) lines.push(shownInMarkdown(followedInWords(followed)));
  const markdown = new MarkdownString(lines.join('\n\n'));
  markdown.isTrusted = { enabledCommands: [COMMANDS.chooseAgents, COMMANDS.whyNothing, COMMANDS.getStarted] };
  return markdown;
}

/** What a click leads to: a stop only where one can be asked for, and none is under way or done. */
function moreInWords({ kind, stop, asOf }: Status): string {
  if (asOf !== undefined) return l10n.t('Click for “Back to Now”, and more.');
  const isOpen = stop === undefined || stop.state === 'timed-out' || stop.state === 'withdrawn';
  return kind === 'live' && isOpen && workspace.isTrusted
    ? l10n.t('Click for more: stop, session map, why nothing is shown.')
    : l10n.t('Click for more: session map, why nothing is shown.');
}

function followedInWords(followed: readonly string[]): string {
  return l10n.t('Read from: {sources}.', { sources: listed(followed) });
}

/** How many files a person said are no loop. */
export function quietInWords(files: number): string {
  return files === 1
    ? l10n.t('One file is quiet in this session.')
    : l10n.t('{count} files are quiet in this session.', { count: files });
}

function textOf({ kind, counter, alarm, level, file, stop, waiting }: Status): string {
  if (kind === 'nothing') {
    return `$(eye) ${waiting.length > 0 ? l10n.t('Read Coverage: not shown yet') : l10n.t('Read Coverage: nothing yet')}`;
  }
  const parts = [counter, file && fileInShort(file), stop && stopInShort(stop.state)];
  const known = parts.filter((part) => part !== undefined);
  return `$(${iconOf(alarm, level)}) ${known.length > 0 ? known.join(' · ') : l10n.t('Read Coverage')}`;
}

/** An eye, two arrows where reads come again, a warning sign near the stop. */
function iconOf(alarm: boolean, level: Level | undefined): string {
  if (alarm || level === 'stop' || level === 'warning') return 'warning';
  return level === 'notice' ? 'sync' : 'eye';
}

/** How much of the active file was given, or why that cannot be said of its text. */
function fileInShort({ state, share }: ActiveFile): string | undefined {
  if (state === 'not-read') return l10n.t('not read');
  if (state === 'changed') return l10n.t('changed');
  if (share === undefined) return undefined;
  const percent = `${Math.floor(share * 100)} %`;
  return state === 'earlier' ? l10n.t('{percent} of an earlier version', { percent }) : percent;
}

function fileInWords({ path, state, share }: ActiveFile): string | undefined {
  const file = shown(basename(path));
  if (state === 'not-read') return l10n.t('{file} was not read in this session.', { file });
  if (state === 'changed') return l10n.t('The text of {file} is another than the agent was given.', { file });
  if (share === undefined) return undefined;
  const percent = Math.floor(share * 100);
  const given = l10n.t('The agent was given {percent} percent of the active file.', { percent });
  return state === 'earlier' ? `${given} ${l10n.t('That is an earlier version than it knows now.')}` : given;
}

/** What became of a stop, while it is news. */
function stopInShort(state: StopState): string | undefined {
  switch (state) {
    case 'requested':
      return l10n.t('stop requested');
    case 'acknowledged':
      return l10n.t('stop taken');
    case 'timed-out':
      return l10n.t('stop not answered');
    case 'stopped':
      return l10n.t('stopped');
    case 'withdrawn':
      return undefined;
  }
}

/** The same for a screen reader. */
function inWords({ kind, endangered, threshold, alarm, file, waiting, asOf }: Status): string {
  if (kind === 'nothing') {
    const [only] = waiting;
    if (only === undefined) return l10n.t('Read Coverage: no agent has been seen to read here yet.');
    return waiting.length === 1
      ? l10n.t('Read Coverage: there seem to be sessions of {agent}; they are shown if you allow it.', {
          agent: agentName(only),
        })
      : l10n.t(
          'Read Coverage: there seem to be sessions of {count} agents; they are shown if you allow it.',
          {
            count: waiting.length,
          },
        );
  }
  const sentences: string[] = [];
  if (kind === 'quiet') sentences.push(l10n.t('Read Coverage: no agent is at work.'));
  else if (endangered) {
    const { uncertain, actor } = endangered;
    const repeats = repeatsInWords(endangered);
    sentences.push(
      threshold > 0
        ? l10n.t('Read Coverage: {repeats}, threshold {threshold}.', { repeats, threshold })
        : l10n.t('Read Coverage: {repeats}.', { repeats }),
    );
    const { path } = actor.danger;
    if (path !== null) sentences.push(l10n.t('File: {file}.', { file: shown(basename(path)) }));
    if (uncertain) sentences.push(l10n.t('Not all of them are certain.'));
  }
  if (alarm) sentences.push(l10n.t('The stop level is reached.'));
  const said = file && fileInWords(file);
  if (said !== undefined) sentences.push(said);
  if (asOf !== undefined) sentences.push(pastInWords(asOf));
  return sentences.join(' ');
}

/** The repeats of a file may have other reads between them: those are not in a row. */
function repeatsInWords({ value, actor }: Endangered): string {
  if (value === 1) return l10n.t('1 read brought nothing new');
  return actor.danger.counter === 'file-repeats'
    ? l10n.t('{count} reads brought nothing new', { count: value })
    : l10n.t('{count} reads in a row brought nothing new', { count: value });
}
