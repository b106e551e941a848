// What the runs of real agents showed, as tables in docs/agents.md: a line for each thing that was looked at, a column
// for each version of an agent. A run writes the columns of what it ran and leaves the others as they are.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const FILE = join(root, 'docs', 'agents.md');
const END = '<!-- end of runs -->';

/**
 * @typedef {object} Sighting
 * @property {string} what
 * @property {string} seen
 *
 * @typedef {object} Column one version's run
 * @property {string} head the agent and its version
 * @property {readonly Sighting[]} seen
 * @property {boolean} whole whether all was looked at, and not a part of it: what was not seen is no longer true then
 *
 * @typedef {object} Table
 * @property {readonly string[]} heads
 * @property {readonly {what: string, cells: ReadonlyMap<string, string>}[]} lines
 */

/**
 * Writes columns into the table of this name.
 * @param {string} name
 * @param {readonly Column[]} columns
 * @param {readonly string[]} order the heads of all columns that there may be, in order; others are dropped
 */
export function writeAgentTable(name, columns, order) {
  const text = readFileSync(FILE, 'utf8');
  const begin = `<!-- runs of ${name}: written by npm run test:agents -->`;
  const [before, rest] = text.split(begin);
  const at = rest?.indexOf(END) ?? -1;
  if (before === undefined || rest === undefined || at < 0) {
    throw new Error(`${FILE} has no place for the table of ${name}.`);
  }
  let table = parseTable(rest.slice(0, at));
  for (const column of columns) table = withColumn(table, column);
  const heads = order.filter((head) => table.heads.includes(head));
  writeFileSync(FILE, `${before}${begin}\n\n${printTable({ ...table, heads })}\n\n${rest.slice(at)}`);
}

/**
 * @param {Table} table
 * @param {Column} column
 * @returns {Table}
 */
export function withColumn({ heads, lines }, { head, seen, whole }) {
  const result = lines.map(({ what, cells }) => ({ what, cells: new Map(cells) }));
  if (whole) for (const { cells } of result) cells.delete(head);
  let at = -1;
  for (const { what, seen: shown } of seen) {
    const known = result.findIndex((line) => line.what === what);
    // What is new stands after what was seen before it.
    if (known < 0) result.splice(at + 1, 0, { what, cells: new Map() });
    at = known < 0 ? at + 1 : known;
    result[at]?.cells.set(head, shown);
  }
  return {
    heads: heads.includes(head) ? heads : [...heads, head],
    lines: result.filter(({ cells }) => cells.size > 0),
  };
}

/**
 * @param {string} text
 * @returns {Table}
 */
export function parseTable(text) {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
  const [[, ...heads] = [], , ...rest] = rows;
  const lines = rest.map(([what = '', ...cells]) => ({
    what,
    cells: new Map(heads.flatMap((head, i) => (cells[i] && cells[i] !== '–' ? [[head, cells[i]]] : []))),
  }));
  return { heads, lines };
}

/** @param {Table} table */
export function printTable({ heads, lines }) {
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(['', ...heads]),
    line(['---', ...heads.map(() => '---')]),
    ...lines.map(({ what, cells }) => line([what, ...heads.map((head) => cells.get(head) ?? '–')])),
  ].join('\n');
}
