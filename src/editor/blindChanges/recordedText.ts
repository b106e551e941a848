import type { JsonObject } from '../../agents/adapter';
import { isObject } from '../../agents/json';

/** What agents call the whole text of a file before a change, and the part that was replaced. */
const WHOLE: ReadonlySet<string> = new Set(['originalFile', 'originalContent', 'original_content', 'before']);
const PART: ReadonlySet<string> = new Set(['old_string', 'oldString', 'old_str', 'oldText', 'old_text']);
/** Bounds of one search: records are nobody's word. */
const DEEPEST = 12;
const MOST_VALUES = 50_000;

/** Texts that a record says stood in a file before a change. */
export interface RecordedText {
  readonly whole: readonly string[];
  readonly parts: readonly string[];
}

/**
 * What the records of a call say of the text before it. Of texts beside which a file is named, only those of this file: one
 * message may hold the calls of several.
 *
 * @param name the file's name, without its folder
 */
export function recordedText(records: readonly JsonObject[], name: string): RecordedText {
  const whole = new Set<string>();
  const parts = new Set<string>();
  const budget = { values: MOST_VALUES };
  for (const record of records) collect(record, name, DEEPEST, budget, whole, parts);
  return { whole: [...whole], parts: [...parts] };
}

function collect(
  value: unknown,
  name: string,
  depth: number,
  budget: { values: number },
  whole: Set<string>,
  parts: Set<string>,
): void {
  if (depth === 0 || budget.values-- <= 0) return;
  if (Array.isArray(value)) {
    for (const each of value) collect(each, name, depth - 1, budget, whole, parts);
    return;
  }
  if (!isObject(value)) return;
  const isNamed = Object.values(value).some((each) => typeof each === 'string' && namesFile(each, name));
  for (const [key, each] of Object.entries(value)) {
    if (typeof each !== 'string') collect(each, name, depth - 1, budget, whole, parts);
    else if (isNamed && WHOLE.has(key)) whole.add(each);
    else if (isNamed && PART.has(key)) parts.add(each);
  }
}

function namesFile(text: string, name: string): boolean {
  return text === name || text.endsWith(`/${name}`) || text.endsWith(`\\${name}`);
}
