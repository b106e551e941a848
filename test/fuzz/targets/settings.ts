import {
  addHooks,
  type HookEntry,
  type HookForm,
  ourHandlers,
  removeHooks,
} from '../../../src/connect/hookText';
import { cutAll } from '../../../src/connect/insertions';
import { isStrictJson, jsonData, parseJsonText } from '../../../src/connect/jsonText';
import { Refusal } from '../../../src/connect/refusal';
import { mutateBytes } from '../engine/mutateBytes';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, pure, type Target } from '../engine/target';

const FILE = '/home/u/.claude/settings.json';
const COMMAND = "'/our own/run' claude-code";
const handler = { type: 'command', command: COMMAND, timeout: 5 };
const isOurs = (each: unknown): boolean =>
  typeof each === 'object' &&
  each !== null &&
  Object.hasOwn(each, 'command') &&
  Reflect.get(each, 'command') === COMMAND;

const FORMS: readonly (readonly [HookForm, (event: string) => HookEntry])[] = [
  [{ kind: 'grouped' }, (event) => ({ event, entry: { hooks: [handler] } })],
  [{ kind: 'flat', besides: { version: 1 } }, (event) => ({ event, entry: handler })],
];
const EVENTS = ['PreToolUse', 'PostToolUse', 'Stop'];

const SEEDS: readonly string[] = [
  '',
  '\ufeff',
  '{}',
  '{\r\n\t"model": "x", // why\r\n\t/* {[ */ "hooks": {}\r\n}\r\n',
  '{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"echo hi"}]}]},"env":{}}',
  '{\n  // a\n  "hooks": {\n    "Stop": [ // b\n      { "hooks": [], }, // c\n    ],\n  },\n}\n',
  '{"version":1,"hooks":{"Stop":[{"type":"command","command":"x"}]}}',
  '{"hooks":null}',
  '[1,2]',
  '{"hooks":{"Stop":{}}}',
  '{"hooks":{},"hooks":{}}',
  '{"__proto__":{"hooks":{}},"constructor":{},"hooks":{"__proto__":[]}}',
  `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":${JSON.stringify(COMMAND)},"timeout":5}]}]}}`,
  `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`,
  `${'['.repeat(50_000)}`,
];

/** What an agent's settings file may look like: hooks are put in, and taken out again. */
export const SETTINGS: Target = {
  name: 'settings',
  checks:
    'what is put in is there for every reader of JSON, comments and all else stay as they were; taken out again, byte by byte, or by its shape',
  seeds: () => SEEDS.map((text) => Buffer.from(text)),
  mutate: (input, random, other) =>
    random.chance(0.7) ? mutateBytes(input, random, other) : mutateJsonText(input, random, other),
  open: pure((input) => {
    const text = input.toString('utf8');
    for (const [form, entryOf] of FORMS) checkForm(text, form, EVENTS.map(entryOf));
  }),
};

function checkForm(text: string, form: HookForm, entries: readonly HookEntry[]): void {
  const before = ourHandlers(text, form, isOurs).length;
  const hooked = refusable(() => addHooks(text, form, entries, FILE));
  if (hooked !== null) {
    const added = parseJsonText(hooked.text)?.root;
    demand(added !== undefined && added !== null, () => 'what it became cannot be read');
    const now = ourHandlers(hooked.text, form, isOurs).length;
    demand(now === before + entries.length, () => `${now} handlers of ${before} and ${entries.length}`);
    demand(cutAll(hooked.text, hooked.inserted) === text, () => 'cut out again, the text is another');
    if (text !== '' && isStrictJson(text)) demand(isStrictJson(hooked.text), () => 'no strict JSON any more');
    const taken = refusable(() => removeHooks(hooked.text, form, isOurs, FILE));
    demand(taken !== null, () => 'cannot be taken out again');
    demand(ourHandlers(taken, form, isOurs).length === 0, () => 'not all of it is taken out');
    if (before === 0) checkRest(text, taken, form);
  }
  const without = refusable(() => removeHooks(text, form, isOurs, FILE));
  if (without !== null)
    demand(ourHandlers(without, form, isOurs).length === 0, () => 'not all of it is taken out');
}

/** Everything else says what it said. */
function checkRest(text: string, taken: string, { besides = {} }: HookForm): void {
  const [was, is] = [jsonData(text) ?? {}, jsonData(taken) ?? {}];
  const bare = (value: unknown) => {
    const { hooks, ...rest } = value as Record<string, unknown>;
    const events = Object.entries((hooks ?? {}) as object).filter(
      ([, list]) => !(Array.isArray(list) && list.every((each) => JSON.stringify(each) === '{"hooks":[]}')),
    );
    for (const name of Object.keys(besides)) delete rest[name];
    return JSON.stringify([rest, events]);
  };
  demand(bare(was) === bare(is), () => `says ${bare(is).slice(0, 200)}, not ${bare(was).slice(0, 200)}`);
  const comments = (all: string) => [...all.matchAll(/\/\/[^\r\n]*|\/\*.*?\*\//gs)].length;
  demand(comments(taken) >= comments(text), () => 'a comment is gone');
}

function refusable<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
