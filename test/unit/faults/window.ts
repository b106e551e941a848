import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, onTestFinished } from 'vitest';
import type { TestWorkspace } from '../ingest/testWorkspace';
import type { WindowAnswers, WindowSettings } from './windowProcess';

const folder = mkdtempSync(join(tmpdir(), 'window-'));
const script = join(folder, 'window.cjs');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
await build({
  entryPoints: ['test/unit/faults/windowProcess.ts'],
  outfile: script,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  mainFields: ['module', 'main'],
  logLevel: 'error',
});

/** A window of the workspace, in a process of its own. */
export class Window {
  readonly #child: ChildProcess;

  /** @param uid whose process it is; missing: this one's user */
  constructor(ws: TestWorkspace, uid?: number) {
    const settings: WindowSettings = { folder: ws.folder, home: ws.home, key: ws.hasher.key, uid };
    this.#child = fork(script, [JSON.stringify(settings)], { cwd: '/', execArgv: [] });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  async ask<K extends keyof WindowAnswers>(asked: K): Promise<WindowAnswers[K]> {
    const answered = once(this.#child, 'message');
    this.#child.send(asked);
    const [answer] = await answered;
    return answer;
  }

  /** Resolves once the window was told so many events. */
  async hasTold(count: number): Promise<void> {
    while ((await this.ask('count')) < count) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** As the system does where memory is short: without a word. */
  async kill(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}
