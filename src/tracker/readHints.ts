import { countLines, formatRanges, type LineRange } from '../text/ranges';
import type { WholeKnowledge } from './knowledge';
import { RangeSet } from './rangeSet';

/** How an agent's own read tool is asked for lines. */
interface Terms {
  lines(start: number, end: number): string;
  /** For all lines of a file of this length. */
  all(total: number): string;
}

/** Ranges that a hint names at most. */
const MOST_RANGES = 3;
/** Lines of the part that a hint names for a file that is too large to be read at once. */
const PART = 500;

const byOffset: Terms = {
  lines: (start, end) => `offset ${start}, limit ${end - start + 1}`,
  all: (total) => `limit >= ${total}`,
};
const bySnakeCase: Terms = {
  lines: (start, end) => `start_line ${start}, end_line ${end}`,
  all: (total) => `end_line >= ${total}`,
};
const GENERIC: Terms = {
  lines: (start, end) => (start === end ? `line ${start}` : `lines ${start}–${end}`),
  all: (total) => `limit >= ${total}`,
};

const TERMS: ReadonlyMap<string, Terms> = new Map<string, Terms>([
  ['claude-code', byOffset],
  ['opencode', byOffset],
  ['pi', byOffset],
  ['roo-code', byOffset],
  // Its first line is line 0.
  ['qwen-code', { ...byOffset, lines: (start, end) => `offset ${start - 1}, limit ${end - start + 1}` }],
  ['gemini', bySnakeCase],
  ['cline', bySnakeCase],
  [
    'copilot-cli',
    { lines: (start, end) => `view_range [${start}, ${end}]`, all: (total) => `view_range [1, ${total}]` },
  ],
  [
    'vscode-chat',
    {
      lines: (start, end) => `startLine ${start}, endLine ${end}`,
      all: (total) => `endLine >= ${total}`,
    },
  ],
  ['codex', { lines: (start, end) => `sed -n '${start},${end}p'`, all: (total) => `sed -n '1,${total}p'` }],
]);

function termsOf(agent: string): Terms {
  return TERMS.get(agent) ?? GENERIC;
}

/** After a read that a limit cut: what would have given all. */
export function wholeNeeds(agent: string, totalLines: number): string {
  return `not the whole file: ${termsOf(agent).all(totalLines)}`;
}

/** For a file that cannot be read at once. */
export function readAPart(agent: string): string {
  return `too large to be read at once: ask for a part (${termsOf(agent).lines(1, PART)})`;
}

/** What would give these lines, in the agent's own terms. */
export function askFor(agent: string, missing: readonly LineRange[]): string {
  const { lines } = termsOf(agent);
  const asked = missing.slice(0, MOST_RANGES).map(([start, end]) => lines(start, end));
  if (missing.length > MOST_RANGES) asked.push(`and ${missing.length - MOST_RANGES} more`);
  return asked.join('; ');
}

/**
 * What would read the rest of a file of which a part is known; null where nothing is missing, or nothing is known of it.
 * Lines known from an earlier version need not be asked for; no read by lines gives the whole of one that is too long.
 *
 * @param carried lines known from an earlier version
 */
export function restHint(
  agent: string,
  { knowledge, missing, cut }: WholeKnowledge,
  carried: Iterable<LineRange> = [],
): string | null {
  if (knowledge !== 'partly') return null;
  const needless = RangeSet.of(cut);
  needless.addAll(carried);
  const toRead = (missing ?? []).flatMap(([start, end]) => needless.gaps(start, end));
  const hints = [
    toRead.length > 0 && `the rest: ${askFor(agent, toRead)}`,
    cut.length > 0 && cutHint(cut),
  ].filter((hint) => hint !== false);
  return hints.length === 0 ? null : hints.join('; ');
}

function cutHint(cut: readonly LineRange[]): string {
  return countLines(cut) === 1
    ? `line ${formatRanges(cut)} is longer than the tool shows`
    : `lines ${formatRanges(cut, MOST_RANGES)} are longer than the tool shows`;
}
