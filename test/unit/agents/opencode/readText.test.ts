import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from '../../../../src/agents/opencode/readText';
import { display, message, read, session, shown, tool } from './rows';

const readOne = (output: string, input: object = { filePath: 'a.ts' }, metadata: object = {}) => {
  const [, , event] = read(
    session(),
    message('msg_1'),
    tool('prt_1', 'msg_1', 'read', { input: { ...input }, output, metadata: { ...metadata } }),
  );
  if (event?.kind !== 'read') throw new Error(`no read, but ${event?.kind}`);
  return event;
};

const old = (lines: readonly string[], first: number, end: string) =>
  `<file>\n${lines.map((line, i) => `${String(first + i).padStart(5, '0')}| ${line}`).join('\n')}\n\n${end}\n</file>`;

describe('an answer of the read tool', () => {
  it('credits the lines that have their numbers, whatever they look like', () => {
    const lines = ['24: x', '(End of file - total 3 lines)', '', '</content>', '7: ', '<path>b</path>'];
    expect(
      readOne(shown(lines, 5, 10), { filePath: 'a.ts', offset: 5 }, display(lines, 5, 10)),
    ).toMatchObject({
      returned: [[5, 10]],
      totalLines: 10,
      agentTotal: 10,
      outcome: 'complete',
      requested: { start: 5, end: null },
    });
  });

  it('is cut where a limit ends it before what was asked for', () => {
    const lines = ['a', 'b'];
    const whole = readOne(shown(lines, 1, 2000), { filePath: 'a.ts' }, display(lines, 1, 2000));
    expect(whole).toMatchObject({ outcome: 'truncated', totalLines: 2000 });
    const part = readOne(shown(lines, 1, 9), { filePath: 'a.ts', limit: '2' }, display(lines, 1, 9));
    expect(part).toMatchObject({ outcome: 'complete', requested: { start: 1, end: 2 } });
  });

  it('does not tell how long a file is that was capped', () => {
    const output = `<path>/a</path>\n<type>file</type>\n<content>\n1: a\n2: b\n\n(Output capped at 50 KB. Showing lines 1-2. Use offset=3 to continue.)\n</content>`;
    expect(readOne(output, { filePath: 'a.ts' }, display(['a', 'b'], 1, 3))).toMatchObject({
      returned: [[1, 2]],
      totalLines: null,
      outcome: 'truncated',
    });
    expect(readOne(output)).not.toHaveProperty('agentTotal');
  });

  it('leaves out lines that were cut, and only those', () => {
    const long = `${'x'.repeat(2000)}... (line truncated to 2000 chars)`;
    const near = `${'x'.repeat(1960)}... (line truncated to 2000 chars)`;
    const shorter = `${'x'.repeat(500)}... (line truncated to 500 chars)`;
    const event = readOne(
      shown([near, long, 'c', shorter], 1, 4),
      undefined,
      display([near, long, 'c', shorter], 1, 4),
    );
    expect(event).toMatchObject({
      returned: [
        [1, 1],
        [3, 3],
      ],
      cutLines: [2, 4],
      outcome: 'truncated',
    });
    expect(event.lineHashes).toHaveLength(2);
  });

  it('tells nothing where it and the record do not agree', () => {
    const lines = ['a', 'b'];
    for (const metadata of [display(['a'], 1, 2), display(lines, 2, 3), display(['a', 'b', 'c'], 1, 3)]) {
      expect(readOne(shown(lines, 1, 2), undefined, metadata)).toMatchObject({
        outcome: 'unknown-range',
        returned: [],
      });
    }
    expect(readOne('something else')).toMatchObject({ outcome: 'unknown-range' });
  });

  it('without a record: its last line may be the empty text after the last line end', () => {
    expect(readOne(shown(['a', ''], 1, 2))).toMatchObject({
      returned: [[1, 1]],
      totalLines: null,
      agentTotal: 2,
    });
    expect(readOne(shown(['a', 'b'], 1, 2))).toMatchObject({ returned: [[1, 2]], totalLines: 2 });
    expect(readOne(shown(['a', ''], 1, 9))).toMatchObject({
      returned: [[1, 2]],
      totalLines: null,
      agentTotal: 9,
    });
  });

  it('without the words below the lines: the last line may be cut', () => {
    const output = '<path>/a</path>\n<type>file</type>\n<content>\n1: a\n2: b\n3: c';
    expect(readOne(output)).toMatchObject({ returned: [[1, 2]], totalLines: null, outcome: 'truncated' });
  });

  it('of an empty file shows nothing', () => {
    const output =
      '<path>/a</path>\n<type>file</type>\n<content>\n\n\n(End of file - total 0 lines)\n</content>';
    expect(readOne(output, undefined, display([], 1, 0))).toMatchObject({ outcome: 'empty', totalLines: 0 });
    expect(readOne(output)).toMatchObject({ outcome: 'empty', returned: [] });
  });

  it('of 2025 counts offsets from 0, and the empty text after the last line end as a line', () => {
    const asked = { filePath: '/ws/a.ts', offset: 10, limit: 3 };
    expect(readOne(old(['a', 'b', ''], 11, '(End of file - total 13 lines)'), asked)).toMatchObject({
      requested: { start: 11, end: 13 },
      returned: [[11, 12]],
      totalLines: 12,
      agentTotal: 13,
      outcome: 'complete',
    });
    const more = old(
      ['a', 'b', 'c'],
      11,
      "(File has more lines. Use 'offset' parameter to read beyond line 13)",
    );
    expect(readOne(more, asked)).toMatchObject({
      returned: [[11, 13]],
      totalLines: null,
      outcome: 'complete',
    });
    const capped = old(
      ['a'],
      11,
      "(Output truncated at 51200 bytes. Use 'offset' parameter to read beyond line 11)",
    );
    expect(readOne(capped, asked)).toMatchObject({ returned: [[11, 11]], outcome: 'truncated' });
    expect(readOne(old([`${'x'.repeat(2000)}...`, 'b'], 1, '(End of file - total 2 lines)'))).toMatchObject({
      returned: [[2, 2]],
      cutLines: [1],
    });
    // The first versions said nothing where a file ends.
    expect(readOne('<file>\n00001| a\n00002| b\n</file>')).toMatchObject({
      returned: [[1, 2]],
      totalLines: null,
    });
  });

  it('past the end is empty, though the tool calls it an error', () => {
    const [, , event] = read(
      session(),
      message('msg_1'),
      tool('prt_1', 'msg_1', 'read', {
        input: { filePath: 'a.ts', offset: 500 },
        error: 'Offset 500 is out of range for this file (400 lines)',
      }),
    );
    expect(event).toMatchObject({ outcome: 'empty', returned: [], totalLines: null, agentTotal: 400 });
  });

  it('gives every line of any file back, and no more', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 20 }).map((text) => text.replace(/[\n\r]/g, '')),
      fc.constantFrom(
        '',
        '</content>',
        '(End of file - total 1 lines)',
        '1: a',
        '2: ',
        '<content>',
        '00001| x',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.nat(500),
        fc.nat(50),
        (lines, before, after) => {
          const first = before + 1;
          const total = before + lines.length + after;
          const text = readText(shown(lines, first, total), display(lines, first, total)['display'] as never);
          if (text === null) throw new Error('nothing');
          expect(text.start).toBe(first);
          expect(text.total).toBe(total);
          const told = Array.from({ length: text.lines.bounds.length / 2 }, (_, i) =>
            text.lines.text.slice(text.lines.bounds[2 * i], text.lines.bounds[2 * i + 1]),
          );
          expect(told).toEqual(lines);
        },
      ),
    );
  });
});
