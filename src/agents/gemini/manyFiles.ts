import { isAbsolutePath, resolvePath } from '../../text/path';
import type { Envelope, ReadEvent } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { unreadFile } from '../readEvent';
import { credit } from '../shownLines';
import { countOf, plainLines } from '../textLines';
import type { Workshop } from '../workshop';
import { answerEnd, isReplaced } from './added';

const HEADING = /(?:^|\n)--- ([^\n]+) ---\n\n/g;
const END = '\n--- End of content ---';
const CUT =
  "[WARNING: This file was truncated. To view the full content, use the 'read_file' tool on this specific file.]\n\n";

const COUNT = /^Successfully read and concatenated content from \*\*(\d{1,6}) file\(s\)\*\*\.$/m;
const NAME = /^- `([^`\n]+)`$/gm;
const MOST_FILES = 1000;

/** A file in the answer; its content is null where that is not there as a whole. */
interface Part {
  readonly written: string;
  readonly content: string | null;
}

/** The events of a call of `read_many_files`. */
export function manyFilesCall(call: Call, result: Result, base: Envelope, workshop: Workshop): ReadEvent[] {
  if (result.error !== null) return [];
  const display = typeof result.display === 'string' ? result.display : '';
  const parts = divided(result, Number(COUNT.exec(display)?.[1])) ?? namesIn(display);
  return parts.slice(0, MOST_FILES).map(({ written, content }): ReadEvent => {
    const path = resolvePath(call.cwd, written);
    const event = unreadFile(base, { path, written }, null);
    if (content === null) return { ...event, outcome: 'unknown-range' };
    const lines = plainLines(content);
    const shown = { start: 1, lines, cutLines: [], total: countOf(lines) };
    return {
      ...event,
      ...credit(shown, path, workshop),
      outcome: countOf(lines) === 0 ? 'empty' : 'complete',
    };
  });
}

/**
 * The contents stand one after the other, each below its path. A file may hold a line like such a heading: only if there
 * are as many as the agent counted are they believed, else null.
 */
function divided({ text, hasMedia, isRecorded }: Result, count: number): Part[] | null {
  const last = text.lastIndexOf(END);
  // What is no text is counted and has no heading.
  if (hasMedia || !isRecorded || last === -1 || isReplaced(text)) return null;
  const end = answerEnd(text.slice(0, last));
  const headings = [...text.slice(0, end).matchAll(HEADING)].filter(([, path]) => isAbsolutePath(path ?? ''));
  if (headings.length !== count) return null;
  return headings.map((heading, i): Part => {
    const next = headings[i + 1]?.index;
    const body = text.slice(heading.index + heading[0].length, next ?? end);
    // Two line ends follow each content, and another stands between two parts of the answer.
    const after = next === undefined ? '\n\n\n' : '\n\n';
    const isWhole = body.endsWith(after) && !body.startsWith(CUT);
    return { written: heading[1] ?? '', content: isWhole ? body.slice(0, -after.length) : null };
  });
}

/** The files that the agent lists for the person. */
function namesIn(display: string): Part[] {
  const [listed = ''] = display.split('**Skipped', 1);
  return [...listed.matchAll(NAME)].map(([, name = '']) => ({ written: name, content: null }));
}
