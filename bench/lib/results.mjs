// What the parts of the bench give, and how people see it.

/**
 * One number, and what it has to be. `least`: it is to be no smaller.
 * @typedef {{ name: string, value: number, unit: string, most?: number, least?: number, note?: string }} Result
 * @typedef {{ part: string, about: string, results: readonly Result[] }} Part
 */

/** @param {Result} result */
export function isMet({ value, most, least }) {
  return (most === undefined || value <= most) && (least === undefined || value >= least);
}

/** @param {number} value */
function rounded(value) {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** @param {Result} result */
function target({ most, least, unit }) {
  if (most !== undefined) return `≤ ${rounded(most)} ${unit}`.trim();
  return least === undefined ? '' : `≥ ${rounded(least)} ${unit}`.trim();
}

/**
 * A table in Markdown, which reads well in a terminal too.
 * @param {Part} part
 */
export function table({ part, about, results }) {
  const rows = [
    ['', 'measured', 'target', ''],
    ...results.map((result) => {
      const hasTarget = result.most !== undefined || result.least !== undefined;
      const value = `${rounded(result.value)} ${result.unit}`.trim();
      return [result.name, value, target(result), hasTarget ? (isMet(result) ? 'met' : 'missed') : ''];
    }),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  /** @param {readonly string[]} row */
  const line = (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const ruler = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const notes = results.flatMap(({ name, note }) => (note === undefined ? [] : [`* ${name}: ${note}`]));
  return [`## ${part}`, '', about, '', line(head), ruler, ...body.map(line), '', ...notes]
    .join('\n')
    .trimEnd();
}
