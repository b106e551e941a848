import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Carrying, newestSource } from '../../../src/editor/marks/carrying';
import { HashedLines } from '../../../src/editor/marks/hashedLines';
import { editorLines, HASHER, knowledge, segment, versionOf } from './lines';

const TEXT = 'a\nb\n}\n}\nc\nd\n';
const GIVEN = versionOf(TEXT, { actors: new Map([['main', [segment(1, 6)]]]) });

/** A text that was the version, and is changed as an editor reports it. */
function followed() {
  let content = TEXT;
  const text = new HashedLines(HASHER, editorLines(TEXT).lineCount);
  text.fill(editorLines(TEXT), Number.POSITIVE_INFINITY);
  const carrying = new Carrying(text);
  carrying.start({ versions: [GIVEN], lines: GIVEN.lines });
  return {
    carrying,
    replace(start: number, end: number, by: string): string {
      const lineAt = (offset: number) => content.slice(0, offset).split('\n').length - 1;
      const change = { first: lineAt(start), last: lineAt(end), lines: by.split('\n').length };
      content = content.slice(0, start) + by + content.slice(end);
      carrying.apply([change]);
      text.apply([change], editorLines(content).lineCount);
      text.fill(editorLines(content), Number.POSITIVE_INFINITY);
      return content;
    },
    marked: () => carrying.drawing()?.marks.map(({ start, end }) => [start, end]) ?? [],
  };
}

describe('Carrying', () => {
  it('keeps the lines around a change, also those it only touches', () => {
    const { replace, marked } = followed();
    expect(replace(2, 2, 'new\n')).toBe('a\nnew\nb\n}\n}\nc\nd\n');
    expect(marked()).toEqual([
      [1, 1],
      [3, 7],
    ]);
    expect(replace(5, 5, '\nend of line')).toBe('a\nnew\nend of line\nb\n}\n}\nc\nd\n');
    expect(marked()).toEqual([
      [1, 1],
      [4, 8],
    ]);
  });

  it('gives no line of the version twice', () => {
    const { replace, marked } = followed();
    expect(replace(4, 4, '}\n')).toBe('a\nb\n}\n}\n}\nc\nd\n');
    expect(marked()).toEqual([
      [1, 3],
      [5, 7],
    ]);
  });

  it('takes back a line that is as it was', () => {
    const { replace, marked } = followed();
    replace(2, 3, 'x');
    expect(marked()).toEqual([
      [1, 1],
      [3, 6],
    ]);
    replace(2, 3, 'b');
    expect(marked()).toEqual([[1, 6]]);
  });

  it('keeps its own knowledge when a comparison finds less, and takes that for other versions', () => {
    const { carrying, replace, marked } = followed();
    replace(0, 1, 'x');
    carrying.found({ versions: [GIVEN], lines: GIVEN.lines }, new Float64Array(6));
    expect(marked()).toEqual([[2, 6]]);
    const other = versionOf('b\n', { version: 2, actors: GIVEN.actors });
    carrying.found({ versions: [other], lines: other.lines }, Float64Array.from([0, 1, 0, 0, 0, 0]));
    expect(marked()).toEqual([[2, 2]]);
  });

  it('marks only lines of the version, each once and in order, after any changes', () => {
    const edit = fc.record({
      start: fc.nat(),
      length: fc.nat({ max: 6 }),
      by: fc.string({ unit: fc.constantFrom('a', 'b', '}', '\n'), maxLength: 5 }),
    });
    const source = TEXT.split('\n');
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const { replace, carrying } = followed();
        let content = TEXT;
        for (const { start, length, by } of edits) {
          const from = start % (content.length + 1);
          content = replace(from, Math.min(from + length, content.length), by);
          const drawing = carrying.drawing();
          if (drawing?.kind !== 'carried') continue;
          const lines = content.split('\n');
          let last = 0;
          for (const { start: first, end } of drawing.marks) {
            for (let line = first; line <= end; line++) {
              const origin = drawing.originOf(line);
              expect(lines[line - 1]).toBe(source[origin - 1]);
              expect(origin).toBeGreaterThan(last);
              last = origin;
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('newestSource', () => {
  const none = knowledge('');

  it('is the newest version with known lines of which something was given', () => {
    const unknown = versionOf(TEXT, { version: 4, lines: none, actors: GIVEN.actors });
    const authored = versionOf(TEXT, {
      version: 3,
      actors: new Map([['main', [segment(1, 6, { times: 0, authored: true })]]]),
    });
    const given = { ...GIVEN, version: 2 };
    const find = (linesOf: (hash: string) => typeof none | undefined = () => undefined) =>
      newestSource([unknown, authored, given, GIVEN], linesOf)?.versions[0]?.version;
    expect(find()).toBe(2);
    expect(newestSource([unknown, authored], () => undefined)).toBeUndefined();
    const hashed = { ...unknown, contentHash: 'sha256:1' };
    expect(newestSource([hashed, given], () => GIVEN.lines)?.versions).toEqual([hashed]);
  });
});
