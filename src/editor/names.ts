import { isAbsolute } from 'node:path';
import { env, l10n, workspace } from 'vscode';
import { agentName } from '../agents/agentNames';
import { shown } from '../text/escape';
import { formatRanges } from '../text/ranges';
import { type LineRange, MAIN_ACTOR } from '../tracker/event';
import { throughSymlink } from './realFolders';
import { shortId } from './shortId';

/*
 * Agents, sessions, actors and paths are named by records that anybody may have written. Each place of the workbench
 * reads something else into plain text; these make a name plain there.
 */

/** For labels, where `$(name)` is an icon. */
export function inLabel(name: string): string {
  return shown(name).replaceAll('$(', '\\$(');
}

/** For notifications, where `[text](command:…)` is a link that runs a command. */
export function inMessage(name: string): string {
  return shown(name).replaceAll('](', '] (');
}

/** `Claude Code 3f0d5c1b`; not yet made plain. */
export function sessionName({
  agent,
  session,
}: {
  readonly agent: string;
  readonly session: string;
}): string {
  return `${agentName(agent)} ${shortId(session)}`;
}

/** `main agent`, `subagent 3f0d5c1b`; not yet made plain. */
export function actorName(actor: string): string {
  return actor === MAIN_ACTOR ? l10n.t('main agent') : l10n.t('subagent {id}', { id: shortId(actor) });
}

/** `Claude Code, Codex and 3 more` */
export function listedInShort(names: readonly string[]): string {
  if (names.length <= 3) return listed(names);
  const rest = l10n.t('{count} more', { count: names.length - 2 });
  return listed([...names.slice(0, 2), rest]);
}

/** `Claude Code, Codex and pi`, as the language of the editor joins them. */
export function listed(names: readonly string[]): string {
  // Plain `en` means American English, which sets a comma before the last one.
  const language = env.language === 'en' ? 'en-GB' : env.language;
  joiner ??= new Intl.ListFormat(language, { type: 'conjunction' });
  return joiner.format(names);
}

/** Made once, since it takes milliseconds, and the language of an editor never changes. */
let joiner: Intl.ListFormat | undefined;

/** A path as people know it: relative to its workspace folder, where it is in one. */
export function relativePath(path: string): string {
  const named = workspace.asRelativePath(path);
  const linked = isAbsolute(named) ? throughSymlink(path) : undefined;
  return linked === undefined ? named : workspace.asRelativePath(linked);
}

/** `src/a.ts:40–60`; not yet made plain. */
export function placeOf(path: string, returned: readonly LineRange[]): string {
  const lines = formatRanges(returned, 3);
  return lines === '' ? relativePath(path) : `${relativePath(path)}:${lines}`;
}
