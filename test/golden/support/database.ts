import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const DATABASE = 'opencode/transcripts/.local/share/opencode/opencode.db.gz';

/** Does something with the recorded database of OpenCode, in a folder of its own that is removed again. */
export function withRecordedDatabase<T>(work: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'opencode-'));
  try {
    const path = join(folder, 'opencode.db');
    const packed = fileURLToPath(new URL(`../fixtures/${DATABASE}`, import.meta.url));
    writeFileSync(path, gunzipSync(readFileSync(packed)));
    return work(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
