import { splitLines } from '../../text/lines';
import type { AgentEvent, Envelope, Hunk } from '../../tracker/event';
import { writtenFile } from '../changeEvents';
import { field, isObject, textField } from '../json';
import { isLineNumber } from '../lineRanges';
import type { NamedFile } from '../namedFile';
import { credit } from '../shownLines';
import { plainLines } from '../textLines';
import type { Workshop } from '../workshop';
import { type Answer, failureOf } from './answer';

/** A call of `editor`: a text replaced, lines put in before a line, or a file made. */
export function editorCall(
  input: unknown,
  answer: Answer,
  resolve: (written: string) => string,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const args = isObject(input) ? input : {};
  const written = textField(args, 'path') ?? '';
  if (written === '') return [];
  const file = { path: resolve(written), written };
  const [part] = answer.parts;
  const newText = textField(args, 'new_text');
  const isMade = textField(args, 'old_text') === undefined && !isLineNumber(field(args, 'insert_line'));
  if (part === undefined || failureOf(part) !== null) {
    const event = { ...base, ...file, outcome: 'failed' } as const;
    return [isMade ? { kind: 'write', ...event, totalLines: null } : { kind: 'edit', ...event }];
  }
  const told = textField(part, 'result') ?? '';
  // An edit of a text that is asked for in a file that is not there makes the file of the new text alone.
  if (told.startsWith('File created') && newText !== undefined)
    return [writtenFile(file, splitLines(newText), base, workshop)];
  const line = field(args, 'insert_line');
  const change = isLineNumber(line) && newText !== undefined ? insertion(line, newText) : replacement(told);
  return edited(file, change, answer, base, workshop);
}

interface Change {
  readonly hunk: Hunk;
  readonly lines: readonly string[];
  /** The answer shows the new lines. */
  readonly isShown: boolean;
}

function insertion(line: number, text: string): Change {
  const lines = text.split(/\r?\n/);
  return {
    hunk: { oldStart: line, oldLines: 0, newStart: line, newLines: lines.length },
    lines,
    isShown: false,
  };
}

const OLD_LINE = /^-(\d{1,8}): (.*)$/s;
const NEW_LINE = /^\+(\d{1,8}): (.*)$/s;
const FENCE = '```';

/**
 * The one run of lines that a diff in an answer replaces: those that are gone with their numbers, then those that came.
 * Null where it is not told whole, or where the end of the file may be counted as a line.
 */
function replacement(told: string): Change | null {
  const start = told.indexOf(`\n${FENCE}diff\n`);
  if (start === -1 || !told.endsWith(`\n${FENCE}`)) return null;
  const body = told.slice(start + FENCE.length + 'diff'.length + 2, -FENCE.length - 1);
  const rows = body === '' ? [] : body.split('\n');
  const old = numbered(rows, OLD_LINE);
  const lines = numbered(rows.slice(old.length), NEW_LINE);
  if (old.length + lines.length !== rows.length || rows.length === 0) return null;
  const first = Number((OLD_LINE.exec(rows[0] ?? '') ?? NEW_LINE.exec(rows[0] ?? ''))?.[1]);
  const newFirst = Number(NEW_LINE.exec(rows[old.length] ?? '')?.[1] ?? first);
  if (!isLineNumber(first) || newFirst !== first) return null;
  const mayEnd = old.length !== lines.length && (old.at(-1) === '' || lines.at(-1) === '');
  if (mayEnd) return null;
  return {
    hunk: { oldStart: first, oldLines: old.length, newStart: first, newLines: lines.length },
    lines,
    isShown: true,
  };
}

/** The texts of the rows at the start that have the mark, each number one more than the last. */
function numbered(rows: readonly string[], mark: RegExp): string[] {
  const texts: string[] = [];
  let next: number | null = null;
  for (const row of rows) {
    const [, number, text] = mark.exec(row) ?? [];
    if (number === undefined || text === undefined || (next !== null && Number(number) !== next)) break;
    texts.push(text);
    next = Number(number) + 1;
  }
  return texts;
}

function edited(
  file: NamedFile,
  change: Change | null,
  answer: Answer,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const { hasher, memory } = workshop;
  const event = { kind: 'edit', ...base, ...file, outcome: 'ok' } as const;
  if (change === null) {
    memory.forget(file.path);
    memory.unsettle();
    return [event];
  }
  const { hunk, lines, isShown } = change;
  const lineHashes = hasher.each(lines);
  memory.edited(file.path, [hunk], lineHashes);
  const range = [hunk.newStart, hunk.newStart + hunk.newLines - 1] as const;
  const edit: AgentEvent = {
    ...event,
    hunks: [hunk],
    lines: lines.length === 0 ? [] : [range],
    lineHashes,
  };
  if (!isShown || lines.length === 0 || answer.isCut) return [edit];
  const shown = {
    start: hunk.newStart,
    lines: plainLines(`${lines.join('\n')}\n`),
    cutLines: [],
    total: null,
  };
  const { bytes: _, ...told } = credit(shown, file.path, workshop);
  return [edit, { kind: 'delivered', ...base, ...file, ...told }];
}
