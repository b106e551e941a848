import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCode } from '../text/errors';
import { writeWholeFile } from './wholeFile';

const FILE_NAME = 'connections.json';
/** A longer list of connections is none of ours. Characters. */
const LONGEST = 1024 * 1024;

const Offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const Receipt = v.object({
  agent: v.string(),
  /** The settings file, absolute. */
  file: v.string(),
  /** SHA-256 of the file as it was left, in hex. */
  hash: v.string(),
  /** Its permissions before the secret of HTTP came into it; missing where nothing was taken from them. */
  mode: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0o7777))),
  /** What was inserted, as offsets of that text in UTF-16 code units. */
  inserted: v.array(v.object({ start: Offset, end: Offset })),
  /** Whether there was no file before. */
  madeFile: v.boolean(),
  /** Folders that were made for it, outermost first. */
  madeFolders: v.array(v.string()),
});
const Receipts = v.object({ v: v.literal(1), connections: v.array(Receipt) });

/** What was done to a settings file, so that exactly that can be undone. Holds nothing of the file. */
export type Receipt = v.InferOutput<typeof Receipt>;

export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The receipts of all connections, in the product's own folder. None where the list cannot be understood. */
export async function readReceipts(userFolder: string): Promise<readonly Receipt[]> {
  const text = await readFile(join(userFolder, FILE_NAME), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  if (text === '' || text.length > LONGEST) return [];
  const parsed = v.safeParse(Receipts, parseJson(text));
  return parsed.success ? parsed.output.connections : [];
}

/** Puts a receipt in the place of an earlier one of the same file; without a new one it is only taken out. */
export async function keepReceipt(
  userFolder: string,
  { agent, file }: Pick<Receipt, 'agent' | 'file'>,
  receipt?: Receipt,
): Promise<void> {
  const others = (await readReceipts(userFolder)).filter(
    (each) => each.agent !== agent || each.file !== file,
  );
  const list = { v: 1, connections: receipt ? [...others, receipt] : others };
  await mkdir(userFolder, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(list, null, 2)}\n`;
  await writeWholeFile({ file: join(userFolder, FILE_NAME), text, mode: 0o600, target: 'any' });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A list that was spoilt is no list; what we wrote can still be told by its command.
  }
}
