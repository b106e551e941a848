import { type BarLines, barLines, barNumber } from '../barLines';
import { isLineNumber } from '../lineRanges';

/**
 * What an answer of `read_file` shows of one file, in all the forms that Roo Code gave it:
 *
 * - the lines alone, then (early 2025) in `<file><path>…</path><content>`;
 * - `<file><path>…</path>` and `<content lines="1-100">` for each range, since April 2025;
 * - `File: path` and `Lines 1-100:`, where the model makes native calls (since November 2025);
 * - `File: path` and the lines alone, with `IMPORTANT: File content truncated.` before them or `Included ranges:` after
 *   them, since January 2026.
 *
 * In all of them each line of the file has its number, so a line without one is the agent's own: no file can imitate it.
 * The forms are those of the agent's source; no run of it was seen.
 */
export interface ShownFile {
  /** As the answer names it; null where it does not. */
  readonly path: string | null;
  readonly runs: readonly ShownRun[];
  /** Number of lines, with an empty one after the last line end; null where the answer does not tell it. */
  readonly agentTotal: number | null;
  readonly state: 'text' | 'empty' | 'failed' | 'not-text' | 'unknown';
}

/** Lines that stand together. */
export interface ShownRun {
  readonly lines: BarLines;
  /** Number of those that are surely lines of the file, and whole at their ends. */
  readonly count: number;
  /** What follows the last in the file: nothing, if the whole file was asked for; more; or it is not known. */
  readonly isCut: boolean;
}

interface Head {
  readonly kind: 'bare' | 'ranged' | 'truncated';
  readonly from: number | null;
  readonly to: number | null;
}

interface Section {
  readonly path: string | null;
  readonly runs: ShownRun[];
  agentTotal: number | null;
  /** The agent's own words. */
  notes: string;
}

const FILE = /[ \t]*<file>\s{0,20}<path>([^\n]*?)<\/path>\n?|File: ([^\n]+)(?:\n|$)/y;
const RANGED = /[ \t]*<content(?: lines="(\d{1,8})-(\d{1,8})")?>\n|Lines (\d{1,8})-(\d{1,8}):\n/y;
const TRUNCATED =
  /IMPORTANT: File content truncated\.\n\s{0,20}Status: Showing lines (\d{1,8})-(\d{1,8}) of (\d{1,8}) total lines\.\n[^\n]*\n\s{0,20}/y;
const INCLUDED = /Included ranges: [\d, -]+\(total: (\d{1,8}) lines\)/y;
const END_OF_CONTENT = /\s{0,40}(?:\[Showing only [\s\S]{0,5000}?)?<\/content>/y;
const CUT_TO_SIZE = /\s{0,40}(?:Note: |<\/content>\s{0,40}<notice>)/y;
const BARE: Head = { kind: 'bare', from: null, to: null };
const MOST_FILES = 1_000;
const MOST_NOTES = 2_000;

/** The files of an answer, in order; where it names none, one without a name. */
export function shownFiles(text: string): ShownFile[] {
  const unnamed = sectionOf(null);
  const sections: Section[] = [];
  let section = unnamed;
  let head: Head | null = BARE;
  for (let at = 0; at < text.length && sections.length < MOST_FILES; ) {
    const file = match(FILE, text, at);
    if (file !== null) {
      section = sectionOf(file.groups[0] ?? file.groups[1] ?? null);
      sections.push(section);
      head = BARE;
      at = file.end;
      continue;
    }
    const next = headAt(text, at, section);
    if (next !== null) {
      head = next.head;
      at = next.end;
      continue;
    }
    const first = barNumber(text, at);
    if (first === null) {
      const end = lineEnd(text, at);
      const words = text.slice(at, end);
      if (section.notes.length < MOST_NOTES) section.notes += `${words.slice(0, 300)}\n`;
      if (words.trim() !== '') head = null;
      at = end + 1;
      continue;
    }
    const lines = barLines(text, first, at);
    const run = head === null ? null : runOf(lines, head);
    if (run !== null) section.runs.push(run);
    head = null;
    at = Math.max(lines.end, lineEnd(text, at)) + 1;
  }
  return (sections.length > 0 ? sections : [unnamed]).map(({ notes, ...shown }) => ({
    ...shown,
    state: stateOf(shown.runs, notes),
  }));
}

function sectionOf(path: string | null): Section {
  return { path, runs: [], agentTotal: null, notes: '' };
}

/** What is said here of the lines that follow, or of the whole file. */
function headAt(text: string, at: number, section: Section): { head: Head | null; end: number } | null {
  const ranged = match(RANGED, text, at);
  if (ranged !== null) {
    const [a, b, c, d] = ranged.groups;
    return { head: { kind: 'ranged', from: numberOf(a ?? c), to: numberOf(b ?? d) }, end: ranged.end };
  }
  const truncated = match(TRUNCATED, text, at);
  if (truncated !== null) {
    const [from, to, total] = truncated.groups.map(numberOf);
    section.agentTotal = total ?? null;
    return { head: { kind: 'truncated', from: from ?? null, to: to ?? null }, end: truncated.end };
  }
  const included = match(INCLUDED, text, at);
  if (included === null) return null;
  section.agentTotal = numberOf(included.groups[0]);
  return { head: null, end: included.end };
}

/** The lines below a head; null where their numbers are not what it says. */
function runOf(lines: BarLines, { kind, from, to }: Head): ShownRun | null {
  const { text, first, end, starts, bounds } = lines;
  const all = starts.length;
  const stated = from === null || to === null ? null : to - from + 1;
  if ((from !== null && from !== first) || (stated !== null && all > stated)) return null;
  if (kind === 'truncated') return all === stated ? { lines, count: all, isCut: true } : null;
  const isBlank = bounds.at(-2) === bounds.at(-1);
  const isXml = text.endsWith('>\n', starts[0]);
  const isCut =
    isXml && kind === 'ranged'
      ? match(END_OF_CONTENT, text, end) === null
      : match(CUT_TO_SIZE, text, end) !== null;
  // Past the end of the file an empty line is made up; so is one after the last line end, where no range is told.
  const isMadeUp = isBlank && (kind === 'bare' || (all === 1 && first > 1));
  return { lines, count: isCut || isMadeUp ? all - 1 : all, isCut };
}

function stateOf(runs: readonly ShownRun[], notes: string): ShownFile['state'] {
  if (runs.length > 0) return 'text';
  if (
    /^\s*(?:<error>|Error: |The tool execution failed|<status>Denied|Status: Denied|The user denied)/m.test(
      notes,
    )
  )
    return 'failed';
  if (/File is empty|tool did not return anything/.test(notes)) return 'empty';
  const isImage = /<binary_file|^Binary file |<notice>(?:Image|Binary)|^Note: Image|\[Image file/m.test(
    notes,
  );
  return isImage ? 'not-text' : 'unknown';
}

function match(
  pattern: RegExp,
  text: string,
  at: number,
): { readonly groups: readonly (string | undefined)[]; readonly end: number } | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null || pattern.lastIndex === at
    ? null
    : { groups: found.slice(1), end: pattern.lastIndex };
}

function numberOf(digits: string | undefined): number | null {
  const number = Number(digits);
  return isLineNumber(number) ? number : null;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
