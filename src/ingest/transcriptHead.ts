import { JsonLines } from './jsonLines';
import { guarded, openFile } from './regularFile';

/** The first row can be longer than the usual head: a pasted prompt. */
const HEAD_BYTES = [64 * 1024, 1024 * 1024];

/** What the first rows of a transcript tell. */
export interface TranscriptHead {
  /** Folder the session was started in; null: not told so far. */
  readonly cwd: string | null;
  readonly sessionId: string | null;
  /** A longer file would tell the same. */
  readonly complete: boolean;
}

/**
 * Reads the rows at the start of a transcript up to the first that names the folder.
 *
 * @throws UnreadableFile where it cannot be read
 */
export async function readHead(path: string): Promise<TranscriptHead> {
  const file = await openFile(path, 'follow');
  try {
    return await guarded(async () => {
      let head: TranscriptHead = { cwd: null, sessionId: null, complete: false };
      for (const most of HEAD_BYTES) {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(most), 0, most, 0);
        head = headOf(buffer.subarray(0, bytesRead), bytesRead === most);
        if (head.cwd !== null || bytesRead < most) break;
      }
      return head;
    });
  } finally {
    await file.close();
  }
}

function headOf(bytes: Buffer, full: boolean): TranscriptHead {
  const lines = new JsonLines();
  lines.push(bytes);
  let session: string | null = null;
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const { cwd, sessionId } = line.record ?? {};
    if (typeof sessionId === 'string') session ??= sessionId;
    if (typeof cwd === 'string') return { cwd, sessionId: session, complete: true };
  }
  return { cwd: null, sessionId: session, complete: full };
}
