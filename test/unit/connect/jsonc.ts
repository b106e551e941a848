// Settings files as people, editors and agents leave them: any layout, comments, trailing commas, either line end.
import fc from 'fast-check';

/** A value printed as tokens, between which anything blank may stand. */
type Tokens = readonly string[];

const word = fc.constantFrom(
  'model',
  'env',
  'permissions',
  'a b',
  'Stop',
  'PreToolUse',
  'x',
  '"',
  'é',
  '__proto__',
);
const leaf = fc.oneof(fc.integer({ min: -9, max: 99 }), fc.boolean(), fc.constant(null), word);

/** JSON data, with unique keys. */
export const data = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(word, tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const foreignHandler = fc.oneof(
  fc.constantFrom<unknown>(
    { type: 'command', command: 'echo "hi" // no comment' },
    { type: 'command', command: 'node x.cjs' },
  ),
  fc.constant({ type: 'http', url: 'http://127.0.0.1:1/hook' }),
);
const group = fc.record({
  matcher: fc.constantFrom('*', 'Read|Edit'),
  hooks: fc.array(foreignHandler, { maxLength: 2 }),
});
const events = fc.constantFrom('PreToolUse', 'PostToolUse', 'SessionStart', 'Stop');

/** Settings with or without hooks of others; each value of the kind that the format says. */
export const settings = fc
  .tuple(
    fc.dictionary(word, data, { maxKeys: 3 }),
    fc.option(fc.dictionary(events, fc.array(group, { maxLength: 2 }), { maxKeys: 3 })),
    fc.boolean(),
  )
  .map(([rest, hooks, first]) => {
    const own = hooks === null ? {} : { hooks };
    return first ? { ...own, ...rest } : { ...rest, ...own };
  });

const trivia = (lineEnd: string) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: fc.constantFrom(' ', '  ', '\t', lineEnd, `${lineEnd}  `, `${lineEnd}\t\t`) },
    { weight: 1, arbitrary: fc.constantFrom(`// why, "so"${lineEnd}`, '/* {[, */', ` /* a${lineEnd} b */ `) },
  );

/** The value's text in some layout, JSON with comments. */
export function printed(value: unknown): fc.Arbitrary<string> {
  return fc.constantFrom('\n', '\r\n').chain((lineEnd) =>
    fc.infiniteStream(fc.tuple(trivia(lineEnd), fc.boolean())).map((stream) => {
      const next = () => stream.next().value;
      const trailing = () => (next()[1] ? [','] : []);
      const tokens = (each: unknown): Tokens => {
        const list = (open: string, close: string, parts: readonly Tokens[]) => [
          open,
          ...parts.flatMap((part, i) => (i === 0 ? part : [',', ...part])),
          ...(parts.length > 0 ? trailing() : []),
          close,
        ];
        if (Array.isArray(each)) return list('[', ']', each.map(tokens));
        if (typeof each !== 'object' || each === null) return [JSON.stringify(each)];
        return list(
          '{',
          '}',
          Object.entries(each).map(([key, inner]) => [JSON.stringify(key), ':', ...tokens(inner)]),
        );
      };
      const text = tokens(value).map((token) => next()[0] + token);
      return text.join('') + next()[0];
    }),
  );
}

/** As most programs write it. */
export const plainly = (value: unknown): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom<string | number>(2, 4, '\t', 0),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\ufeff'),
      fc.boolean(),
    )
    .map(([indent, lineEnd, mark, final]) => {
      const text = JSON.stringify(value, null, indent).replaceAll('\n', lineEnd);
      return mark + text + (final ? lineEnd : '');
    });
