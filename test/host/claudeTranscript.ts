// A transcript as Claude Code writes it, in a home of its own.
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceFile, workspaceFolder } from './support';

/** Where this process and all that it starts look for transcripts from now on. */
export function useClaudeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'claude-home-'));
  Object.assign(process.env, { CLAUDE_CONFIG_DIR: home });
  return home;
}

/** One session, started in the open folder. */
export class ClaudeTranscript {
  readonly session = randomUUID();
  readonly #cwd = realpathSync(workspaceFolder().uri.fsPath);
  readonly #file: string;
  #rows = 0;

  constructor(home: string) {
    const folder = join(home, 'projects', this.#cwd.replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `${this.session}.jsonl`);
  }

  prompt(text = 'go on'): void {
    this.#append('user', { role: 'user', content: text });
  }

  /** What Claude Code writes when a person pressed Escape. */
  interrupted(): void {
    this.prompt('[Request interrupted by user]');
  }

  /** The whole file is read. @param id of the call */
  read(path: string, id = `toolu_${randomUUID()}`): void {
    const file = workspaceFile(path).fsPath;
    const content = readFileSync(file, 'utf8');
    const lines = content.split('\n');
    const use = { type: 'tool_use', id, name: 'Read', input: { file_path: file } };
    this.#append('assistant', { id: `msg_${id}`, type: 'message', role: 'assistant', content: [use] });
    const text = lines.map((line, i) => `${i + 1}\t${line}`).join('\n');
    const result = { tool_use_id: id, type: 'tool_result', content: text };
    const count = { numLines: lines.length, startLine: 1, totalLines: lines.length };
    this.#append(
      'user',
      { role: 'user', content: [result] },
      { toolUseResult: { type: 'text', file: { filePath: file, content, ...count } } },
    );
  }

  #append(type: string, message: object, more: object = {}): void {
    const row = {
      parentUuid: null,
      isSidechain: false,
      type,
      message,
      uuid: `row-${++this.#rows}-${this.session}`,
      timestamp: new Date().toISOString(),
      cwd: this.#cwd,
      sessionId: this.session,
      version: '2.1.332',
      ...more,
    };
    appendFileSync(this.#file, `${JSON.stringify(row)}\n`);
  }
}
