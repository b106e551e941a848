import { l10n } from 'vscode';
import { agentName, type FoundAgent } from '../../agents/agentNames';
import type { FollowedFileState, IngestState } from '../../ingest/diagnostics';
import type { Unreadable } from '../../ingest/regularFile';
import { displayedSource } from '../../ingest/sourceName';
import { limitInWords } from '../agentLimits';
import { AGENTS } from '../agentPermissions';
import { COMMANDS } from '../commandNames';
import type { FirstRun } from '../firstRun';
import { inLabel, listed, relativePath } from '../names';
import { type Answer, type Fix, running } from './answer';

/** More files than this are counted only. */
const MOST_FILES = 30;

/**
 * What is followed, what is not, and why.
 * @param found kinds of the agents that have a folder on this machine
 */
export function sourceAnswers(
  state: IngestState | undefined,
  firstRun: FirstRun,
  found: ReadonlySet<string>,
): readonly Answer[] {
  const answers: Answer[] = AGENTS.filter((agent) => found.has(agent)).map((agent) =>
    agentAnswer(agent, firstRun, state),
  );
  const missing = AGENTS.filter((agent) => !found.has(agent));
  if (missing.length > 0) {
    answers.push({
      text: l10n.t('Not found on this machine'),
      detail: listed(missing.map(agentName)),
    });
  }
  if (!state) return answers;
  if (!state.caughtUp) answers.unshift({ text: l10n.t('What was there is still being read.') });
  for (const { path, state: unreadable, transcripts, own } of state.places) {
    answers.push({
      text: inLabel(path),
      detail: unreadable
        ? unreadableInWords(unreadable)
        : l10n.t('Transcripts: {transcripts}, of these folders: {own}', { transcripts, own }),
      ...(unreadable && { fix: showLog() }),
    });
  }
  for (const { name, reason } of state.refusedLogs) {
    answers.push({
      text: inLabel(name),
      detail: l10n.t('Not followed: {reason}', { reason: inLabel(reason) }),
      fix: openLogSetting(),
    });
  }
  for (const file of state.files.slice(0, MOST_FILES)) answers.push(followedAnswer(file));
  if (state.files.length > MOST_FILES) {
    answers.push({ text: l10n.t('And {count} more files.', { count: state.files.length - MOST_FILES }) });
  }
  if (!state.files.some(({ source }) => source.startsWith('log:'))) {
    answers.push({
      text: l10n.t('No log was found in the workspace.'),
      detail: l10n.t('A harness writes one to .read-coverage/, or where the settings say.'),
      fix: openLogSetting(),
    });
  }
  return answers;
}

function openLogSetting(): Fix {
  return running(l10n.t('Open settings'), 'workbench.action.openSettings', 'readCoverage.log.files');
}

function showLog(): Fix {
  return running(l10n.t('Show the log'), COMMANDS.showLog);
}

function agentAnswer(agent: FoundAgent, firstRun: FirstRun, state: IngestState | undefined): Answer {
  const name = { agent: agentName(agent) };
  if (firstRun.isAllowed(agent)) {
    const text = l10n.t('{agent}: its sessions are followed.', name);
    const details = [...(state ? [sessionsInWords(agent, state)] : []), limitInWords([agent]) ?? ''];
    const detail = details.filter((each) => each !== '').join(' · ');
    return detail === '' ? { text } : { text, detail };
  }
  return {
    text: firstRun.isOpen(agent)
      ? l10n.t('{agent}: its sessions, if there are any, wait for your permission.', name)
      : l10n.t('{agent}: its sessions are not followed, as you chose.', name),
    fix: { label: l10n.t('Show its sessions of this workspace'), run: () => firstRun.allow([agent]) },
  };
}

/** How many sessions of an agent belong to the folders of the window. */
function sessionsInWords(agent: FoundAgent, { sessions }: IngestState): string {
  const own = sessions.filter(({ source }) => source === agent);
  const older = own.filter(({ followed }) => !followed).length;
  const all =
    own.length === 1
      ? l10n.t('1 session of these folders')
      : l10n.t('{count} sessions of these folders', { count: own.length });
  return older === 0
    ? all
    : l10n.t('{sessions}, {older} of them older than those that are read', { sessions: all, older });
}

function followedAnswer(file: FollowedFileState): Answer {
  const { path, source, records, skipped, firstSkipped, sessions, unread, state } = file;
  const parts = [
    state === 'following' ? l10n.t('followed') : unreadableInWords(state),
    l10n.t('records: {records}', { records }),
    l10n.t('sessions: {sessions}', { sessions }),
  ];
  if (skipped > 0) {
    parts.push(
      l10n.t('lines not understood: {skipped} (first: {lines})', { skipped, lines: firstSkipped.join(', ') }),
    );
  }
  if (unread > 0) parts.push(l10n.t('bytes not yet read: {unread}', { unread }));
  return {
    text: inLabel(relativePath(path)),
    detail: `${inLabel(displayedSource(source))} · ${parts.join(' · ')}`,
    ...(state !== 'following' && { fix: showLog() }),
  };
}

function unreadableInWords(reason: Unreadable): string {
  switch (reason) {
    case 'missing':
      return l10n.t('not there');
    case 'not-a-file':
      return l10n.t('no plain file');
    case 'no-permission':
      return l10n.t('may not be read');
    case 'too-large':
      return l10n.t('too large to be read');
    case 'damaged':
      return l10n.t('damaged, or not finished by its writer');
    case 'no-sqlite':
      return l10n.t('a database, which needs a newer version of this editor');
    default:
      return l10n.t('cannot be read ({code})', { code: inLabel(reason.code) });
  }
}
