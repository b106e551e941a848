import { workspace } from 'vscode';
import { shown } from '../text/escape';
import { formatRanges } from '../text/ranges';
import type { LineRange } from '../tracker/event';

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

/** The first characters of a session's id, enough to tell it from others. */
export function shortId(session: string): string {
  return session.slice(0, 8);
}

/** A path as people know it: relative to its workspace folder, where it is in one. */
export function relativePath(path: string): string {
  return workspace.asRelativePath(path);
}

/** `src/a.ts:40–60`; not yet made plain. */
export function placeOf(path: string, returned: readonly LineRange[]): string {
  const lines = formatRanges(returned, 3);
  return lines === '' ? relativePath(path) : `${relativePath(path)}:${lines}`;
}
