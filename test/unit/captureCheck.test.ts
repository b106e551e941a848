import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkCaptures, checkOptions } from '../captures/check';
import { BadCapture } from '../captures/folder';
import { run } from '../captures/main';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'captures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Call {
  readonly id: string;
  readonly truth: object;
  /** What the transcript is made to say. */
  readonly reads: readonly object[];
}

const given = (start: number, end: number) => ({ returned: { 'a.ts': { ranges: [[start, end]] } } });
const read = (start: number, end: number, more: object = {}) => ({
  path: '/ws/a.ts',
  returned: [[start, end]],
  outcome: 'complete',
  ...more,
});

/** A capture whose transcript is a log of native events. */
function capture(name: string, calls: readonly Call[]): void {
  const home = join(folder, name, 'home', '.agent');
  mkdirSync(home, { recursive: true });
  const truth = calls.map(({ id, truth: one }) => ({
    callId: id,
    label: id,
    conversation: 'main',
    kind: 'read',
    resultSeenByModel: true,
    returned: {},
    ...one,
  }));
  writeFileSync(join(folder, name, 'truth.json'), JSON.stringify(truth));
  const rows = calls.flatMap(({ id, reads }) =>
    reads.map((one) => ({ v: 1, kind: 'read', session: 's', call: id, ...one })),
  );
  writeFileSync(join(home, 'log.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function checked(...args: string[]): { code: number; lines: string[] } {
  const lines: string[] = [];
  const options = checkOptions([folder, '--workspace', '/ws', ...args]);
  if (options === null) throw new Error('no options');
  const code = checkCaptures(options, (line) => lines.push(line));
  return { code, lines: lines.map((line) => line.replace(/ +/g, ' ').trim()) };
}

const EXACT: Call = { id: 'exact', truth: given(2, 5), reads: [read(2, 5)] };

describe('a folder of captures', () => {
  it('is in order where all that was given is credited, and nothing else', () => {
    capture('one', [
      EXACT,
      { id: 'failed', truth: { failed: true }, reads: [{ path: '/ws/b.ts', outcome: 'failed' }] },
      { id: 'unseen', truth: { ...given(1, 9), resultSeenByModel: false }, reads: [] },
      {
        id: 'cut',
        truth: { returned: { 'a.ts': { ranges: [[1, 4]], cutLines: [4] } } },
        reads: [read(1, 3, { outcome: 'truncated' })],
      },
    ]);
    expect(checked()).toEqual({
      code: 0,
      lines: ['one exact 3/3 over 0 missing 0 wrong 0', 'in all exact 3/3 over 0 missing 0 wrong 0'],
    });
  });

  it.each<[string, Call, string, string]>([
    [
      'a line too many',
      { id: 'x', truth: given(2, 5), reads: [read(2, 6)] },
      'exact 1/2 over 1 missing 0 wrong 0',
      'x (x): over 1 lines: a.ts 6',
    ],
    [
      'a line of another file',
      { id: 'x', truth: given(2, 5), reads: [read(2, 5, { path: '/ws/b.ts' })] },
      'exact 1/2 over 4 missing 4 wrong 0',
      'x (x): over 4 lines: b.ts 2-5',
    ],
    [
      'a line that was cut',
      { id: 'x', truth: { returned: { 'a.ts': { ranges: [[1, 4]], cutLines: [4] } } }, reads: [read(1, 4)] },
      'exact 1/2 over 1 missing 0 wrong 0',
      'x (x): over 1 lines: a.ts 4',
    ],
    [
      'lines that are missing',
      { id: 'x', truth: given(2, 9), reads: [read(4, 5)] },
      'exact 1/2 over 0 missing 6 wrong 0',
      'x (x): missing 6 lines: a.ts 2-3, 6-9',
    ],
    [
      'another outcome',
      { id: 'x', truth: { failed: true }, reads: [{ path: '/ws/a.ts', outcome: 'empty' }] },
      'exact 2/2 over 0 missing 0 wrong 1',
      'x (x): wrong, outcome empty, not failed',
    ],
    [
      'another actor',
      { id: 'x', truth: { ...given(2, 5), conversation: 'sub:A' }, reads: [read(2, 5)] },
      'exact 2/2 over 0 missing 0 wrong 1',
      'x (x): wrong, actor main, but it was sub:A',
    ],
    [
      'no read',
      { id: 'x', truth: given(2, 5), reads: [] },
      'exact 1/2 over 0 missing 4 wrong 1',
      'x (x): wrong, no read',
    ],
    [
      'a search that is credited',
      { id: 'x', truth: { ...given(2, 5), kind: 'grep' }, reads: [read(2, 5)] },
      'exact 1/1 over 4 missing 0 wrong 0',
      'x (x): over 4 lines: a.ts 2-5',
    ],
  ])('has %s found', (_, call, totals, fault) => {
    capture('one', [EXACT, call]);
    const { code, lines } = checked('--verbose');
    expect(code).toBe(1);
    expect(lines[0]).toBe(`one ${totals}`);
    expect(lines).toContain(fault);
  });

  it('has a call found that the model did not make', () => {
    capture('one', [EXACT]);
    const home = join(folder, 'one', 'home', '.agent');
    writeFileSync(
      join(home, 'more.jsonl'),
      `${JSON.stringify({ v: 1, kind: 'read', session: 's', call: 'made-up', ...read(1, 3) })}\n`,
    );
    const { code, lines } = checked('--verbose');
    expect(code).toBe(1);
    expect(lines).toContain('made-up: 3 lines credited; the model made no such call');
  });

  it('may miss some calls, as many as is said', () => {
    capture('one', [EXACT, { id: 'x', truth: given(2, 9), reads: [read(4, 5)] }]);
    expect(checked('--need', '0.6').code).toBe(1);
    expect(checked('--need', '0.5').code).toBe(0);
  });

  it('knows what symlinks stand for', () => {
    const truth = { ...given(2, 5), file: 'link.ts', resolvesTo: 'a.ts' };
    capture('one', [{ id: 'x', truth, reads: [read(2, 5, { path: '/ws/link.ts' })] }]);
    expect(checked().code).toBe(0);
  });

  it('is graded in part, and log by log', () => {
    capture('one', [EXACT]);
    capture('two', [{ id: 'x', truth: given(2, 9), reads: [] }]);
    const log = { v: 1, kind: 'read', session: 's', call: 'exact', ...read(2, 4) };
    writeFileSync(join(folder, 'one', 'stdio.jsonl'), `${JSON.stringify(log)}\n`);
    writeFileSync(join(folder, 'one', 'hook-payloads.jsonl'), '{}\n');
    expect(checked('--only', 'one').lines).toEqual([
      'one exact 1/1 over 0 missing 0 wrong 0',
      'one/stdio.jsonl exact 0/1 over 0 missing 1 wrong 0',
      'in all exact 1/2 over 0 missing 1 wrong 0',
    ]);
  });

  it('holds captures, or is refused', () => {
    expect(() => checked()).toThrow(BadCapture);
    mkdirSync(join(folder, 'one'));
    writeFileSync(join(folder, 'one', 'truth.json'), '[{}]');
    expect(() => checked()).toThrow('has a call without callId');
    expect(() => checkOptions([])).toThrow(BadCapture);
    expect(run(['--help'])).toBe(0);
  });
});
