/** What an answer about several files says of one of them. */
export type FilePart =
  /** `isWhole`: all of its content is there, else only its start, up to a line end. */
  | { readonly kind: 'content'; readonly content: string; readonly isWhole: boolean }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'unknown' };

const BETWEEN = '\n---\n';
const ERROR = ' Error - ';

/**
 * Divides what `read_multiple_files` answers: `path:`, a line feed, the content and a line feed more, or `path: Error -`
 * and why, with `---` on a line of its own between two files. A file may hold lines that look just so: what stands after
 * the first place that could be the end of a file is known only if no other place could be.
 *
 * @param paths as they were asked for, and as the answer repeats them
 */
export function divideFiles(text: string, paths: readonly string[]): FilePart[] {
  const parts: FilePart[] = [];
  let at = 0;
  for (const [i, path] of paths.entries()) {
    if (!startsFile(text, at, path)) break;
    const start = at + path.length + 1;
    const next = paths[i + 1];
    const ends = next === undefined ? [text.length] : boundaries(text, start, next);
    const [end] = ends;
    if (end === undefined) break;
    parts.push(partOf(text.slice(start, end), ends.length === 1));
    if (ends.length > 1) break;
    at = end + BETWEEN.length;
  }
  return [...parts, ...paths.slice(parts.length).map((): FilePart => ({ kind: 'unknown' }))];
}

function startsFile(text: string, at: number, path: string): boolean {
  if (!text.startsWith(`${path}:`, at)) return false;
  const after = at + path.length + 1;
  return text.startsWith('\n', after) || text.startsWith(ERROR, after);
}

/** The first two places where the next file may start; more make no difference. */
function boundaries(text: string, from: number, next: string): number[] {
  const found: number[] = [];
  const mark = `${BETWEEN}${next}:`;
  const isError = text.startsWith(ERROR, from);
  // Content stands between two line feeds of its own.
  const first = isError ? from : from + 2;
  for (let at = text.indexOf(mark, first); at !== -1 && found.length < 2; at = text.indexOf(mark, at + 1)) {
    const mayEnd = isError || text.startsWith('\n', at - 1);
    if (mayEnd && startsFile(text, at + BETWEEN.length, next)) found.push(at);
  }
  return found;
}

function partOf(body: string, isWhole: boolean): FilePart {
  if (body.startsWith(ERROR)) {
    return isWhole ? { kind: 'error', message: body.slice(ERROR.length) } : { kind: 'unknown' };
  }
  const isFramed = body.length >= 2 && body.endsWith('\n');
  return isFramed ? { kind: 'content', content: body.slice(1, -1), isWhole } : { kind: 'unknown' };
}
