import { splitLines } from '../../text/lines';
import { utf8Bytes } from '../../text/utf8';
import { type ShellOutput, wholeOutput } from '../shell/output';

const HEADER =
  /^(?:Warning: truncated output \(original token count: (\d{1,9})\)\n)?Total output lines: (\d{1,8})\n\n/;
const MARK =
  /…\d{1,9} (?:tokens|chars|lines) truncated…|\n?\[\.\.\. (?:omitted \d{1,8} of \d{1,8} lines|output truncated to fit \d{1,8} bytes) \.\.\.\]\n{0,2}/g;

/** What stands before an output and tells how long it was. */
export interface Length {
  /** Tokens that it had, a quarter of its bytes; null: not told. */
  readonly tokens: number | null;
  /** Lines that it had, told only where some are missing; null: not told. */
  readonly lines: number | null;
}

/**
 * An output as the model was given it, with the middle cut out where it was too long. The words that tell of the cut may
 * be a file's own; what stands before the output tells whether they are the agent's. Null where it was cut in a way that
 * is not known.
 */
export function shownOutput(body: string, { tokens, lines }: Length): ShellOutput | null {
  if (tokens === null && lines === null) {
    const cut = cutOutput(body, null);
    return cut === null ? wholeOutput(body) : { ...cut, isDoubtful: true };
  }
  if (tokens === null) return cutOutput(body, lines);
  const [header, named, total] = HEADER.exec(body) ?? [];
  const isCut = Math.ceil(utf8Bytes(body) / 4) < tokens;
  if (isCut) return header === undefined ? null : cutOutput(body.slice(header.length), Number(total));
  // Characters that could not be read take more bytes than they had.
  const isOdd = body.includes('\uFFFD') && named === String(tokens);
  return isOdd ? null : wholeOutput(body);
}

/** Both ends of an output whose middle was cut out; null where no mark of a cut is in it. */
export function cutOutput(body: string, total: number | null): ShellOutput | null {
  const parts = cutParts(body);
  if (parts === null) return null;
  const { head, tail } = parts;
  return {
    ...wholeOutput(head),
    isCut: true,
    lastIsWhole: head === '' || head.endsWith('\n'),
    tail: { lines: splitLines(tail), firstIsWhole: false, total },
  };
}

/** What stands before the first mark of a cut and after the last one: whichever is the agent's, these were shown. */
export function cutParts(body: string): { readonly head: string; readonly tail: string } | null {
  const marks = [...body.matchAll(MARK)];
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return null;
  return { head: body.slice(0, first.index), tail: body.slice(last.index + last[0].length) };
}

/** An output without the words that tell of its cut, and how many lines they say it had; null where it has none. */
export function withoutHeader(body: string): { readonly body: string; readonly total: number } | null {
  const [header, , total] = HEADER.exec(body) ?? [];
  return header === undefined ? null : { body: body.slice(header.length), total: Number(total) };
}
