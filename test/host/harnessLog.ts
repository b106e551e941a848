// A harness that writes the log of the open workspace, as docs describe it.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { workspaceFolder } from './support';

type Fields = Readonly<Record<string, unknown>>;

/** One session in one log; each line is appended at once, as an agent at work would. */
export class HarnessLog {
  readonly session: string;
  readonly #folder: string;
  readonly #file: string;
  #calls = 0;

  /** @param folder that is open, and whose log is written */
  constructor(session: string, name = `${session}.jsonl`, folder = workspaceFolder().uri.fsPath) {
    this.session = session;
    this.#folder = folder;
    const logs = join(folder, '.read-coverage');
    mkdirSync(logs, { recursive: true });
    this.#file = join(logs, name);
  }

  append(kind: string, fields: Fields = {}, time = new Date()): void {
    this.appendAll([{ kind, ...fields }], time);
  }

  /** Several lines in one write. */
  appendAll(events: readonly Fields[], time = new Date()): void {
    const envelope = { v: 1, session: this.session, agent: 'test-harness', time: time.toISOString() };
    appendFileSync(
      this.#file,
      events.map((event) => `${JSON.stringify({ ...envelope, ...event })}\n`).join(''),
    );
  }

  /** A complete read of lines of a file as it is on disk now: a path within the folder, or an absolute one. */
  read(path: string, start: number, end: number): Fields {
    const bytes = readFileSync(resolve(this.#folder, path));
    const totalLines = bytes.toString('utf8').split('\n').length - 1;
    return {
      kind: 'read',
      call: `${this.session}-${++this.#calls}`,
      path,
      requested: { start, end },
      returned: [[start, end]],
      totalLines,
      outcome: 'complete',
      contentHash: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    };
  }

  /** Reads the same lines so many times. */
  repeat(path: string, start: number, end: number, times: number, time = new Date()): void {
    this.appendAll(
      Array.from({ length: times }, () => this.read(path, start, end)),
      time,
    );
  }
}
