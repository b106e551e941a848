import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addHooks, type HookGroup, ourHandlers, removeHooks } from '../../../src/connect/hookText';
import { cutAll } from '../../../src/connect/insertions';
import { dataOf, parseJsonText } from '../../../src/connect/jsonText';
import { Refusal } from '../../../src/connect/refusal';
import { data, plainly, printed, settings } from './jsonc';

const FILE = '/home/u/.claude/settings.json';
const OUR_COMMAND = "'/our own/run' claude-code";
const handler = { type: 'command', command: OUR_COMMAND, timeout: 5 };
const groupOf = (event: string): HookGroup => ({ event, group: { hooks: [handler] } });
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
        const { text: hooked, inserted } = addHooks(text, GROUPS, FILE);
        expect(cutAll(hooked, inserted)).toBe(text);
        expect(ourHandlers(hooked, isOurs)).toHaveLength(GROUPS.length);
        expect(ourHandlers(removeHooks(hooked, isOurs, FILE), isOurs)).toEqual([]);
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
        for (const { event, group } of GROUPS) {
          expected.hooks[event] = [...(expected.hooks[event] ?? []), group];
        }
        const { text: hooked } = addHooks(text, GROUPS, FILE);
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
        const left = valueIn(removeHooks(text ?? '', isOurs, FILE));
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
        const changed = addHooks(text, GROUPS, FILE).text.replace('"marker": 1', '"marker": 234');
        expect(removeHooks(changed, isOurs, FILE)).toBe(text.replace('"marker": 1', '"marker": 234'));
      }),
      { numRuns: 300 },
    );
  });

  it('is at home in files that have nothing yet', () => {
    for (const blank of ['', '\n', '  \r\n', '\ufeff', '\ufeff\n']) {
      const { text, inserted } = addHooks(blank, GROUPS, FILE);
      expect(cutAll(text, inserted)).toBe(blank);
      expect(valueIn(text)).toEqual({
        hooks: Object.fromEntries(GROUPS.map((each) => [each.event, [each.group]])),
      });
      expect(removeHooks(text, isOurs, FILE).trim()).toBe('{}');
    }
  });

  it('refuses what it does not understand, whatever stands there', () => {
    fc.assert(
      fc.property(data, (value) => {
        const text = JSON.stringify(value);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        if (isObject) addHooks(text, GROUPS, FILE);
        else expect(() => addHooks(text, GROUPS, FILE)).toThrow(Refusal);
      }),
    );
    const reasonOf = (text: string) => {
      try {
        addHooks(text, GROUPS, FILE);
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

describe('the layout', () => {
  const pre = [groupOf('PreToolUse')];

  it('goes on as the file does', () => {
    expect(addHooks('{\n\t"model": "opus"\n}\n', pre, FILE).text).toBe(
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
    const { text: hooked } = addHooks(text, pre, FILE);
    expect(hooked).toContain('      {}, // mine\r\n      {\r\n        "hooks": [');
    expect(hooked).toContain('\r\n      },\r\n    ] // end');
    expect(hooked.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('stays within a line where the file is one', () => {
    expect(addHooks('{"a":1}', pre, FILE).text).toBe(
      `{"a":1,"hooks":{"PreToolUse":[{"hooks":[${JSON.stringify(handler)}]}]}}`,
    );
    expect(addHooks('{"a": 1}', pre, FILE).text).toMatch(
      /^\{"a": 1, "hooks": \{ "PreToolUse": \[ \{ "hooks"/,
    );
  });

  it('opens an empty object over several lines', () => {
    expect(addHooks('{}\n', pre, FILE).text).toMatch(/^\{\n {2}"hooks": \{\n {4}"PreToolUse": \[\n/);
    expect(addHooks('{}\n', pre, FILE).text).toMatch(/\n {2}\}\n\}\n$/);
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
