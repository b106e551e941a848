import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addHooks,
  type HookEntry,
  type HookForm,
  ourHandlers,
  removeHooks,
  saysNothing,
} from '../../../src/connect/hookText';
import { cutAll } from '../../../src/connect/insertions';
import { dataOf, parseJsonText } from '../../../src/connect/jsonText';
import { Refusal } from '../../../src/connect/refusal';
import { data, plainly, printed, settings } from './jsonc';

const FILE = '/home/u/.claude/settings.json';
const OUR_COMMAND = "'/our own/run' claude-code";
const handler = { type: 'command', command: OUR_COMMAND, timeout: 5 };
const GROUPED: HookForm = { kind: 'grouped' };
const FLAT: HookForm = { kind: 'flat', besides: { version: 1 } };
const groupOf = (event: string): HookEntry => ({ event, entry: { hooks: [handler] } });
const GROUPS = ['PreToolUse', 'PostToolUse', 'SessionEnd'].map(groupOf);
const isOurs = (each: unknown) =>
  typeof each === 'object' && each !== null && 'command' in each && each.command === OUR_COMMAND;

const valueIn = (text: string): unknown => {
  const root = parseJsonText(text)?.root;
  return root ? dataOf(root) : undefined;
};
const anyLayout = fc.oneof(settings.chain(printed), settings.chain(plainly));

describe('adding hooks to a settings file and taking them out', () => {
  it('restores the bytes, by the spans and by looking for what is ours', () => {
    fc.assert(
      fc.property(anyLayout, (text) => {
        const { text: hooked, inserted } = addHooks(text, GROUPED, GROUPS, FILE);
        expect(cutAll(hooked, inserted)).toBe(text);
        expect(ourHandlers(hooked, GROUPED, isOurs)).toHaveLength(GROUPS.length);
        expect(ourHandlers(removeHooks(hooked, GROUPED, isOurs, FILE), GROUPED, isOurs)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('adds what is told and changes nothing else, as any JSON reader sees it', () => {
    fc.assert(
      fc.property(anyLayout, (text) => {
        const before = valueIn(text) as { hooks?: Record<string, unknown[]> };
        const expected = structuredClone(before);
        expected.hooks ??= {};
        for (const { event, entry } of GROUPS) {
          expected.hooks[event] = [...(expected.hooks[event] ?? []), entry];
        }
        const { text: hooked } = addHooks(text, GROUPED, GROUPS, FILE);
        expect(valueIn(hooked)).toEqual(expected);
        if (isStrict(text)) expect(JSON.parse(hooked.replace(/^\ufeff/, ''))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('takes ours out of what somebody changed since, and leaves the rest as it is', () => {
    fc.assert(
      fc.property(settings, fc.nat(), fc.func(fc.boolean()), (value, seed, choose) => {
        // Somebody moved our handlers among others.
        const changed = structuredClone(value) as { hooks?: Record<string, { hooks: unknown[] }[]> };
        const lists = Object.values(changed.hooks ?? {}).flatMap((groups) =>
          groups.map((group) => group.hooks),
        );
        lists.forEach((list, i) => {
          if (choose(i)) list.splice((seed + i) % (list.length + 1), 0, handler);
        });
        const [text] = fc.sample(printed(changed), { seed, numRuns: 1 });
        const left = valueIn(removeHooks(text ?? '', GROUPED, isOurs, FILE));
        expect(pruned(left)).toEqual(pruned(value));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the bytes of the rest where a value elsewhere has changed since', () => {
    fc.assert(
      fc.property(settings, plainLayout, (value, layout) => {
        const text = layout({ ...value, marker: 1 });
        if (hasEmpty(value)) return;
        const changed = addHooks(text, GROUPED, GROUPS, FILE).text.replace('"marker": 1', '"marker": 234');
        expect(removeHooks(changed, GROUPED, isOurs, FILE)).toBe(
          text.replace('"marker": 1', '"marker": 234'),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('is at home in files that have nothing yet', () => {
    for (const blank of ['', '\n', '  \r\n', '\ufeff', '\ufeff\n']) {
      const { text, inserted } = addHooks(blank, GROUPED, GROUPS, FILE);
      expect(cutAll(text, inserted)).toBe(blank);
      expect(valueIn(text)).toEqual({
        hooks: Object.fromEntries(GROUPS.map((each) => [each.event, [each.entry]])),
      });
      expect(removeHooks(text, GROUPED, isOurs, FILE).trim()).toBe('{}');
    }
  });

  it('takes for blank what JSON does, and no other character that looks so', () => {
    for (const odd of ['\u2028', '\u00a0', '\u3000', '\v', '\f', ' \u2029']) {
      expect(() => addHooks(odd, GROUPED, GROUPS, FILE)).toThrow(Refusal);
      for (const text of [`{ // why${odd}\n}\n`, `{"hooks":{ // why${odd}\r\n}}`, `{"a":1 // why${odd}\n}`]) {
        const hooked = addHooks(text, GROUPED, GROUPS, FILE);
        expect(ourHandlers(hooked.text, GROUPED, isOurs)).toHaveLength(GROUPS.length);
        expect(cutAll(hooked.text, hooked.inserted)).toBe(text);
        expect(removeHooks(hooked.text, GROUPED, isOurs, FILE)).toContain(`// why${odd}`);
      }
    }
  });

  it('refuses what it does not understand, whatever stands there', () => {
    fc.assert(
      fc.property(data, (value) => {
        const text = JSON.stringify(value);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        if (isObject) addHooks(text, GROUPED, GROUPS, FILE);
        else expect(() => addHooks(text, GROUPED, GROUPS, FILE)).toThrow(Refusal);
      }),
    );
    const reasonOf = (text: string) => {
      try {
        addHooks(text, GROUPED, GROUPS, FILE);
        return 'none';
      } catch (error) {
        return error instanceof Refusal ? `${error.reason} ${error.detail}`.trim() : String(error);
      }
    };
    expect(reasonOf('{')).toBe('unparseable');
    expect(reasonOf('{"a":1} {"b":2}')).toBe('unparseable');
    expect(reasonOf("{'a':1}")).toBe('unparseable');
    expect(reasonOf('['.repeat(100_000))).toBe('unparseable');
    expect(reasonOf('{"hooks":[]}')).toBe('shape hooks');
    expect(reasonOf('{"hooks":null}')).toBe('shape hooks');
    expect(reasonOf('{"hooks":{"PreToolUse":{}}}')).toBe('shape hooks.PreToolUse');
    expect(reasonOf('{"hooks":{},"h\\u006foks":{}}')).toBe('duplicate-keys hooks');
    expect(reasonOf('{"hooks":{"PreToolUse":[],"PreToolUse":[]}}')).toBe('duplicate-keys hooks.PreToolUse');
    expect(reasonOf('{"a":{},"a":[]}')).toBe('none');
  });
});

describe('hooks without groups', () => {
  const HANDLERS = ['preToolUse', 'Stop'].map(
    (event): HookEntry => ({ event, entry: { command: OUR_COMMAND } }),
  );

  it('come and go without a trace in the bytes, whatever the file is like', () => {
    fc.assert(
      fc.property(anyLayout, (text) => {
        const { text: hooked, inserted } = addHooks(text, FLAT, HANDLERS, FILE);
        expect(cutAll(hooked, inserted)).toBe(text);
        expect(ourHandlers(hooked, FLAT, isOurs)).toHaveLength(HANDLERS.length);
        const { version, hooks, ...rest } = valueIn(hooked) as {
          version: number;
          hooks: Record<string, unknown[]>;
        };
        const before = valueIn(text) as { hooks?: Record<string, unknown[]> };
        expect(version).toBe(1);
        expect({ ...rest, hooks: undefined }).toEqual({ ...before, hooks: undefined });
        for (const { event, entry } of HANDLERS) {
          expect(hooks[event]).toEqual([...(before.hooks?.[event] ?? []), entry]);
        }
        const left = removeHooks(hooked, FLAT, isOurs, FILE);
        expect(ourHandlers(left, FLAT, isOurs)).toEqual([]);
        expect(saysNothing(left, FLAT)).toBe(
          isStrict(left) && saysNothing(JSON.stringify(valueIn(left)), FLAT),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('stand among those of others, and go alone', () => {
    const others = { version: 2, hooks: { preToolUse: [{ command: 'x' }], stop: [{ command: 'y' }] } };
    const { text } = addHooks(JSON.stringify(others), FLAT, HANDLERS, FILE);
    expect(valueIn(text)).toEqual({
      version: 2,
      hooks: {
        preToolUse: [{ command: 'x' }, { command: OUR_COMMAND }],
        stop: [{ command: 'y' }],
        Stop: [{ command: OUR_COMMAND }],
      },
    });
    expect(removeHooks(text, FLAT, isOurs, FILE)).toBe(JSON.stringify(others));
  });

  it('leave a file that says nothing where it said nothing before', () => {
    const { text } = addHooks('', FLAT, HANDLERS, FILE);
    expect(valueIn(text)).toEqual({
      version: 1,
      hooks: { preToolUse: [{ command: OUR_COMMAND }], Stop: [{ command: OUR_COMMAND }] },
    });
    expect(saysNothing(removeHooks(text, FLAT, isOurs, FILE), FLAT)).toBe(true);
    for (const nothing of ['', '{}', ' {\n}\n', '{"version": 1}'])
      expect(saysNothing(nothing, FLAT)).toBe(true);
    for (const more of ['{"version": 2}', '{"version":1,"a":1}', '{/**/}', '[]', '{', '{"toString":1}'])
      expect(saysNothing(more, FLAT), more).toBe(false);
    expect(saysNothing('{"version": 1}', GROUPED)).toBe(false);
  });
});

describe('the layout', () => {
  const pre = [groupOf('PreToolUse')];

  it('goes on as the file does', () => {
    expect(addHooks('{\n\t"model": "opus"\n}\n', GROUPED, pre, FILE).text).toBe(
      [
        '{',
        '\t"model": "opus",',
        '\t"hooks": {',
        '\t\t"PreToolUse": [',
        '\t\t\t{',
        '\t\t\t\t"hooks": [',
        '\t\t\t\t\t{',
        '\t\t\t\t\t\t"type": "command",',
        `\t\t\t\t\t\t"command": ${JSON.stringify(OUR_COMMAND)},`,
        '\t\t\t\t\t\t"timeout": 5',
        '\t\t\t\t\t}',
        '\t\t\t\t]',
        '\t\t\t}',
        '\t\t]',
        '\t}',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('keeps comments where they are, and lists that end with a comma', () => {
    const text = '{\r\n  "hooks": {\r\n    "PreToolUse": [\r\n      {}, // mine\r\n    ] // end\r\n  }\r\n}';
    const { text: hooked } = addHooks(text, GROUPED, pre, FILE);
    expect(hooked).toContain('      {}, // mine\r\n      {\r\n        "hooks": [');
    expect(hooked).toContain('\r\n      },\r\n    ] // end');
    expect(hooked.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('stays within a line where the file is one', () => {
    expect(addHooks('{"a":1}', GROUPED, pre, FILE).text).toBe(
      `{"a":1,"hooks":{"PreToolUse":[{"hooks":[${JSON.stringify(handler)}]}]}}`,
    );
    expect(addHooks('{"a": 1}', GROUPED, pre, FILE).text).toMatch(
      /^\{"a": 1, "hooks": \{ "PreToolUse": \[ \{ "hooks"/,
    );
  });

  it('opens an empty object over several lines', () => {
    expect(addHooks('{}\n', GROUPED, pre, FILE).text).toMatch(/^\{\n {2}"hooks": \{\n {4}"PreToolUse": \[\n/);
    expect(addHooks('{}\n', GROUPED, pre, FILE).text).toMatch(/\n {2}\}\n\}\n$/);
  });
});

const plainLayout = fc
  .constantFrom<string | number>(2, 4, '\t')
  .map((indent) => (value: unknown) => `${JSON.stringify(value, null, indent)}\n`);

function isStrict(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

/** Settings without what taking our handlers out may leave or drop: empty lists and objects of the hooks. */
function pruned(value: unknown): unknown {
  const { hooks, ...rest } = value as { hooks?: Record<string, { hooks: unknown[] }[]> };
  const kept = Object.entries(hooks ?? {})
    .map(([event, groups]) => [event, groups.filter((group) => group.hooks.length > 0)] as const)
    .filter(([, groups]) => groups.length > 0);
  return kept.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(kept) };
}

function hasEmpty({ hooks }: { hooks?: Record<string, unknown[]> }): boolean {
  if (hooks === undefined) return false;
  return Object.keys(hooks).length === 0 || Object.values(hooks).some((groups) => groups.length === 0);
}
