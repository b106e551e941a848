import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonLine, JsonLines } from '../../../src/ingest/jsonLines';

/** All lines of a file that comes in the given pieces; with `whole` the last line counts without line end too. */
function linesOf(pieces: readonly Buffer[], whole = true, longest?: number): JsonLine[] {
  const lines = new JsonLines(undefined, longest);
  const found: JsonLine[] = [];
  for (const piece of pieces) {
    lines.push(piece);
    for (let line = lines.next(); line !== null; line = lines.next()) found.push(line);
  }
  const last = whole ? lines.end() : null;
  return last === null ? found : [...found, last];
}

function text(...pieces: (string | number[])[]): Buffer {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}

const bytewise = (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.from([byte]));

describe('lines of a file', () => {
  it('are numbered as in the file, empty ones too', () => {
    expect(linesOf([text('{"a":1}\n\n  \r\n{"b":"ü"}\r\n')])).toEqual([
      { record: { a: 1 }, line: 1 },
      { record: { b: 'ü' }, line: 4 },
    ]);
  });

  it('are skipped where they hold no JSON object', () => {
    const found = linesOf([text('[1]\n"text"\n7\nnull\n{"a":\n{"a":1}}\nnot json\n{"ok":true}\n')]);
    expect(found.filter(({ record }) => record === null).map(({ line }) => line)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(found.at(-1)).toEqual({ record: { ok: true }, line: 8 });
  });

  it('may start with a byte order mark, in the first line only', () => {
    const mark = [0xef, 0xbb, 0xbf];
    const found = linesOf(bytewise(text(mark, '{"a":1}\n', mark, '{"a":2}\n')));
    expect(found).toEqual([
      { record: { a: 1 }, line: 1 },
      { record: null, line: 2 },
    ]);
  });

  it('are damaged where NUL bytes stand in them, and whole after a run of them', () => {
    const found = linesOf([text([0, 0, 0], '{"a":1}', [0], '\n', [0, 0], '\n{"a"', [0], ':1}\n')]);
    expect(found).toEqual([
      { record: { a: 1 }, line: 1 },
      { record: null, line: 2 },
      { record: null, line: 3 },
    ]);
  });

  it('keep a key that names the prototype as a plain key', () => {
    const [found] = linesOf([text('{"__proto__":{"polluted":true}}\n')]);
    expect(Object.hasOwn(found?.record ?? {}, '__proto__')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('are never taken without their line end while the file may grow', () => {
    expect(linesOf([text('{"a":1}\n{"a":12}')], false)).toEqual([{ record: { a: 1 }, line: 1 }]);
    expect(linesOf([text('{"a":1}\n{"a":12}')])).toHaveLength(2);
    expect(linesOf([text('{"a":1}\n{"a":1')])[1]).toEqual({ record: null, line: 2 });
  });

  it('are skipped where they are too long, and not held', () => {
    const lines = new JsonLines(undefined, 20);
    for (let i = 0; i < 100; i++) {
      lines.push(text('{"a":"xxxxx'));
      expect(lines.next()).toBeNull();
      expect(lines.heldBytes).toBe(i === 0 ? 11 : 0);
    }
    lines.push(text('"}\n{"a":1}\n'));
    expect(lines.next()).toEqual({ record: null, line: 1 });
    expect(lines.next()).toEqual({ record: { a: 1 }, line: 2 });
  });

  it('are taken up to the limit exactly', () => {
    const line = '{"a":"123"}';
    for (const pieces of [[text(`${line}\n`)], bytewise(text(`${line}\n`))]) {
      expect(linesOf(pieces, true, line.length)[0]?.record).toEqual({ a: '123' });
      expect(linesOf(pieces, true, line.length - 1)[0]?.record).toBeNull();
    }
  });

  it('are the same however the file is cut', () => {
    const line = fc.oneof(
      fc.json().map((json) => json.replace(/\n/g, ' ')),
      fc.dictionary(fc.string(), fc.string({ unit: 'binary' })).map((record) => JSON.stringify(record)),
      fc.constantFrom('', ' ', '{', '\0', '\ufeff{}', '{"€":"𝄞"}', '{"a":"b"}\r'),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.boolean(),
        fc.array(fc.nat(200)),
        (all, ended, cuts) => {
          const bytes = Buffer.from(all.join('\n') + (ended ? '\n' : ''));
          const places = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])];
          places.sort((a, b) => a - b);
          const pieces = places.slice(1).map((place, i) => bytes.subarray(places[i], place));
          const whole = linesOf([bytes], ended);
          expect(linesOf(pieces, ended)).toEqual(whole);
          expect(linesOf(bytewise(bytes), ended)).toEqual(whole);
        },
      ),
    );
  });

  it('are those that splitting the text would give', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 10 }), (records) => {
        const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
        expect(linesOf([bytes])).toEqual(
          records.map((record, at) => ({ record: JSON.parse(JSON.stringify(record)), line: at + 1 })),
        );
      }),
    );
  });
});
