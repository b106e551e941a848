// A transcript of Claude Code, made up: the rows, their fields and their sizes are those that version 2.1 writes, and the
// agent reads, searches, runs and edits the files of a made-up workspace.
import { closeSync, openSync, writeSync } from 'node:fs';
import { Dice } from './random.mjs';
import { sourceLine, workspace } from './workspace.mjs';

const FLUSH_AT = 1024 * 1024;
const START = Date.UTC(2026, 0, 5, 8);

/** @typedef {import('./workspace.mjs').SourceFile} SourceFile */
/** @typedef {{ tool: string, input: object, content: string, record: object }} Call */

class Transcript {
  #dice;
  #folder;
  #files;
  #session;
  #out;
  /** @type {string | null} */
  #parent = null;
  #pending = '';
  #time = START;
  #made = 0;
  bytes = 0;

  /**
   * @param {number} out file descriptor
   * @param {{ seed: number, folder: string, files: number }} options
   */
  constructor(out, { seed, folder, files }) {
    this.#out = out;
    this.#dice = new Dice(seed);
    this.#folder = folder;
    this.#files = workspace(this.#dice, folder, files);
    this.#session = this.#dice.uuid();
  }

  /** @param {number} bytes */
  fill(bytes) {
    for (let turn = 0; this.bytes < bytes; turn++) {
      if (turn % 25 === 0) this.#prompt(turn);
      if (turn % 600 === 599) this.#compaction();
      this.#turn(turn);
    }
    this.#flush();
  }

  /** @param {object} row */
  #write(row) {
    const line = `${JSON.stringify(row)}\n`;
    this.bytes += Buffer.byteLength(line);
    this.#pending += line;
    if (this.#pending.length >= FLUSH_AT) this.#flush();
  }

  #flush() {
    writeSync(this.#out, this.#pending);
    this.#pending = '';
  }

  #now() {
    this.#time += this.#dice.between(20, 900);
    return new Date(this.#time).toISOString();
  }

  /** @param {object} content */
  #row(content) {
    const uuid = this.#dice.uuid();
    this.#write({
      parentUuid: this.#parent,
      isSidechain: false,
      ...content,
      uuid,
      timestamp: this.#now(),
      userType: 'external',
      entrypoint: 'cli',
      cwd: this.#folder,
      sessionId: this.#session,
      version: '2.1.332',
      gitBranch: 'main',
    });
    this.#parent = uuid;
  }

  /** @param {object} content */
  #book(content) {
    this.#write({ ...content, sessionId: this.#session });
  }

  /** @param {number} sentences */
  #prose(sentences) {
    const sentence = () => `${sourceLine(this.#dice).trim()} – and so the next step is clear. `;
    return Array.from({ length: sentences }, sentence).join('');
  }

  /** @param {number} turn */
  #prompt(turn) {
    this.#write({
      type: 'file-history-snapshot',
      messageId: this.#dice.uuid(),
      snapshot: { messageId: this.#dice.uuid(), trackedFileBackups: {}, timestamp: this.#now() },
      isSnapshotUpdate: false,
    });
    this.#row({
      type: 'user',
      message: { role: 'user', content: `Go on with step ${turn}. ${this.#prose(2)}` },
      permissionMode: 'default',
    });
    for (let shown = 0; shown < 2; shown++) {
      const content = this.#prose(6);
      const attachment = { type: 'todo_reminder', content, itemCount: 0 };
      this.#row({ attachment, type: 'attachment', rendered: [{ content }], renderedRole: 'user' });
    }
  }

  #compaction() {
    this.#row({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      compactMetadata: { trigger: 'auto', preTokens: 160_000 },
    });
    const message = { role: 'user', content: `This session is being continued. ${this.#prose(60)}` };
    this.#row({ type: 'user', message, isCompactSummary: true, isVisibleInTranscriptOnly: true });
  }

  /** @param {number} turn */
  #turn(turn) {
    const message = `msg_${turn.toString(36).padStart(8, '0')}`;
    const request = `req_${turn.toString(36).padStart(8, '0')}`;
    const hash = () => this.#dice.hex(64);
    this.#book({
      type: 'api-request-blob',
      hash: hash(),
      message: { role: 'user', content: this.#prose(4) },
    });
    this.#book({
      type: 'api-request',
      id: this.#dice.uuid(),
      timestamp: this.#now(),
      version: '2.1.332',
      shapeHash: hash(),
      params: { model: 'claude-opus-5-5', max_tokens: 128_000, thinking: { type: 'adaptive' } },
      keep: turn,
      tail: [hash(), hash(), hash(), hash()],
      cacheControl: [{ path: ['system', 0], value: { type: 'ephemeral' } }],
      requestDigest: hash(),
    });
    /** @param {object} block */
    const assistant = (block) =>
      this.#row({
        message: {
          id: message,
          type: 'message',
          role: 'assistant',
          model: 'claude-opus-5-5',
          content: [block],
          stop_reason: 'tool_use',
          stop_sequence: null,
          usage: {
            input_tokens: this.#dice.between(3, 900),
            cache_creation_input_tokens: this.#dice.between(0, 9000),
            cache_read_input_tokens: this.#dice.between(0, 150_000),
            output_tokens: this.#dice.between(40, 900),
            service_tier: 'standard',
            cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
          },
        },
        requestId: request,
        type: 'assistant',
      });
    if (this.#dice.happens(0.5)) {
      assistant({ type: 'thinking', thinking: this.#prose(5), signature: this.#dice.hex(600) });
    }
    if (this.#dice.happens(0.4)) assistant({ type: 'text', text: this.#prose(3) });
    const calls = Array.from({ length: this.#dice.between(1, 3) }, () => {
      const id = `toolu_${(this.#made++).toString(36).padStart(12, '0')}`;
      return { id, ...this.#call() };
    });
    for (const { id, tool, input } of calls) assistant({ type: 'tool_use', id, name: tool, input });
    for (const { id, content, record } of calls) {
      const block = { tool_use_id: id, type: 'tool_result', content };
      this.#row({
        type: 'user',
        message: { role: 'user', content: [block] },
        toolUseResult: record,
        sourceToolAssistantUUID: this.#dice.uuid(),
      });
    }
    this.#book({ type: 'atis-latch', atis: '' });
    this.#book({ type: 'tools-used', tools: calls.map(({ tool }) => tool) });
    this.#book({ type: 'last-prompt', lastPrompt: `Go on with step ${turn}.`, leafUuid: this.#parent });
  }

  /** @returns {Call} */
  #call() {
    const file = this.#dice.oneOf(this.#files);
    const dice = this.#dice.between(1, 100);
    if (dice <= 50) return this.#read(file);
    if (dice <= 65) return this.#shellRead(file);
    if (dice <= 75) return this.#test();
    if (dice <= 85) return this.#search(file);
    return this.#edit(file);
  }

  /**
   * @param {SourceFile} file
   * @returns {Call}
   */
  #read({ path, lines }) {
    const isWhole = this.#dice.happens(0.5);
    const start = isWhole ? 1 : this.#dice.between(1, lines.length);
    const limit = isWhole ? lines.length : this.#dice.between(20, 200);
    const shown = lines.slice(start - 1, start - 1 + limit);
    const content = shown.join('\n');
    const numbered = shown.map((line, at) => `${start + at}\t${line}`).join('\n');
    const range = isWhole ? {} : { offset: start, limit };
    const totals = { numLines: shown.length, startLine: start, totalLines: lines.length };
    return {
      tool: 'Read',
      input: { file_path: path, ...range },
      content: numbered,
      record: { type: 'text', file: { filePath: path, content, ...totals } },
    };
  }

  /**
   * @param {string} command
   * @param {string} stdout
   * @returns {Call}
   */
  #bash(command, stdout) {
    const record = { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
    return { tool: 'Bash', input: { command, description: 'Look' }, content: stdout, record };
  }

  /** @param {SourceFile} file */
  #shellRead({ path, lines }) {
    const start = this.#dice.between(1, lines.length);
    const end = Math.min(lines.length, start + this.#dice.between(10, 120));
    return this.#bash(`sed -n '${start},${end}p' ${path}`, lines.slice(start - 1, end).join('\n'));
  }

  #test() {
    const lines = Array.from(
      { length: this.#dice.between(10, 120) },
      (_, at) => ` ✓ case ${at} (${at % 7} ms)`,
    );
    return this.#bash('npm test', lines.join('\n'));
  }

  /**
   * @param {SourceFile} file
   * @returns {Call}
   */
  #search({ path, lines }) {
    const found = lines.flatMap((line, at) => (at % 9 === 0 ? [`${path}:${at + 1}:${line}`] : []));
    const content = found.slice(0, 60).join('\n');
    return {
      tool: 'Grep',
      input: { pattern: `step${this.#dice.between(1, 500)}`, path, output_mode: 'content', '-n': true },
      content,
      record: { mode: 'content', numFiles: 1, filenames: [], content, numLines: found.length },
    };
  }

  /**
   * @param {SourceFile} file
   * @returns {Call}
   */
  #edit(file) {
    const { path, lines } = file;
    const at = this.#dice.between(0, lines.length - 1);
    const before = lines[at] ?? '';
    const after = `${sourceLine(this.#dice)} // step ${this.#made}`;
    const from = Math.max(0, at - 3);
    const around = lines.slice(from, at + 4);
    lines[at] = after;
    const patch = around.flatMap((line, each) =>
      from + each === at ? [`-${line}`, `+${after}`] : [` ${line}`],
    );
    const size = { oldStart: from + 1, oldLines: around.length, newStart: from + 1, newLines: around.length };
    return {
      tool: 'Edit',
      input: { file_path: path, old_string: before, new_string: after },
      content: `The file ${path} has been updated successfully.`,
      record: {
        filePath: path,
        oldString: before,
        newString: after,
        originalFile: null,
        structuredPatch: [{ ...size, lines: patch }],
        userModified: false,
        replaceAll: false,
      },
    };
  }
}

/**
 * Writes a transcript of at least so many bytes.
 * @param {string} path absolute
 * @param {number} bytes
 * @param {{ seed: number, folder: string, files: number }} options `folder`: of the session, absolute
 */
export function writeTranscript(path, bytes, options) {
  const out = openSync(path, 'w');
  try {
    new Transcript(out, options).fill(bytes);
  } finally {
    closeSync(out);
  }
}
