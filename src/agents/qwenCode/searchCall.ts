import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope, Glimpse } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { matchedLines } from '../geminiFamily/matchedLines';
import { glimpses } from '../glimpses';
import { textField } from '../json';
import { searchEvent } from '../searchEvent';
import type { Workshop } from '../workshop';

const HEAD = /^Found \d+ match(?:es)? [^\n]*\n---\n/;

/** A call of `grep_search`, `glob` or `list_directory`. */
export function searchCall(call: Call, result: Result, base: Envelope, { hasher }: Workshop): AgentEvent[] {
  const isGrep = call.tool === 'grep_search' || call.tool === 'search_file_content';
  return [
    searchEvent(
      base,
      call.tool,
      call.input,
      hasher,
      isGrep && result.error === null ? shownLines(call, result) : [],
    ),
  ];
}

/** Newer versions name the file in each line, older ones once before its lines. */
function shownLines(call: Call, result: Result): Glimpse[] {
  const head = HEAD.exec(result.text);
  if (head === null) return [];
  const rows = result.text.slice(head[0].length);
  if (rows.startsWith('File: ')) return matchedLines(call, result);
  const cwd = resolvePath(call.cwd, textField(call.input, 'path') ?? '.');
  return glimpses(rows, { cwd, file: undefined });
}
