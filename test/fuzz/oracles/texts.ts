import { toNative } from '../../../src/agents/native/print';
import type { AgentEvent } from '../../../src/tracker/event';
import { demand } from '../engine/target';
import type { KnownTexts } from './knownTexts';

/** Shorter lines may stand anywhere by chance. */
const TELLING = 12;
const MOST_LOOKED_FOR = 400;

/** Every text of a value, at any depth. */
export function textsIn(value: unknown, into: string[] = [], depth = 0): string[] {
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'object' && value !== null && depth < 4000) {
    for (const each of Object.values(value)) textsIn(each, into, depth + 1);
  }
  return into;
}

/** What is credited was shown: the text of each line stands in the records. @throws Fault */
export function checkShown(
  events: readonly AgentEvent[],
  records: readonly unknown[],
  hasher: KnownTexts,
): void {
  let all: string | null = null;
  for (const event of events) {
    if (event.kind !== 'read' && event.kind !== 'delivered') continue;
    for (const hash of event.lineHashes ?? []) {
      const text = hasher.textOf(hash);
      demand(text !== undefined, () => `a line of ${event.path} with a hash of no text`);
      all ??= allTexts(records);
      demand(
        all.includes(text),
        () => `a line of ${event.path} that stands in no record: ${text.slice(0, 80)}`,
      );
    }
  }
}

function allTexts(records: readonly unknown[]): string {
  const texts = records.flatMap((record) => textsIn(record));
  // Arguments of calls are JSON within a text.
  const inner = texts.filter((text) => /^\s*[{["]/.test(text)).flatMap((text) => textsIn(jsonIn(text)));
  return [...texts, ...inner].join('\u0001');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // It only looked like it.
  }
}

/** Nothing that is printed of the events holds a line of a longer text of the records. @throws Fault */
export function checkKeptBack(
  events: readonly AgentEvent[],
  records: readonly unknown[],
  hasher: KnownTexts,
): void {
  const printed = events.map((event) => JSON.stringify(toNative(event, hasher))).join('\n');
  checkNoText(printed, records);
}

/** Where records keep text; what stands elsewhere too is a name. */
const CONTENT =
  /content|text|output|stdout|stderr|result|response|diff|patch|string|body|message|value|line|detail|old|new/i;

export function checkNoText(printed: string, records: readonly unknown[]): void {
  const lines = new Set<string>();
  const [texts, names]: [string[], string[]] = [[], []];
  for (const record of records) sort(record, '', texts, names, 0);
  const named = names.join('\n');
  for (const text of texts) {
    if (!/\n.*\n.*\n/.test(text)) continue;
    for (const line of text.split(/[\r\n]+/)) {
      const bare = line.trim();
      // A name of a file is no text of one.
      if (bare.length >= TELLING && !/^[\w./-]+$/.test(bare) && !named.includes(bare)) lines.add(bare);
    }
  }
  let looked = 0;
  const every = Math.ceil(lines.size / MOST_LOOKED_FOR);
  for (const line of lines) {
    if (looked++ % every !== 0) continue;
    const quoted = JSON.stringify(line).slice(1, -1);
    demand(!printed.includes(quoted), () => `what is printed holds text: ${line.slice(0, 120)}`);
  }
}

function sort(value: unknown, key: string, texts: string[], names: string[], depth: number): void {
  if (typeof value === 'string') (CONTENT.test(key) ? texts : names).push(value);
  else if (typeof value === 'object' && value !== null && depth < 4000) {
    const isList = Array.isArray(value);
    for (const [name, each] of Object.entries(value))
      sort(each, isList ? key : name, texts, names, depth + 1);
  }
}
