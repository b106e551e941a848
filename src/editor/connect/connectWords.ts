import { homedir } from 'node:os';
import { dirname, sep } from 'node:path';
import { commands, l10n, Uri, window } from 'vscode';
import type { Deafness } from '../../channel/deafness';
import type {
  AgentConnector,
  ByHand,
  Caution,
  ConnectLevel,
  ConnectPlace,
  Lack,
} from '../../connect/agentConnector';
import { Refusal } from '../../connect/refusal';
import { formatVersion, isAtLeast, type Version } from '../../connect/version';
import { inMessage } from '../names';

/** A path as people write it, with `~` for their home. */
export function shortPath(path: string): string {
  const home = homedir();
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** The files of a place: one by its path, several by their folder where they share one. */
export function filesInShort({ files }: ConnectPlace): string {
  const [first, ...others] = files.map(({ file }) => file);
  if (first === undefined) return '';
  if (others.length === 0) return shortPath(first);
  const folder = dirname(first);
  return others.every((other) => dirname(other) === folder)
    ? l10n.t('{count} files in {folder}', { count: files.length, folder: shortPath(folder) })
    : files.map(({ file }) => shortPath(file)).join(', ');
}

export function levelInWords(level: ConnectLevel): string {
  switch (level) {
    case 'user':
      return l10n.t('For you, in all folders');
    case 'folder-own':
      return l10n.t('For you, in this folder only');
    case 'folder-shared':
      return l10n.t('For everybody who works on this folder');
  }
}

/** What a person should know of a level before choosing it; empty where there is nothing. */
export function levelAdvice(level: ConnectLevel): string {
  return level === 'folder-shared'
    ? l10n.t('The command that is written is that of this machine: on others it does nothing but fail.')
    : '';
}

export function cautionInWords(caution: Caution, agent: string): string {
  switch (caution) {
    case 'not-read':
      return l10n.t(
        '{agent} takes nothing from a settings file with comments or trailing commas: its hooks will not run.',
        { agent },
      );
    case 'http-closed':
      return l10n.t(
        'This file lists the addresses that hooks may speak to over HTTP, and that of this extension is not among them: connect by a program instead, or add it.',
      );
    case 'hooks-off':
      return l10n.t('This file turns all hooks off, so they will not run.');
    case 'refused':
      return l10n.t(
        '{agent} refuses a file like this one, for something else in it or for comments: its hooks will not run.',
        { agent },
      );
  }
}

/** What a stop cannot do with this version; undefined where it ends the run. */
export function stopCaution({ name: agent, stopsEnd }: AgentConnector, version: Version): string | undefined {
  if (stopsEnd === null) {
    return l10n.t(
      'Hooks cannot end a run of {agent}: when it is stopped, every further call is refused, but its model may go on asking.',
      { agent },
    );
  }
  if (isAtLeast(version, stopsEnd)) return undefined;
  return l10n.t(
    'Before version {version}, {agent} may not end its run when it is stopped: every further call is refused, but its model may go on asking.',
    { agent, version: formatVersion(stopsEnd) },
  );
}

/** Why an old version cannot be connected: a sentence that follows a colon. */
export function lackInWords(lack: Lack): string {
  switch (lack) {
    case 'hooks':
      return l10n.t('it has no hooks that could tell of its calls.');
    case 'actors':
      return l10n.t('its hooks do not say for which subagent they are called.');
    case 'calls':
      return l10n.t('its hooks do not say for which call they are called.');
  }
}

/** What is left to a person after connecting. */
export function byHandInWords(step: ByHand, agent: string): string {
  switch (step) {
    case 'restart':
      return l10n.t('Sessions that run already may take it up only when they are started anew.');
    case 'transcripts':
      return l10n.t('What {agent} reads is told by its transcripts: this window has to follow them too.', {
        agent,
      });
    case 'trust-folder':
      return l10n.t('{agent} may run no hooks in folders that you do not trust there.', { agent });
    case 'trust-hooks':
      return l10n.t(
        '{agent} runs hooks only once you trust them: type /hooks there, look at them and accept them.',
        { agent },
      );
  }
}

/** Why a window did not hear what was sent: a sentence that follows a colon. */
export function deafnessInWords(deafness: Deafness | undefined, agent: string): string {
  switch (deafness) {
    case 'no-folder':
      return l10n.t('no folder is open in it.');
    case 'switched-off':
      return l10n.t('the setting for {agent} says that it is never to be followed here.', { agent });
    case 'cannot-listen':
      return l10n.t('it could not open its socket, see the log.');
    case 'starting':
      return l10n.t('it has only just started. Try again.');
    case undefined:
      return l10n.t('it was not there in time.');
  }
}

/** Does something to settings; where they are refused, a person is told why. */
export async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tellRefusal(error);
  }
}

/** Says why settings were left as they are, and leads to them. */
async function tellRefusal(refusal: Refusal): Promise<void> {
  const open = l10n.t('Open File');
  const canOpen = refusal.reason !== 'not-a-file' && refusal.reason !== 'too-large';
  const text = l10n.t('{reason} Nothing was changed.', { reason: inMessage(refusalInWords(refusal)) });
  const picked = await window.showErrorMessage(text, ...(canOpen ? [open] : []));
  if (picked === open) await commands.executeCommand('vscode.open', Uri.file(refusal.file));
}

function refusalInWords({ reason, file, detail }: Refusal): string {
  const name = shortPath(file);
  switch (reason) {
    case 'not-utf8':
      return l10n.t('{file} is not a text in UTF-8.', { file: name });
    case 'unparseable':
      return l10n.t('{file} is not valid JSON: mend it first.', { file: name });
    case 'too-large':
      return l10n.t('{file} is too large for a settings file.', { file: name });
    case 'shape':
      return detail === ''
        ? l10n.t('{file} does not hold an object.', { file: name })
        : l10n.t('In {file}, “{key}” is not what it should be.', { file: name, key: detail });
    case 'duplicate-keys':
      return l10n.t('In {file}, “{key}” stands there twice.', { file: name, key: detail });
    case 'symlink':
      return l10n.t('{file} is a symbolic link, and what it leads to may belong to something else.', {
        file: name,
      });
    case 'not-a-file':
      return l10n.t('{file} is not what it should be: a file, in folders.', { file: name });
    case 'linked-twice':
      return l10n.t('{file} is a hard link: a change would part it from its other name.', { file: name });
    case 'other-owner':
      return l10n.t('{file} belongs to another user.', { file: name });
    case 'read-only':
      return l10n.t('{file} may not be written.', { file: name });
    case 'occupied':
      return l10n.t('{file} is there already, and was not written by this extension.', { file: name });
    case 'changed':
      return l10n.t('{file} was changed by somebody else meanwhile: try again.', { file: name });
  }
}
