import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { errorClass } from '../errorClass';
import { isObject, objectField, textField } from '../json';
import { mcpFilesystemCall } from '../mcpFilesystem/mcpFilesystemCall';
import { searchEvent } from '../searchEvent';
import { wholeOutput } from '../shell/output';
import { shellCall } from '../shell/shellCall';
import { credit } from '../shownLines';
import { countOf, plainLines } from '../textLines';
import type { Workshop } from '../workshop';
import type { Answered } from './calls';
import { type ReadForm, readCall } from './readCall';

const SEARCHES: ReadonlySet<string> = new Set([
  'codebase_search',
  'list_code_definition_names',
  'list_files',
  'search_files',
]);
const EDITS: ReadonlySet<string> = new Set([
  'apply_diff',
  'edit',
  'edit_file',
  'insert_content',
  'replace_in_file',
  'search_and_replace',
  'search_replace',
]);
const HARMLESS: ReadonlySet<string> = new Set([
  'ask_followup_question',
  'attempt_completion',
  'browser_action',
  'fetch_instructions',
  'plan_mode_respond',
  'skill',
  'switch_mode',
  'update_todo_list',
]);
const FAILED =
  /^(?:Error: |The tool execution failed|The user denied|Tool .{0,200} was not executed|\s*\{\s*"status": ?"(?:error|denied)")/s;

/** The events of a call and its answer. */
export function toolCall(
  answer: Answered,
  cwd: string,
  form: ReadForm,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const { tool, args } = answer;
  if (tool === 'read_file') return readCall(answer, cwd, form, base, workshop);
  if (SEARCHES.has(tool)) {
    const asked = Object.keys(args).length > 0 ? args : answer.about;
    return [searchEvent(base, tool, asked, workshop.hasher)];
  }
  if (tool === 'execute_command') return commandCall(answer, cwd, base, workshop);
  if (tool === 'write_to_file' || EDITS.has(tool)) return changeCall(answer, cwd, base, workshop);
  if (tool === 'use_mcp_tool') return serverCall(answer, cwd, base, workshop);
  // A task of its own, or a tool of another program, may have changed any file.
  if (!HARMLESS.has(tool)) workshop.memory.unsettle();
  return [];
}

/** A change of a file. A person may have changed it further before it was saved: only that it changed is certain. */
function changeCall(answer: Answered, cwd: string, base: Envelope, workshop: Workshop): AgentEvent[] {
  const { tool, args, about, text, isError } = answer;
  const written = textField(args, 'path') ?? textField(args, 'file_path') ?? about;
  if (written === '') return [];
  const file = { path: resolvePath(cwd, written), written };
  const outcome = isError || FAILED.test(text) ? 'failed' : 'ok';
  const event =
    tool === 'write_to_file'
      ? ({ kind: 'write', ...base, ...file, outcome, totalLines: null } as const)
      : ({ kind: 'edit', ...base, ...file, outcome } as const);
  if (outcome === 'failed') return [event];
  workshop.memory.forget(file.path);
  workshop.memory.unsettle();
  return [event, ...savedText(file, text, base, workshop)];
}

const SAVED = 'The content was successfully saved to ';
const OPEN_TAG = /<final_file_content path="[^"\n]*">\n/;
const CLOSE_TAG = '\n</final_file_content>';

/** Some versions answer with the whole file as it was saved. */
function savedText(
  file: { readonly path: string; readonly written: string },
  text: string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const open = text.startsWith(SAVED) ? OPEN_TAG.exec(text) : null;
  const close = text.lastIndexOf(CLOSE_TAG);
  if (open === null || close === -1) return [];
  const start = open.index + open[0].length;
  const saved = text.slice(start, Math.max(start, close));
  // Words of the agent stand before it on lines of their own, and never a person's changes.
  if (splitLines(text.slice(0, open.index)).filter((line) => line.trim() !== '').length > 2) return [];
  const lines = plainLines(saved);
  if (countOf(lines) === 0) return [];
  const { bytes: _, ...shown } = credit(
    { start: 1, lines, cutLines: [], total: countOf(lines) },
    file.path,
    workshop,
  );
  return [{ kind: 'delivered', ...base, ...file, ...shown }];
}

const PRINTED =
  /^Command executed(?: in terminal)?\s*(?:within working directory '([^'\n]*)')?\.\s*(?:[^\n]*\n)*?(?:Exit code: (-?\d+)\n)?Output:\n/;
const LEFT_OUT =
  /\[\.\.\.\d+ (?:lines|characters) omitted\.\.\.\]|<previous line repeated \d+ additional times>/;

/** A command. The terminal of the editor may garble what was printed: only lines that are known are believed. */
function commandCall(answer: Answered, cwd: string, base: Envelope, workshop: Workshop): AgentEvent[] {
  const { args, about, text, isError } = answer;
  const command = textField(args, 'command') ?? about;
  const printed = PRINTED.exec(text);
  const isWhole = printed !== null && !LEFT_OUT.test(text);
  const code = /(?:^|\s)Exit code: (-?\d+)/.exec(text.slice(0, printed?.[0].length ?? 500))?.[1];
  const isDenied = isError || FAILED.test(text);
  const start = textField(args, 'cwd');
  const { events } = shellCall(
    {
      command,
      cwd: start === undefined || start === '' ? cwd : resolvePath(cwd, start),
      output: isWhole ? { ...wholeOutput(text.slice(printed[0].length)), isDoubtful: true } : null,
      hasFailed: isDenied || (code !== undefined && code !== '0'),
      isDenied,
      error: errorClass(text),
    },
    base,
    workshop,
  );
  return events;
}

function serverCall(answer: Answered, cwd: string, base: Envelope, workshop: Workshop): AgentEvent[] {
  const { args, isError, text } = answer;
  const call = {
    tool: textField(args, 'tool_name') ?? '',
    server: textField(args, 'server_name') ?? '',
    args: argumentsOf(args),
    cwd,
    // What the agent adds to the server's words is not known.
    result: { text: null, form: 'either', isError: isError || FAILED.test(text) } as const,
  };
  const events = mcpFilesystemCall(call, base, workshop);
  if (events === null) workshop.memory.unsettle();
  return events ?? [];
}

function argumentsOf(args: JsonObject): JsonObject {
  const given = objectField(args, 'arguments');
  if (given !== undefined) return given;
  try {
    const parsed: unknown = JSON.parse(textField(args, 'arguments') ?? '');
    return isObject(parsed) ? parsed : {};
  } catch {
    // The model wrote no JSON: the call was refused.
    return {};
  }
}
