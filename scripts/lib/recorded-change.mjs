// What a recorded edit or write did to a file, done again to the file that is here. Recorded commands are never run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';

/** @typedef {{oldStart: number, lines: readonly string[]}} Hunk lines are marked ' ', '-' or '+', as in a unified diff */
/** @typedef {{filePath?: string, content?: string, structuredPatch?: readonly Hunk[]}} Change */

/**
 * Applies hunks to a text; throws where the text is not the one they were made for.
 * @param {string} text
 * @param {readonly Hunk[]} hunks
 */
export function applyHunks(text, hunks) {
  const lines = text.split('\n');
  let shift = 0;
  for (const hunk of hunks) {
    const marked = hunk.lines.filter((line) => !line.startsWith('\\'));
    const before = marked.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
    const after = marked.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
    const at = hunk.oldStart - 1 + shift;
    if (before.some((line, index) => lines[at + index] !== line))
      throw new Error(`Line ${at + 1} is not as it was recorded.`);
    lines.splice(at, before.length, ...after);
    shift += after.length - before.length;
  }
  return lines.join('\n');
}

/**
 * Does to the workspace what the tool result of a row says was done; rows of other tools change nothing.
 * @param {import('./recording.mjs').Row} row localised to the workspace
 * @param {string} workspace
 */
export function applyRecordedChange(row, workspace) {
  if (typeof row.toolUseResult !== 'object' || row.toolUseResult === null) return;
  const { filePath, content, structuredPatch } = /** @type {Change} */ (row.toolUseResult);
  if (filePath === undefined || structuredPatch === undefined) return;
  const inside = relative(workspace, filePath);
  if (inside === '' || inside.split(sep)[0] === '..')
    throw new Error(`${filePath} is outside the workspace.`);
  if (structuredPatch.length > 0) {
    writeFileSync(filePath, applyHunks(readFileSync(filePath, 'utf8'), structuredPatch));
  } else if (content !== undefined) {
    mkdirSync(dirname(filePath), { recursive: true });
    writeFileSync(filePath, content);
  }
}
