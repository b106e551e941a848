import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope, Requested } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, textField } from '../json';
import { isLineNumber } from '../lineRanges';
import { unreadFile } from '../readEvent';
import { searchEvent } from '../searchEvent';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import type { Request } from './record';

/** Tools that read a file. */
export const READS: ReadonlySet<string> = new Set(['Read', 'read_file', 'ReadFile']);
const SHELLS: ReadonlySet<string> = new Set(['Shell', 'run_terminal_cmd', 'Bash', 'run_terminal_command']);
const EDITS: ReadonlySet<string> = new Set([
  'Edit',
  'EditNotebook',
  'MultiEdit',
  'StrReplace',
  'Write',
  'edit_file',
  'edit_notebook',
  'search_replace',
  'write',
]);
const DELETES: ReadonlySet<string> = new Set(['Delete', 'delete_file']);
const SEARCHES: ReadonlySet<string> = new Set([
  'Glob',
  'Grep',
  'LS',
  'ListDir',
  'SemanticSearch',
  'codebase_search',
  'file_search',
  'glob_file_search',
  'grep',
  'grep_search',
  'list_dir',
]);
const PATCHES: ReadonlySet<string> = new Set(['ApplyPatch', 'apply_patch']);
const PATHS = ['path', 'target_file', 'file_path', 'target_notebook'] as const;
/** Names that a patch gives, each on a line of its own. */
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;
const MOST_PATCHED = 1_000;

/**
 * The events of a request. What it did, if it was done at all, is not told: a read has no lines, and a change has none
 * either.
 */
export function requestEvents(
  { tool, input }: Request,
  cwd: string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const written = pathOf(input);
  const files = written === '' ? [] : [{ path: resolvePath(cwd, written), written }];
  if (READS.has(tool)) {
    const requested = requestedOf(input);
    return files.map((file) => ({ ...unreadFile(base, file, requested), outcome: 'unknown-range' }));
  }
  if (EDITS.has(tool)) return files.map((file) => ({ kind: 'edit', ...base, ...file, outcome: 'ok' }));
  if (DELETES.has(tool)) return files.map((file) => ({ kind: 'delete', ...base, ...file }));
  if (PATCHES.has(tool)) return patchEvents(input, cwd, base);
  if (SHELLS.has(tool)) {
    const folder = resolvePath(cwd, textField(input, 'working_directory') ?? '');
    const command = textField(input, 'command') ?? '';
    const ran = { command, cwd: folder, output: null, hasFailed: false, isDenied: false, error: 'other' };
    return shellCall(ran, base, workshop).events;
  }
  if (!SEARCHES.has(tool)) return [];
  return [searchEvent(base, tool, input, workshop.hasher)];
}

/** The path that a request names; empty where it names none. */
export function pathOf(input: JsonObject): string {
  return PATHS.map((name) => textField(input, name) ?? '').find((path) => path !== '') ?? '';
}

function patchEvents(input: JsonObject, cwd: string, base: Envelope): AgentEvent[] {
  const patch = textField(input, 'input') ?? textField(input, 'patch') ?? '';
  return [...patch.matchAll(PATCHED)].slice(0, MOST_PATCHED).map(([, name = '']) => {
    const written = name.trim();
    return { kind: 'edit', ...base, path: resolvePath(cwd, written), written, outcome: 'ok' };
  });
}

/** Newer versions ask by offset and limit, older ones by the first and last line. */
export function requestedOf(input: JsonObject): Requested {
  const [offset, limit] = [field(input, 'offset'), field(input, 'limit')];
  if (isLineNumber(offset) || isLineNumber(limit)) {
    const start = isLineNumber(offset) ? offset : 1;
    return { start, end: isLineNumber(limit) ? start + limit - 1 : null };
  }
  if (field(input, 'should_read_entire_file') === true) return null;
  const start = field(input, 'start_line_one_indexed');
  const end = field(input, 'end_line_one_indexed_inclusive');
  return isLineNumber(start) && isLineNumber(end) && start <= end ? { start, end } : null;
}
