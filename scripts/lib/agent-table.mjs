// What the runs of real agents showed, as a table in docs/agents.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const BEGIN = '<!-- runs: written by npm run test:agents -->';
const END = '<!-- end of runs -->';

/**
 * @typedef {object} AgentRow one version's run
 * @property {string} agent
 * @property {string} version
 * @property {readonly {what: string, seen: string}[]} seen
 */

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/**
 * The table: a line for each thing that was looked at, a column for each version.
 * @param {readonly AgentRow[]} rows
 */
export function agentTable(rows) {
  const whats = [...new Set(rows.flatMap(({ seen }) => seen.map(({ what }) => what)))];
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(['', ...rows.map(({ agent, version }) => `${agent} ${version}`)]),
    line(['---', ...rows.map(() => '---')]),
    ...whats.map((what) =>
      line([what, ...rows.map(({ seen }) => seen.find((each) => each.what === what)?.seen ?? '–')]),
    ),
  ].join('\n');
}

/** @param {readonly AgentRow[]} rows */
export function writeAgentTable(rows) {
  const file = join(root, 'docs', 'agents.md');
  const text = readFileSync(file, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no place for the table.`);
  writeFileSync(file, `${before}${BEGIN}\n\n${agentTable(rows)}\n\n${END}${after}`);
}
