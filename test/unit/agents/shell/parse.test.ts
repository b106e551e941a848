import fc from 'fast-check';
import { type CommandNode, type PipelineNode, parse, type Word } from 'unbash';
import { describe, expect, it } from 'vitest';
import { parseShell } from '../../../../src/agents/shell/parse';

interface Flat {
  readonly after: string;
  readonly background: boolean;
  readonly commands: readonly { readonly words: readonly string[]; readonly redirects: readonly string[] }[];
}

/** What our parser says, with `?` for what the shell would replace. */
function ours(text: string): Flat[] | null {
  return (
    parseShell(text)?.map(({ after, background, commands }) => ({
      after,
      background,
      commands: commands.map(({ words, redirects }) => ({
        words: words.map((word) => (word.dynamic ? '?' : word.text)),
        redirects: redirects.map(
          ({ fd, operator, target }) => `${fd ?? ''}${operator}${target.dynamic ? '?' : target.text}`,
        ),
      })),
    })) ?? null
  );
}

/** The same of a full bash parser; null for what is more than words, pipes and lists. */
function theirs(text: string): Flat[] | null {
  const script = parse(text);
  if ((script.errors ?? []).length > 0) return null;
  const flat: Flat[] = [];
  for (const { command, background } of script.commands) {
    const parts: readonly PipelineNode[] =
      command.type === 'AndOr' ? command.commands : [command as PipelineNode];
    const operators = command.type === 'AndOr' ? command.operators : [];
    for (const [i, part] of parts.entries()) {
      const commands = part.type === 'Pipeline' ? part.commands : [part];
      const simple = commands.map(flatCommand);
      if (simple.some((one) => one === null)) return null;
      flat.push({
        after: i === 0 ? ';' : (operators[i - 1] ?? ';'),
        background: background === true && i === parts.length - 1,
        commands: simple.filter((one) => one !== null),
      });
    }
  }
  return flat;
}

function flatCommand(node: CommandNode): Flat['commands'][number] | null {
  if (node.type !== 'Command') return null;
  const words = [node.name, ...node.args].filter((word) => word !== undefined);
  return {
    words: words.map((word) => (word.type === 'Assignment' ? word.text : flatWord(word))),
    redirects: node.redirects.map((redirect) => {
      const fd = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : '';
      const target =
        redirect.type === 'HereDoc'
          ? redirect.delimiter?.value
          : redirect.target && flatWord(redirect.target);
      return `${fd}${redirect.operator}${target}`;
    }),
  };
}

function flatWord(word: Word): string {
  const isStatic = (word.parts ?? []).every(
    (part) =>
      part.type === 'Literal' ||
      part.type === 'SingleQuoted' ||
      (part.type === 'DoubleQuoted' && part.parts.every((inner) => inner.type === 'Literal')),
  );
  return isStatic && !/^~/.test(word.text) ? word.value : '?';
}

/** What they say, with `?` also where we do: it is no fault to know less of a word. */
function blurred(flat: Flat[] | null, like: readonly Flat[]): Flat[] | null {
  const blur = (text: string, mine: string | undefined) => (mine?.endsWith('?') === true ? mine : text);
  return (
    flat?.map((pipeline, p) => ({
      ...pipeline,
      commands: pipeline.commands.map(({ words, redirects }, c) => ({
        words: words.map((word, w) => blur(word, like[p]?.commands[c]?.words[w])),
        redirects: redirects.map((one, r) => blur(one, like[p]?.commands[c]?.redirects[r])),
      })),
    })) ?? null
  );
}

const PIECES = [
  'cat',
  'sed',
  '-n',
  'src/a.ts',
  "'10,20p'",
  '"two words"',
  "'it is'",
  '\\ ',
  ' ',
  ' ',
  ' ',
  '\n',
  ' | ',
  ' && ',
  ' || ',
  ' ; ',
  ';',
  '&',
  '|&',
  '>',
  '>>',
  '2>',
  '2>&1',
  '<',
  '<<EOF',
  '\nEOF\n',
  '#',
  '# note',
  '$x',
  `${'$'}{x}`,
  '$(ls)',
  '`ls`',
  '*',
  '?',
  '[ab]',
  '{a,b}',
  '~',
  '~/f',
  '!',
  '(',
  ')',
  '{',
  '}',
  "'",
  '"',
  '\\',
  '\\\n',
  'if',
  'for',
  'A=1',
  '$',
  '"$x"',
  '"a\\"b"',
  '\t',
  '-',
  '--',
  'é',
  '2',
  '&>',
  '>|',
  '<<<',
  '=',
];

describe('parseShell', () => {
  it('understands a command as bash does, or not at all', () => {
    const command = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(command, (text) => {
        // A bad substitution: bash runs nothing of it, so there is nothing to agree about.
        fc.pre(!text.includes('${{'));
        const mine = ours(text);
        if (mine !== null) expect(mine).toEqual(blurred(theirs(text), mine));
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    ["cat 'a b' c\\ d", [['cat', 'a b', 'c d']]],
    ['cat "a\\"b"', [['cat', 'a"b']]],
    [
      'cat a | head -5',
      [
        ['cat', 'a'],
        ['head', '-5'],
      ],
    ],
    ['cat a # cat b', [['cat', 'a']]],
    ['cat a \\\n b', [['cat', 'a', 'b']]],
    ["cat <<'EOF'\ncat b\nEOF", [['cat']]],
    ['A=1 cat a', [['cat', 'a']]],
    ["'A'=1 cat a", [['A=1', 'cat', 'a']]],
    ['A= B=2 cat C=3', [['cat', 'C=3']]],
    ['cat a |\n head', [['cat', 'a'], ['head']]],
  ])('finds the words of %j', (text, commands) => {
    expect(ours(text)?.flatMap((one) => one.commands.map((command) => command.words))).toEqual(commands);
  });

  it.each([
    "cat 'a",
    'cat "a',
    '(cat a)',
    '{ cat a; }',
    'for f in a; do cat $f; done',
    'if true; then cat a; fi',
    'cat <(ls)',
    'cat a &&',
    '| cat a',
    'f() { cat a; }',
    'cat <<EOF\nnever closed',
    "cat $'a'",
    'cat a;; cat b',
    'cat a\r',
  ])('does not understand %j', (text) => {
    expect(parseShell(text)).toBeNull();
  });
});
