import fc from 'fast-check';
import { forEachLine } from '../../../../src/text/lines';
import { getOrCreate } from '../../../../src/text/maps';
import type { HostileFile } from './hostileFile';

/** A text, and which line of which file stands where in it. */
export interface Printed {
  readonly text: string;
  readonly places: readonly Place[];
}

interface Place {
  readonly path: string;
  readonly line: number;
  /** The line's text is from here up to there. */
  readonly from: number;
  readonly to: number;
  /** Where its row starts: with what is printed before it, such as its number. */
  readonly row: number;
}

/** Lines of files by path, 1-based, and the texts that the model was given of each: white space at its ends may be missing. */
export type Given = ReadonlyMap<string, readonly string[]>;

export const givenKey = (path: string, line: number) => `${path}:${line}`;

/**
 * The lines that a model was given, of a text of which it got these parts only. Lines that run into others are none, and
 * neither is a blank one at the rim of a part. White space at the rims of a part may be missing.
 */
export function givenIn({ text, places }: Printed, parts: readonly (readonly [number, number])[]): Given {
  const given = new Map<string, string[]>();
  for (const { path, line, from, to, row } of places) {
    const next = text.indexOf('\n', to);
    const before = text.slice(text.lastIndexOf('\n', row - 1) + 1, row);
    const after = text.slice(to, next === -1 ? text.length : next);
    if (`${before}${after}`.trim() !== '') continue;
    for (const [start, end] of parts) {
      const shown = text.slice(Math.max(from, start), Math.min(to, end));
      const isWhole = start <= from && to <= end;
      if (isWhole || (shown !== '' && shown.trim() === text.slice(from, to).trim()))
        getOrCreate(given, givenKey(path, line), () => []).push(shown);
    }
  }
  return given;
}

/** A command and what it prints. */
export interface Ran extends Printed {
  readonly command: string;
}

interface Row {
  readonly text: string;
  readonly place: { readonly path: string; readonly line: number } | null;
  /** Its line end; none for the last line of a file without one. */
  readonly end: string;
  readonly before?: string;
}

function rowsOf({ path, text }: HostileFile): Row[] {
  const rows: Row[] = [];
  forEachLine(text, (start, end) => {
    const next = text.indexOf('\n', end);
    const lineEnd = next === -1 ? '' : text.slice(end, next + 1);
    rows.push({ text: text.slice(start, end), place: { path, line: rows.length + 1 }, end: lineEnd });
  });
  return rows;
}

function printedRows(rows: readonly Row[]): Printed {
  let text = '';
  const places: Place[] = [];
  for (const row of rows) {
    const start = text.length;
    text += row.before ?? '';
    const from = text.length;
    text += row.text;
    if (row.place !== null) places.push({ ...row.place, from, to: text.length, row: start });
    text += row.end;
  }
  return { text, places };
}

const numbered = (rows: readonly Row[], end = '\n'): Row[] =>
  rows.map((row, i) => ({
    ...row,
    before: `${String(i + 1).padStart(6)}\t`,
    end: row.end === '' ? end : row.end,
  }));

const echo = (text: string): Row => ({ text, place: null, end: '\n' });

/** `nl` counts lines with text only, and leaves the others without a number. */
function countedText(rows: readonly Row[]): Row[] {
  let count = 0;
  return rows.map((row) => {
    const isBlank = row.text === '' && row.end !== '\r\n';
    return { ...row, before: isBlank ? '       ' : `${String(++count).padStart(6)}\t`, end: row.end || '\n' };
  });
}

/** A command that shows parts of the files, and what it prints. */
export function commands(files: readonly HostileFile[]): fc.Arbitrary<Ran> {
  const file = fc.constantFrom(...files);
  const number = fc.integer({ min: 1, max: 9 });
  const names = (...all: readonly HostileFile[]) => all.map(({ path }) => path.replace('/ws/', '')).join(' ');
  const slice = (of: HostileFile, a: number, b: number) => rowsOf(of).slice(a - 1, b);
  const ran = (command: string, rows: readonly Row[]): Ran => ({ command, ...printedRows(rows) });
  const both = (join: string, one: Ran & { rows: Row[] }, two: Ran & { rows: Row[] }, between: Row[] = []) =>
    ran(`${one.command}${join}${two.command}`, [...one.rows, ...between, ...two.rows]);
  const simple = fc.tuple(file, number, number, fc.nat(9)).map(([of, a, b, form]) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const name = names(of);
    const all = rowsOf(of);
    const made = (command: string, rows: Row[]) => ({ ...ran(command, rows), rows });
    switch (form) {
      case 0:
        return made(`sed -n '${from},${to}p' ${name}`, slice(of, from, to));
      case 1:
        return made(`head -n ${to} ${name}`, all.slice(0, to));
      case 2:
        return made(`tail -n ${to} ${name}`, all.slice(-to));
      case 3:
        return made(`tail -n +${from} ${name}`, all.slice(from - 1));
      case 4:
        return made(`nl -ba ${name}`, numbered(all));
      case 5:
        return made(`cat -n ${name} | sed -n '${from},${to}p'`, numbered(all, '').slice(from - 1, to));
      case 6:
        return made(`cat ${name} | head -n ${to} | tail -n ${from}`, all.slice(0, to).slice(-from));
      case 7:
        return made(`nl ${name}`, countedText(all));
      case 8:
        return made(
          `awk 'NR>=${from} && NR<=${to}' ${name}`,
          slice(of, from, to).map((row) => ({ ...row, end: row.end || '\n' })),
        );
      default:
        return made(`cat ${name}`, all);
    }
  });
  return fc.oneof(
    { weight: 4, arbitrary: simple },
    {
      weight: 1,
      arbitrary: fc
        .tuple(file, file)
        .map(([a, b]) => ran(`cat ${names(a, b)}`, [...rowsOf(a), ...rowsOf(b)])),
    },
    { weight: 1, arbitrary: fc.tuple(simple, simple).map(([a, b]) => both(' && ', a, b)) },
    {
      weight: 1,
      arbitrary: fc.tuple(simple, simple).map(([a, b]) => both('; echo SEP; ', a, b, [echo('SEP')])),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(file, number, number, number).map(([of, a, b, more]) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const start = to + more;
        return ran(`sed -n -e '${from},${to}p' -e '${start},${start + 1}p' ${names(of)}`, [
          ...slice(of, from, to),
          ...slice(of, start, start + 1),
        ]);
      }),
    },
  );
}

/** Lines of a file that were given whole, from the first to the last. */
export function givenLines({ path, text }: HostileFile, from: number, to: number): Given {
  const all = rowsOf({ path, text });
  return new Map(
    all.slice(from - 1, Math.max(0, to)).map((row, i) => [givenKey(path, from + i), [row.text]]),
  );
}

/** What is left of a text whose white space was taken from its ends. */
export function trimmed(
  text: string,
  start: RegExp = /^\s*/,
  end: RegExp = /\s*$/,
): readonly [number, number] {
  const from = start.exec(text)?.[0].length ?? 0;
  return [from, Math.max(from, end.exec(text)?.index ?? text.length)];
}
