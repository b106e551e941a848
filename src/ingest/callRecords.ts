import type { JsonObject } from '../agents/adapter';
import { isObject } from '../agents/json';
import type { Pace } from './pace';
import { readLines } from './readLines';

/** Lines before the one that settled a call in which the call is looked for. */
const BEFORE = 200;
/** Longer records, in bytes, are passed over. */
const LONGEST = 16 * 1024 * 1024;

/**
 * The records of a transcript that name a call, up to the line that settled it (1-based).
 *
 * @throws UnreadableFile where it is no regular file, or cannot be read
 */
export async function callRecords(
  path: string,
  { line, call }: { readonly line: number; readonly call: string },
  pace: Pace,
): Promise<readonly JsonObject[]> {
  const id = JSON.stringify(call);
  const records: JsonObject[] = [];
  for await (const { text, isCut } of readLines(path, { first: line - BEFORE, last: line }, LONGEST, pace)) {
    const record = isCut || !text.includes(id) ? null : parsed(text);
    if (record !== null) records.push(record);
  }
  return records;
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    // Damaged lines are expected input.
    return null;
  }
}
