import { describe, expect, it } from 'vitest';
import { claudeCodeAdapter } from '../../src/agents/claudeCode/adapter';
import { LineHasher } from '../../src/text/lineHash';
import { transcripts, truth } from './support/capture';
import { creditedLines, expectedLines, isSearch } from './support/grade';

/**
 * Runs over a workspace of traps: blank lines at the ends of files, repeated lines, text that looks like an agent's marks,
 * white space at the ends of lines, many kinds of shell commands. The truth was worked out by comparing texts, which is
 * not always enough; each call where we say otherwise was looked at.
 */
const context = {
  hasher: new LineHasher([11, 13]),
  source: 'claude-code',
  baseFolder: '/',
  sessionFallback: 'unnamed',
};

/** Credit that comparing texts cannot find, and is right all the same. */
const RIGHT: Readonly<Record<string, string>> = {
  'r-blank-1-2': 'blank lines with their numbers',
  'r-blank-8-9': 'blank lines with their numbers',
  'r-blank-8-10': 'blank lines with their numbers',
  'r-blank-5': 'a blank line with its number',
  'r-oneblank': 'a blank line with its number',
  'r-threeblank': 'blank lines with their numbers',
  'r-front': 'two lines that are the same',
  's-mv-cat': 'the same text under the old name',
  's-mv': 'the same text under the old name',
  's-ins-tail': 'two lines that stand elsewhere too; a later read told their place',
  's-trail-unknown': 'a last line whose white space at the end was taken away: nothing tells',
};

/** Lines that were given, but of which a transcript cannot tell. */
const UNKNOWN: readonly string[] = [
  's-tail-plus', // the end of the file was not known, and its last line is blank
  's-cat-both', // a file without a last line end runs into the next
  's-nofinal-first',
  's-merge',
  's-merge2',
  's-cd-crlf', // a whole file of which nothing else is known
  's-crlf-tail',
  's-sed-last',
  's-heredoc', // only the command's text tells the content
  's-append-cat',
  's-gen',
  's-front', // `echo` prints a line of the file
  's-ls-sed', // after output of unknown length
  's-git-head',
  's-missing-seq',
  's-nopes',
  's-cat-grep', // filtered, sorted, cut
  's-tac',
  's-sort',
  's-head-c',
  's-loop', // more than words and pipes
  's-if',
  's-var',
  's-brace',
  's-subshell',
  's-xargs',
  's-python',
  's-checkout-tail', // the end of the file is another
  's-bulk', // lines of another file that the agent's own words look like
  'sub-cat-bulk',
  'sub-funcs-8', // the last line asked for is blank, or the end of the file
  's-funcs-5-15', // a version that leaves no trace of its reminders
];

describe.each([
  'claude-code-shell',
  'claude-code-shell-2.1.100',
  'claude-code-shell-2.0.60',
  'claude-code-shell2',
])('%s', (capture) => {
  const events = [...transcripts(capture).values()].flatMap((rows) => {
    const reader = claudeCodeAdapter.reader(context);
    return [...rows.flatMap((row) => reader.read(row)), ...reader.flush()];
  });
  const calls = truth(capture).filter((call) => call.resultSeenByModel && !isSearch(call));
  const credited = (call: string) => creditedLines(events.filter((event) => event.call === call));
  const lines = (files: readonly string[]) =>
    new Set(
      files.flatMap((one) =>
        (one.split(': ')[1] ?? '').split(',').map((line) => `${one.split(': ')[0]}:${line}`),
      ),
    );

  it.each(calls.filter(({ label }) => RIGHT[label] === undefined).map((call) => [call.label, call]))(
    '%s: credits no line that was not given',
    (_, call) => {
      const given = lines(expectedLines(call));
      expect([...lines(credited(call.callId))].filter((line) => !given.has(line))).toEqual([]);
    },
  );

  it.each(
    calls
      .filter(({ label }) => !UNKNOWN.includes(label) && RIGHT[label] === undefined)
      .map((call) => [call.label, call]),
  )('%s: credits all that was given', (_, call) => {
    expect(credited(call.callId)).toEqual(expectedLines(call));
  });
});
