import { splitLines } from '../../text/lines';
import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { field, textField } from '../json';
import type { NamedFile } from '../namedFile';
import { numberedLines } from '../numberedText';
import { patchField } from '../patch';
import { credit } from '../shownLines';
import { countOf, withoutReturn } from '../textLines';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import { withoutDoubtful } from './fileText';

/** After this, older versions show the changed region with its line numbers. */
const SNIPPET = "Here's the result of running `cat -n` on a snippet of the edited file:\n";

/** A call of Edit, MultiEdit or NotebookEdit. */
export function editCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const file = fileOf(call, result);
  if (file === null) return [];
  const { hasher, memory } = workshop;
  const event = { kind: 'edit', ...base, ...file } as const;
  if (result.isError) return [{ ...event, outcome: 'failed' }];
  const patch = result.structured === undefined ? null : patchField(result.structured, 'structuredPatch');
  if (patch === null) {
    memory.forget(file.path);
    memory.unsettle();
    return [{ ...event, outcome: 'ok' }, ...snippet(file, result, base, workshop)];
  }
  const lineHashes = hasher.each(patch.written.map(withoutReturn));
  memory.edited(file.path, patch.hunks, lineHashes);
  // What a person changed on the way is not known to the agent.
  const isOwn = field(result.structured ?? {}, 'userModified') !== true;
  const own = isOwn ? { lines: patch.lines, lineHashes } : {};
  return [{ ...event, outcome: 'ok', hunks: patch.hunks, ...own }, ...snippet(file, result, base, workshop)];
}

/** A call of Write. */
export function writeCall(call: Call, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const file = fileOf(call, result);
  if (file === null) return [];
  const { hasher, memory } = workshop;
  const event = { kind: 'write', ...base, ...file } as const;
  if (result.isError) return [{ ...event, outcome: 'failed', totalLines: null }];
  const { structured = {} } = result;
  // A staged write waits for a person: nothing is on the disk yet.
  if (field(structured, 'staged') === true) return [];
  const content = textField(structured, 'content') ?? textField(call.input, 'content');
  if (content === undefined || field(structured, 'userModified') === true) {
    memory.forget(file.path);
    return [{ kind: 'edit', ...base, ...file, outcome: 'ok' }];
  }
  const lineHashes = hasher.each(splitLines(content));
  const isNew = textField(structured, 'type') === 'create';
  // A file that was there before may have other names.
  if (!isNew) memory.unsettle();
  memory.wrote(file.path, lineHashes);
  const made = { totalLines: lineHashes.length, lineHashes, ...(isNew ? { isNew } : {}) } as const;
  return [{ ...event, outcome: 'ok', ...made }, ...snippet(file, result, base, workshop)];
}

function fileOf(call: Call, { structured = {} }: Result): NamedFile | null {
  const written = textField(call.input, 'file_path') ?? textField(call.input, 'notebook_path');
  const named = textField(structured, 'filePath') ?? written;
  if (named === undefined || named === '') return null;
  return { path: resolvePath(call.cwd, named), written: written ?? named };
}

/** The lines around the change, where the answer shows them: they were given like those of a read. */
function snippet(file: NamedFile, result: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const at = result.text.indexOf(SNIPPET);
  // Only the agent's own first sentence stands before it.
  if (at === -1 || result.text.slice(0, at).includes('\n')) return [];
  const shown = numberedLines(result.text.slice(at + SNIPPET.length));
  if (shown === null || shown.first === 0) return [];
  const lines = withoutDoubtful(shown);
  if (countOf(lines) === 0) return [];
  const text = { start: shown.first, lines, cutLines: [], total: null };
  const { bytes: _, ...shownLines } = credit(text, file.path, workshop);
  return [{ kind: 'delivered', ...base, ...file, ...shownLines }];
}
