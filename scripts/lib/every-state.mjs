// A file of which each three lines are in another state, and the workspace log of a session that brought it there.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The states from top to bottom, each with its faded form. */
const STATES = ['once', 'again', 'repeated', 'authored', 'carried', 'glimpsed'];
/** @typedef {{mark: string, start: number, end: number}} Stretch lines 1-based, inclusive */

/** @type {readonly Stretch[]} */
export const STRETCHES = STATES.flatMap((state) => [state, `${state}-faded`]).map((mark, at) => ({
  mark,
  start: 3 * at + 1,
  end: 3 * at + 3,
}));

export const STATES_FILE = 'states.ts';
const SESSION = 'every-state';
const FORGETFUL = 'forgetful';
const NAMES = ['first', 'second', 'third'];

/** @param {boolean} edited whether the agent has written its lines */
function textOf(edited) {
  return STRETCHES.flatMap(({ mark }) => {
    const value = mark.startsWith('authored') && !edited ? 'before' : mark;
    const name = mark.replace('-faded', 'Earlier');
    return NAMES.map(
      (which) => `export const ${name}${which[0]?.toUpperCase()}${which.slice(1)} = '${value}';\n`,
    );
  }).join('');
}

/** @param {string} text */
const sha256 = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/**
 * The session's events: what shall be carried is given, then lines are written, then the rest is given. What shall be faded
 * is done by an actor of its own, whose context is cleared at the end.
 */
function events() {
  const path = `src/${STATES_FILE}`;
  /** @type {object[]} */
  const all = [];
  /** @param {Stretch} stretch @param {{kind: string, [field: string]: unknown}} event */
  const call = ({ mark }, event) => {
    const actor = mark.endsWith('-faded') ? FORGETFUL : 'main';
    all.push({ call: `c${all.length + 1}`, actor, ...event });
  };
  /** @param {Stretch} stretch @param {string} text */
  const read = (stretch, text) => {
    const { start, end } = stretch;
    const lineHashes = text.split('\n').slice(start - 1, end);
    const returned = [[start, end]];
    const evidence = { contentHash: sha256(text), lineHashes: lineHashes.map(sha256) };
    call(stretch, {
      kind: 'read',
      path,
      returned,
      totalLines: 3 * STRETCHES.length,
      outcome: 'complete',
      ...evidence,
    });
  };
  const of = (/** @type {string} */ state) => STRETCHES.filter(({ mark }) => mark.startsWith(state));

  all.push({ kind: 'prompt', actor: 'main' });
  for (const stretch of of('carried')) read(stretch, textOf(false));
  for (const stretch of of('authored')) {
    const { start, end } = stretch;
    const lineHashes = textOf(true)
      .split('\n')
      .slice(start - 1, end)
      .map(sha256);
    const hunks = [{ oldStart: start, oldLines: 3, newStart: start, newLines: 3 }];
    call(stretch, { kind: 'edit', path, outcome: 'ok', lines: [[start, end]], lineHashes, hunks });
  }
  for (const [at, state] of ['once', 'again', 'repeated'].entries()) {
    for (const stretch of of(state)) for (let times = 0; times <= at; times++) read(stretch, textOf(true));
  }
  for (const stretch of of('glimpsed')) {
    const glimpsed = [{ path, lines: [[stretch.start, stretch.end]] }];
    call(stretch, { kind: 'search', tool: 'grep', args: { pattern: 'glimpsed' }, glimpsed });
  }
  all.push({ kind: 'context-lost', actor: FORGETFUL, reason: 'clear' });
  return all;
}

/**
 * @param {string} workspace
 * @param {readonly object[]} told
 */
function log(workspace, told) {
  const folder = join(workspace, '.read-coverage');
  mkdirSync(folder, { recursive: true });
  const now = Date.now();
  const rows = told.map((event, at) => ({
    v: 1,
    session: SESSION,
    agent: 'my-harness',
    time: new Date(now - 1000 * (told.length - at)).toISOString(),
    ...event,
  }));
  appendFileSync(join(folder, 'states.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** Writes the file and the log into a workspace. @param {string} workspace */
export function writeEveryState(workspace) {
  writeFileSync(join(workspace, 'src', STATES_FILE), textOf(true));
  log(workspace, events());
}

/** The session forgets all. @param {string} workspace */
export function clearContext(workspace) {
  log(workspace, [{ kind: 'context-lost', actor: 'main', reason: 'clear' }]);
}
