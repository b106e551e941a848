// How long after something happened a window shows it.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PATIENCE = 10_000;

/** Milliseconds until `isThere`, looked for at every turn of the loop. */
export async function until(isThere: () => boolean): Promise<number> {
  const started = performance.now();
  while (!isThere()) {
    if (performance.now() - started > PATIENCE) throw new Error('it never came');
    await new Promise((resolve) => setImmediate(resolve));
  }
  return performance.now() - started;
}

/** A file as it is on disk, as the lines of a log name it. */
export interface LoggedFile {
  readonly path: string;
  readonly totalLines: number;
  readonly contentHash: string;
}

/** @param path within the folder */
export function loggedFile(folder: string, path: string): LoggedFile {
  const bytes = readFileSync(join(folder, path));
  const totalLines = bytes.toString('utf8').split('\n').length - 1;
  return { path, totalLines, contentHash: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
}

/** A line that a harness writes for a read. */
export function readLine(
  session: string,
  call: string,
  file: LoggedFile,
  returned: readonly (readonly [number, number])[],
): string {
  const time = new Date().toISOString();
  const told = { v: 1, kind: 'read', session, agent: 'harness', call, time, ...file, returned };
  return `${JSON.stringify({ ...told, outcome: 'complete' })}\n`;
}

/** Appends to a log, and gives the milliseconds until `isThere`. */
export function shownAfter(log: string, line: string, isThere: () => boolean): Promise<number> {
  appendFileSync(log, line);
  return until(isThere);
}
