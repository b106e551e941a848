// A recorded session of an agent, made to look as if it happened here and now.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from './paths.mjs';

/** The folder in which the recorded agents worked. */
const RECORDED_FOLDER = '/home/dev/ws';

/**
 * A row of a Claude Code transcript, as far as playing it needs.
 * @typedef {object} Row
 * @property {string} [type]
 * @property {string} [timestamp]
 * @property {string} [sessionId]
 * @property {{content?: string | readonly Block[]}} [message]
 * @property {unknown} [toolUseResult]
 */
/** @typedef {{type: string, id?: string, name?: string, input?: Record<string, unknown>, tool_use_id?: string}} Block */

/**
 * The rows of `samples/recordings/NAME.jsonl.gz`, as recorded.
 * @param {string} name
 */
export function recordedRows(name) {
  const bytes = gunzipSync(readFileSync(join(root, 'samples', 'recordings', `${name}.jsonl.gz`)));
  return bytes.toString('utf8').split('\n').filter(Boolean);
}

/**
 * The row with the recorded folder replaced by `workspace` (absolute, real) and its time by `now`.
 * @param {string} line
 * @param {string} workspace
 * @param {Date} now
 * @returns {Row}
 */
export function rowHereAndNow(line, workspace, now) {
  const here = JSON.stringify(workspace).slice(1, -1);
  /** @type {Row} */
  const row = JSON.parse(line.replaceAll(RECORDED_FOLDER, () => here));
  return row.timestamp === undefined ? row : { ...row, timestamp: now.toISOString() };
}

/**
 * The parts of a row's message.
 * @param {Row} row
 * @returns {readonly Block[]}
 */
export function blocksOf(row) {
  const content = row.message?.content;
  return content === undefined || typeof content === 'string' ? [] : content;
}
