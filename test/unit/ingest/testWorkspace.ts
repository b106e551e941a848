import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { Ingest, type IngestedEvent, type IngestOptions } from '../../../src/ingest/ingest';
import { LineHasher } from '../../../src/text/lineHash';
import { formats } from './testFormats';

/** A moment of the tests, and how times of that day are written. */
export const NOW = Date.UTC(2026, 0, 2, 12);
export const MINUTE = 60_000;

/** Real folders: a home and a workspace. Files get the time that the test has, not that of the machine. */
export class TestWorkspace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'ingest-')));
  readonly folder = join(this.root, 'ws');
  readonly home = join(this.root, 'home');
  readonly hasher = new LineHasher([3, 4]);
  readonly faults: unknown[] = [];
  now = NOW;
  readonly #running: Ingest[] = [];

  constructor() {
    mkdirSync(this.folder);
    mkdirSync(this.home);
  }

  /** Appends rows to a file; text and bytes are appended as they are. */
  append(path: string, ...rows: readonly (object | string | Uint8Array)[]): string {
    const absolute = join(this.root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    for (const row of rows.length === 0 ? [''] : rows) {
      const isRaw = typeof row === 'string' || row instanceof Uint8Array;
      appendFileSync(absolute, isRaw ? row : `${JSON.stringify(row)}\n`);
    }
    this.touch(path);
    return absolute;
  }

  write(path: string, text: string | Uint8Array): string {
    const absolute = join(this.root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
    this.touch(path);
    return absolute;
  }

  touch(path: string, time = this.now): void {
    utimesSync(join(this.root, path), time / 1000, time / 1000);
  }

  /** Something that follows this workspace, and all that it told. */
  ingest(options: Partial<IngestOptions> = {}): {
    ingest: Ingest;
    told: IngestedEvent[];
    calls: () => string[];
  } {
    const told: IngestedEvent[] = [];
    const ingest = new Ingest({
      folders: [this.folder],
      hasher: this.hasher,
      formats,
      logPatterns: ['.read-coverage/*.jsonl'],
      agents: ['claude-code'],
      onEvents: (events) => {
        told.push(...events);
      },
      onFault: (fault) => this.faults.push(fault),
      now: () => this.now,
      env: {},
      home: this.home,
      ...options,
    });
    this.#running.push(ingest);
    /** The calls told since the last time, live ones with a `!`. */
    let shown = 0;
    const calls = () => {
      const fresh = told
        .slice(shown)
        .map(({ event, live }) => `${event.call ?? event.kind}${live ? '!' : ''}`);
      shown = told.length;
      return fresh;
    };
    return { ingest, told, calls };
  }

  async dispose(): Promise<void> {
    for (const ingest of this.#running) await ingest.dispose();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A workspace of its own for each test of the file, in which nothing may go wrong unseen. */
export function eachInWorkspace(begin: (ws: TestWorkspace) => void): void {
  let ws: TestWorkspace | undefined;
  beforeEach(() => {
    ws = new TestWorkspace();
    begin(ws);
  });
  afterEach(async () => {
    expect(ws?.faults).toEqual([]);
    await ws?.dispose();
  });
}
