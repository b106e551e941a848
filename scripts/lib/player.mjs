// Plays a recorded session into a workspace's log, row by row, as a running agent would write it.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { applyRecordedChange } from './recorded-change.mjs';
import { blocksOf, recordedRows, rowHereAndNow } from './recording.mjs';
import { isAskedToStop } from './stop-file.mjs';

/**
 * What one step did: a call was made, a result came, something else was written, or the session was stopped.
 * @typedef {object} Step
 * @property {'call' | 'result' | 'other' | 'stopped'} kind
 * @property {string} [call] the call's id
 * @property {string} [text] one line for a person
 */

/**
 * @param {import('./recording.mjs').Block} block
 * @param {string} workspace
 */
function describeCall({ name, input = {} }, workspace) {
  const { file_path: file, offset, limit, command } = input;
  const shown = typeof file === 'string' && file.startsWith(workspace) ? relative(workspace, file) : file;
  const range =
    offset === undefined && limit === undefined ? '' : ` (from line ${offset ?? 1}, ${limit ?? 'all'} lines)`;
  return `${name} ${shown ?? command ?? ''}${range}`;
}

/**
 * Opens a player: `next()` writes one row and tells what it was (undefined at the end), `playTo(call)` goes on until
 * the result of that call is written, `heedStop()` answers a stop between two steps and after the last one, `state` tells
 * whether there is more.
 * @param {string} workspace absolute, real path of a copy of the sample workspace
 * @param {string} [name] of the recording
 */
export function openPlayer(workspace, name = 'repeat') {
  const rows = recordedRows(name);
  const log = join(workspace, '.read-coverage', 'session.jsonl');
  const session = JSON.parse(rows[0] ?? '{}').sessionId;
  /** @type {'playing' | 'ended' | 'stopped'} */
  let state = 'playing';
  let position = 0;

  /** @param {object} row */
  const write = (row) => appendFileSync(log, `${JSON.stringify(row)}\n`);

  /**
   * Does what the stop file asks for, also when the recording has ended: whoever asked is told, and the session is over.
   * @returns {Step | undefined}
   */
  function heedStop() {
    if (state === 'stopped' || !isAskedToStop(workspace, session)) return undefined;
    const text =
      state === 'ended'
        ? 'The recording had ended, there was nothing left to stop: the session is over.'
        : 'Stopped: the stop file asked for it.';
    state = 'stopped';
    const time = new Date().toISOString();
    write({ v: 1, kind: 'stop-acknowledged', session, time });
    write({ v: 1, kind: 'session-end', session, time });
    return { kind: 'stopped', text };
  }

  /** @returns {Step | undefined} */
  function next() {
    const line = rows[position];
    if (state !== 'playing') return undefined;
    if (line === undefined) {
      state = 'ended';
      return undefined;
    }
    mkdirSync(join(workspace, '.read-coverage'), { recursive: true });
    const stopped = heedStop();
    if (stopped !== undefined) return stopped;
    position += 1;
    const row = rowHereAndNow(line, workspace, new Date());
    // The agent's tool changes the file before the transcript tells of it.
    applyRecordedChange(row, workspace);
    write(row);
    for (const block of blocksOf(row)) {
      if (block.type === 'tool_use')
        return { kind: 'call', call: block.id ?? '', text: describeCall(block, workspace) };
      if (block.type === 'tool_result') return { kind: 'result', call: block.tool_use_id ?? '' };
    }
    return { kind: 'other' };
  }

  /** @param {string} call */
  function playTo(call) {
    for (let step = next(); step !== undefined; step = next()) {
      if (step.kind === 'stopped' || (step.kind === 'result' && step.call === call)) return step;
    }
    throw new Error(`The recording has no result of ${call}.`);
  }

  return {
    log,
    session,
    next,
    playTo,
    heedStop,
    get state() {
      return state;
    },
  };
}
