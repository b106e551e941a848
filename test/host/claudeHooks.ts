// Claude Code's hooks, as the companion that ships is called for them.
import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { activeExtension, workspaceFile, workspaceFolder } from './support';

/** What the companion printed for one hook: an answer of Claude Code's, or nothing. */
export type Answer = Readonly<Record<string, unknown>> | undefined;

/** One session whose hooks call the companion. */
export class ClaudeHooks {
  readonly #session: string;
  readonly #cwd = realpathSync(workspaceFolder().uri.fsPath);
  readonly #home: string | undefined;

  /** @param home where the companion looks for windows, if it is not where this window is */
  constructor(session: string, home?: string) {
    this.#session = session;
    this.#home = home;
  }

  /** Calls the companion for an event; waits for it to end. */
  async call(event: string, fields: object = {}): Promise<Answer> {
    const payload = {
      session_id: this.#session,
      transcript_path: join(this.#cwd, '..', `${this.#session}.jsonl`),
      cwd: this.#cwd,
      hook_event_name: event,
      ...fields,
    };
    const companion = join((await activeExtension()).extensionPath, 'dist', 'companion.cjs');
    const home = this.#home === undefined ? {} : { READ_COVERAGE_HOME: this.#home };
    const child = spawn(process.execPath, [companion, 'claude-code'], {
      env: { ...process.env, ...home, ELECTRON_RUN_AS_NODE: '1' },
    });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
    });
    child.stdin.end(JSON.stringify(payload));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`The companion ended with ${code}.`);
    return printed === '' ? undefined : JSON.parse(printed);
  }

  before(path: string, id: string, fields: object = {}): Promise<Answer> {
    return this.call('PreToolUse', { ...this.#call(path, id), ...fields });
  }

  /** The whole file was read. */
  after(path: string, id: string, fields: object = {}): Promise<Answer> {
    const filePath = workspaceFile(path).fsPath;
    const content = readFileSync(filePath, 'utf8');
    const numLines = content.split('\n').length;
    const file = { filePath, content, startLine: 1, numLines, totalLines: numLines };
    return this.call('PostToolUse', {
      ...this.#call(path, id),
      tool_response: { type: 'text', file },
      ...fields,
    });
  }

  prompt(text = 'go on'): Promise<Answer> {
    return this.call('UserPromptSubmit', { prompt: text });
  }

  #call(path: string, id: string): object {
    return { tool_name: 'Read', tool_input: { file_path: workspaceFile(path).fsPath }, tool_use_id: id };
  }
}
