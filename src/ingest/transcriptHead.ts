import type { JsonObject } from '../agents/adapter';
import type { Head } from '../agents/transcripts';
import { parseDocument } from './jsonDocument';
import { JsonLines } from './jsonLines';
import { guarded, openFile } from './regularFile';

const LONGEST_HEAD = 1024 * 1024;
/** Most tell it in their first rows. The first row can be longer than the usual head: a pasted prompt. */
const HEAD_BYTES = [16 * 1024, 128 * 1024, LONGEST_HEAD];
/** A document has no head: it is read whole, if it is not larger than this. */
const DOCUMENT_BYTES = 16 * 1024 * 1024;
const MOST_PATHS = 500;

/** What is known of a transcript by its records. */
export interface TranscriptHead {
  /** Folder the session was started in; null: not told so far. */
  readonly cwd: string | null;
  readonly session: string | null;
  readonly parent: string | null;
  readonly paths: ReadonlySet<string>;
  /** A longer file would tell the same. */
  readonly isComplete: boolean;
}

export interface HeadQuestion {
  readonly stored: 'lines' | 'document';
  readonly ask: (record: JsonObject) => Head;
  /** What is known already, so that it is not looked for. */
  readonly knowsCwd: boolean;
  readonly knowsSession: boolean;
}

/**
 * Reads the records at the start of a transcript until they have told what is asked.
 *
 * @throws UnreadableFile where it cannot be read
 */
export async function readHead(path: string, question: HeadQuestion): Promise<TranscriptHead> {
  const file = await openFile(path, 'refuse');
  try {
    return await guarded(async () => {
      const sizes = question.stored === 'document' ? [DOCUMENT_BYTES] : HEAD_BYTES;
      let head = NOTHING;
      for (const most of sizes) {
        // The head of lines is small enough to ask for more than there is.
        const size = question.stored === 'document' ? Math.min(most, (await file.stat()).size) : most;
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, 0);
        const bytes = buffer.subarray(0, bytesRead);
        head =
          question.stored === 'document'
            ? headOf(documentRecords(bytes), question, false)
            : headOf(lineRecords(bytes), question, bytesRead === LONGEST_HEAD);
        if (head.isComplete || bytesRead < most) break;
      }
      return head;
    });
  } finally {
    await file.close();
  }
}

const NOTHING: TranscriptHead = {
  cwd: null,
  session: null,
  parent: null,
  paths: new Set(),
  isComplete: false,
};

function headOf(records: Iterable<JsonObject>, question: HeadQuestion, isFull: boolean): TranscriptHead {
  const { ask, knowsCwd, knowsSession } = question;
  let { cwd, session, parent } = NOTHING;
  const paths = new Set<string>();
  for (const record of records) {
    const told = ask(record);
    cwd ??= told.cwd ?? null;
    session ??= told.session ?? null;
    parent ??= told.parent ?? null;
    for (const path of told.paths ?? []) if (paths.size < MOST_PATHS) paths.add(path);
    if ((knowsCwd || cwd !== null) && (knowsSession || session !== null)) {
      return { cwd, session, parent, paths, isComplete: true };
    }
  }
  return { cwd, session, parent, paths, isComplete: isFull };
}

function* lineRecords(bytes: Buffer): Generator<JsonObject> {
  const lines = new JsonLines();
  lines.push(bytes);
  for (let line = lines.next(); line !== null; line = lines.next()) {
    if (line.record !== null) yield line.record;
  }
}

function documentRecords(bytes: Buffer): readonly JsonObject[] {
  const record = parseDocument(bytes);
  return record === null ? [] : [record];
}
