import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { isObject, listField, textField } from '../json';
import { mcpFilesystemCall } from '../mcpFilesystem/mcpFilesystemCall';
import { folderOf } from '../recordedFolder';
import { searchEvent } from '../searchEvent';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import { readCall } from './readCall';
import type { Call, Result } from './row';

/** Tools that read a file. */
export const READS: ReadonlySet<string> = new Set(['read_file', 'readFile']);
const SEARCHES: ReadonlySet<string> = new Set([
  'codebase',
  'file_search',
  'findFiles',
  'findTextInFiles',
  'grep_search',
  'listDirectory',
  'list_dir',
  'semantic_search',
]);
const EDITS: ReadonlySet<string> = new Set([
  'createFile',
  'create_file',
  'edit_notebook_file',
  'editFile',
  'insert_edit_into_file',
  'multiReplaceString',
  'multi_replace_string_in_file',
  'replaceString',
  'replace_string_in_file',
]);
const PATCHES: ReadonlySet<string> = new Set(['apply_patch', 'applyPatch']);
const SHELLS: ReadonlySet<string> = new Set(['run_in_terminal', 'runInTerminal']);
const HARMLESS: ReadonlySet<string> = new Set([
  'fetch_webpage',
  'get_errors',
  'manage_todo_list',
  'memory',
  'think',
]);
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;
const MOST_FILES = 1_000;

/** The events of a call. Changes are told without lines: the answer does not show them. */
export function toolCall(
  call: Call,
  result: Result,
  cwd: string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const { tool, input } = call;
  if (READS.has(tool)) return readCall(call, result, cwd, base, workshop);
  if (SEARCHES.has(tool)) return [searchEvent(base, tool, input, workshop.hasher)];
  if (SHELLS.has(tool)) {
    const ran = { command: textField(input, 'command') ?? '', cwd, output: null, isDenied: false };
    return shellCall({ ...ran, hasFailed: !result.isSuccess, error: 'other' }, base, workshop).events;
  }
  if (EDITS.has(tool) || PATCHES.has(tool)) {
    const outcome = result.isSuccess ? 'ok' : 'failed';
    workshop.memory.unsettle();
    return [...new Set(changedFiles(tool, input))].map((written) => {
      const path = resolvePath(cwd, folderOf(written) ?? written);
      workshop.memory.forget(path);
      return { kind: 'edit', ...base, path, written, outcome };
    });
  }
  // The answer of a server is not in the record.
  const answer = { text: null, form: 'either', isError: !result.isSuccess } as const;
  const served = tool.startsWith('mcp_')
    ? mcpFilesystemCall({ tool, args: input, cwd, result: answer }, base, workshop)
    : null;
  if (served === null && !HARMLESS.has(tool)) workshop.memory.unsettle();
  return served ?? [];
}

function changedFiles(tool: string, input: JsonObject): string[] {
  if (PATCHES.has(tool)) {
    const patch = textField(input, 'input') ?? '';
    return [...patch.matchAll(PATCHED)].slice(0, MOST_FILES).map(([, name = '']) => name.trim());
  }
  const several = (listField(input, 'replacements') ?? []).filter(isObject).slice(0, MOST_FILES);
  return [input, ...several].flatMap((one) => textField(one, 'filePath') || []);
}
