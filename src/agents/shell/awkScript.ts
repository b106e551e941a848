import { lineCount } from './options';

const PRINT = /^\s*(?:\{\s*print(?:\s+\$0)?\s*;?\s*\})?\s*$/;
const NUMBER = 'F?NR';
const SPACE = String.raw`\s*`;

/** The lines that an awk program prints, if it picks them by number and prints them as they are; else null. */
export function printedByAwk(program: string): readonly [from: number, to: number | null] | null {
  const [, condition = '', action = ''] = /^([^{]*)(\{.*\})?\s*$/s.exec(program) ?? [];
  if (!PRINT.test(action)) return null;
  const text = condition.trim();
  if (text === '') return action.trim() === '' ? null : [1, null];
  if (text === '1') return [1, null];
  const between = new RegExp(
    `^${NUMBER}${SPACE}(>=?)${SPACE}(\\d+)${SPACE}&&${SPACE}${NUMBER}${SPACE}(<=?)${SPACE}(\\d+)$`,
  ).exec(text);
  if (between !== null) {
    const from = Number(between[2]) + (between[1] === '>' ? 1 : 0);
    const to = Number(between[4]) - (between[3] === '<' ? 1 : 0);
    return checked(from, to);
  }
  const pair = new RegExp(
    `^${NUMBER}${SPACE}==${SPACE}(\\d+)${SPACE},${SPACE}${NUMBER}${SPACE}==${SPACE}(\\d+)$`,
  ).exec(text);
  if (pair !== null) return checked(Number(pair[1]), Number(pair[2]));
  const one = new RegExp(`^${NUMBER}${SPACE}(==|>=?|<=?)${SPACE}(\\d+)$`).exec(text);
  if (one === null) return null;
  const line = Number(one[2]);
  switch (one[1]) {
    case '==':
      return checked(line, line);
    case '>':
      return checked(line + 1, null);
    case '>=':
      return checked(line, null);
    case '<':
      return checked(1, line - 1);
    default:
      return checked(1, line);
  }
}

function checked(from: number, to: number | null): readonly [number, number | null] | null {
  const first = lineCount(String(from));
  const last = to === null ? null : lineCount(String(to));
  if (first === null || (to !== null && (last === null || last < first))) return null;
  return [first, last];
}
