import { basename, dirname } from 'node:path';
import { l10n, MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import { shown, shownInMarkdown } from '../../text/escape';
import { formatRanges } from '../../text/ranges';
import type { FileSummary, ReadRecord } from '../../tracker/views';
import { COMMANDS } from '../commandNames';
import { actorsInWords, againInShort, readsInShort, readsInWords, readsOf } from '../countWords';
import { actorName, relativePath, sessionName } from '../names';
import { sayNote } from '../noteWords';
import type { Quieted } from '../quietFiles';
import { gainInWords } from '../readWords';
import {
  type ActorNode,
  type FileNode,
  idOf,
  type ReadNode,
  type SessionNode,
  type TreeNode,
} from './treeNode';
import { shareGiven, type TreeOrder, wasteOf } from './treeOrder';

/** More ranges than this are not named. */
const MOST_RANGES = 4;
/** Its paths bring the icon of a file without what other extensions say of the file of that name. */
const ICON_SCHEME = 'read-coverage-icon';

/** What is particular to a node's place in the tree. */
export interface ItemState {
  readonly isLive: boolean;
  /** The session that is drawn is open from the start. */
  readonly isDrawn: boolean;
  /** Why a file's repeats do not count; undefined: they do. */
  readonly quiet: Quieted | undefined;
  /** How the files are sorted: what they go by is said. */
  readonly order: TreeOrder;
}

/** A node as the tree shows it. Names come from records: as a label they are plain text, in tooltips escaped. */
export function treeItem(node: TreeNode, state: ItemState): TreeItem {
  const item = itemOf(node, state);
  item.id = idOf(node);
  const label = typeof item.label === 'string' ? item.label : '';
  item.accessibilityInformation = { label: [label, item.description].filter(Boolean).join(', ') };
  return item;
}

function itemOf(node: TreeNode, state: ItemState): TreeItem {
  switch (node.kind) {
    case 'session':
      return sessionItem(node, state);
    case 'actor':
      return actorItem(node);
    case 'file':
      return fileItem(node, state);
    case 'read':
      return readItem(node);
  }
}

function sessionItem({ session }: SessionNode, { isLive, isDrawn }: ItemState): TreeItem {
  const open = isDrawn ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
  const item = new TreeItem(shown(sessionName(session)), open);
  const reads = readsOf(session);
  item.description = joined(readsInShort(...reads), isLive ? l10n.t('live') : timeOf(session.lastTime));
  item.iconPath = isLive
    ? new ThemeIcon('pulse', new ThemeColor('charts.green'))
    : new ThemeIcon(isDrawn ? 'eye' : 'history');
  item.tooltip = markdown(
    `**${shownInMarkdown(sessionName(session))}**`,
    session.cwd === null ? '' : shownInMarkdown(session.cwd),
    `${actorsInWords(session.actors.length)}, ${readsInWords(...reads)}`,
    isDrawn ? l10n.t('Its reads are drawn in the editors.') : '',
  );
  item.contextValue = ['session', isLive ? 'live' : '', isDrawn ? 'drawn' : ''].filter(Boolean).join(' ');
  return item;
}

function actorItem({ actor }: ActorNode): TreeItem {
  const item = new TreeItem(shown(actorName(actor.actor)), TreeItemCollapsibleState.Collapsed);
  item.description = readsInShort(actor.reads, actor.redundantReads);
  item.iconPath = new ThemeIcon('hubot');
  item.contextValue = 'actor';
  return item;
}

function fileItem({ file }: FileNode, { quiet, order }: ItemState): TreeItem {
  const path = relativePath(file.path);
  const item = new TreeItem(shown(basename(path)), TreeItemCollapsibleState.Collapsed);
  const share = shareGiven(file);
  const folder = dirname(path);
  item.description = joined(
    order === 'waste' ? againInShort(wasteOf(file.cost)) : '',
    readsInShort(file.reads, file.redundantReads),
    share === undefined ? '' : `${Math.floor(share * 100)} %`,
    quiet === undefined ? '' : l10n.t('quiet'),
    folder === '.' ? '' : shown(folder),
  );
  item.iconPath = ThemeIcon.File;
  item.resourceUri = Uri.from({ scheme: ICON_SCHEME, path: `/${basename(file.path)}` });
  item.tooltip = markdown(
    `**${shownInMarkdown(path)}**`,
    readsInWords(file.reads, file.redundantReads),
    ...detailsOf(file),
  );
  item.contextValue = quiet === undefined ? 'file counted' : `file ${quiet}`;
  return item;
}

function detailsOf(file: FileSummary): readonly string[] {
  const { missing, cost, hint, knowledge } = file;
  const waste = wasteOf(cost);
  return [
    file.whole
      ? knowledge === 'authored'
        ? l10n.t('Written by the agent.')
        : l10n.t('All of its present version was given.')
      : missing !== null && missing.length > 0
        ? l10n.t('Not given yet: lines {lines}', { lines: formatRanges(missing, MOST_RANGES) })
        : '',
    waste === 0
      ? ''
      : l10n.t('Given again for nothing: {lines} lines, about {tokens} tokens', {
          lines: waste.toLocaleString(),
          tokens: cost.repeatedTokens.toLocaleString(),
        }),
    hint === null ? '' : shownInMarkdown(hint),
  ];
}

function readItem(node: ReadNode): TreeItem {
  const { read } = node;
  const lines = formatRanges(read.returned, MOST_RANGES);
  const label = lines === '' ? l10n.t('no lines') : l10n.t('lines {lines}', { lines });
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  const time = timeOf(read.time);
  const uncertain = read.uncertain ? l10n.t('uncertain') : '';
  item.description = joined(gainInWords(read), uncertain, time);
  item.iconPath = iconOf(read);
  item.tooltip = markdown(
    `**${shownInMarkdown(label)}**`,
    gainInWords(read),
    ...read.notes.map((note) => shownInMarkdown(sayNote(note))),
  );
  item.contextValue = 'read';
  item.command = {
    command: COMMANDS.openRead,
    title: l10n.t('Open These Lines'),
    arguments: [node],
  };
  return item;
}

function iconOf({ progress, returned }: ReadRecord): ThemeIcon {
  switch (progress) {
    case 'progress':
      return new ThemeIcon('eye');
    case 'no-progress':
      return new ThemeIcon('history', new ThemeColor('list.warningForeground'));
    case 'failed':
      return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
    case 'neutral':
      return new ThemeIcon(returned.length === 0 ? 'circle-slash' : 'eye');
  }
}

function joined(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ');
}

function timeOf(time: number | null): string {
  return time === null ? '' : new Date(time).toLocaleTimeString();
}

/** Not trusted; every name in it is escaped. */
function markdown(...lines: readonly string[]): MarkdownString {
  return new MarkdownString(lines.filter(Boolean).join('\n\n'));
}
