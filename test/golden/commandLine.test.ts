import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseArguments } from '../../src/cli/arguments';
import { run } from '../../src/cli/commands';
import { Output } from '../../src/cli/output';
import { type CalibrationReport, sumOf } from '../../src/report/calibration';
import type { Report } from '../../src/report/report';
import { transcripts, workspaceLines } from './support/capture';

const CAPTURES = [
  'claude-code',
  'claude-code-2.0.60',
  'claude-code-2.1.100',
  'claude-code-autocompact2',
  'claude-code-mention',
  'claude-code-repeat',
  'claude-code-repeat2100',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-line-'));
  vi.stubEnv('READ_COVERAGE_HOME', join(folder, 'home'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a command prints, and its exit code. */
async function printed(...argv: string[]): Promise<{ code: number; text: string }> {
  const { code, text } = await ran(...argv);
  return { code, text };
}

/** The same, and what it tells beside. */
async function ran(...argv: string[]): Promise<{ code: number; text: string; notes: readonly string[] }> {
  const notes: string[] = [];
  const pieces: string[] = [];
  const out = new Output(
    new Writable({
      decodeStrings: false,
      write(piece, _encoding, done) {
        pieces.push(String(piece));
        done();
      },
    }),
  );
  const args = parseArguments(argv);
  if (args.command === 'help' || args.command === 'version') throw new Error('no command');
  const code = await run(args, { out, note: (line) => notes.push(line) });
  await out.flush();
  return { code, text: pieces.join(''), notes };
}

/** The transcripts of a capture as files. */
function filesOf(capture: string): string[] {
  return [...transcripts(capture)].map(([name, rows]) => {
    const file = join(folder, `${capture}-${name.replaceAll('/', '-')}.jsonl`);
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return file;
  });
}

describe.each(CAPTURES)('%s', (capture) => {
  it('has the same report when its printed events are read back', async () => {
    const files = filesOf(capture);
    const events = join(folder, `${capture}.events.jsonl`);
    writeFileSync(events, (await printed('events', ...files)).text);
    expect((await printed('report', '--json', events)).text).toBe(
      (await printed('report', '--json', ...files)).text,
    );
  });

  it('gives no line of a file away', async () => {
    const files = filesOf(capture);
    const outputs = await Promise.all([
      printed('events', ...files),
      printed('report', ...files),
      printed('report', '--json', ...files),
      printed('check', '--max-streak', '0', ...files),
      printed('export', '--format', 'lcov', ...files),
      printed('calibrate', ...files),
      printed('calibrate', '--json', ...files),
    ]);
    const lines = workspaceLines();
    expect(lines.length).toBeGreaterThan(3000);
    for (const { text } of outputs) expect(lines.filter((line) => text.includes(line.trim()))).toEqual([]);
  });
});

describe('check', () => {
  it('names the read that passed the limit, and says nothing where none did', async () => {
    const files = filesOf('claude-code-repeat');
    const { code, text } = await printed('check', '--max-streak', '3', ...files);
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({
      detector: 'streak',
      call: 'toolu_stub0009',
      path: '/home/dev/ws/src/mid.ts',
      returned: [[1, 400]],
      newLines: 0,
      streak: 4,
    });
    expect(await printed('check', '--max-streak', '4', ...files)).toEqual({ code: 0, text: '' });
  });
});

describe('a file that says little', () => {
  const fileOf = (name: string, content: string | Buffer) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const event = (over: object) =>
    `${JSON.stringify({ v: 1, session: 's', call: 'c', path: '/a', ...over })}\n`;

  it('is not passed by check where nothing is in it, and said to be empty otherwise', async () => {
    const empty = fileOf('empty.jsonl', '');
    await expect(ran('check', '--max-streak', '5', empty)).rejects.toThrow(
      /no event was found in .*empty\.jsonl, so nothing was checked$/,
    );
    await expect(ran('check', '--max-streak', '5', empty, fileOf('blank.jsonl', '\n\n'))).rejects.toThrow(
      'in these 2 files',
    );
    for (const command of [['events'], ['export', '--format', 'lcov']]) {
      const { code, text, notes } = await ran(...command, empty);
      expect([code, text, notes.length]).toEqual([0, '', 1]);
      expect(notes[0]).toContain('no event was found');
    }
  });

  it('is passed by check where it has events and no read, and that is said', async () => {
    const edit = fileOf('edit.jsonl', event({ kind: 'edit', outcome: 'ok' }));
    expect(await ran('check', '--max-streak', '5', edit)).toEqual({
      code: 0,
      text: '',
      notes: ['no read is told of, so no streak was passed'],
    });
  });

  it('has the first of its skipped lines named by every command', async () => {
    const read = event({ kind: 'read', returned: [[1, 3]], totalLines: 3 });
    const damaged = fileOf('damaged.jsonl', `${read}no JSON\n${read}${'{\n'.repeat(12)}${read}`);
    const once = fileOf('once.jsonl', `${read}{"a":\n`);
    for (const command of [
      ['events'],
      ['report'],
      ['report', '--json'],
      ['check', '--max-streak', '5'],
      ['export', '--format', 'lcov'],
      ['calibrate'],
    ]) {
      expect((await ran(...command, damaged, once)).notes.toSorted()).toEqual([
        'damaged.jsonl: 13 lines were not understood and skipped: lines 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, …',
        'once.jsonl: 1 line was not understood and skipped: line 2',
      ]);
    }
  });

  it('is to be unpacked first where it is packed', async () => {
    const packed = fileOf('packed.jsonl.gz', gzipSync(event({ kind: 'read', returned: [[1, 3]] })));
    await expect(ran('report', packed)).rejects.toThrow(/packed\.jsonl\.gz is packed \(gzip\).*gunzip -k/);
    await expect(ran('report', fileOf('a.zst', Buffer.from('28b52ffd00', 'hex')))).rejects.toThrow('unzstd');
  });
});

describe('export', () => {
  it('says how often each line was given', async () => {
    const { text } = await printed('export', '--format', 'lcov', ...filesOf('claude-code-mention'));
    expect(text).toContain('SF:/home/dev/ws/src/small.ts\nDA:1,1\nDA:2,1\n');
    expect(text.endsWith('LF:20\nLH:20\nend_of_record\n')).toBe(true);
  });
});

describe('report', () => {
  it('counts what the repeats cost', async () => {
    const { text } = await printed('report', '--json', ...filesOf('claude-code-repeat'));
    const report = JSON.parse(text) as Report;
    const main = report.sessions[0]?.actors[0];
    expect(main).toMatchObject({ actor: 'main', maxStreak: 4, failures: 0 });
    expect(main?.cost.repeatedLines).toBeGreaterThan(1600);
    expect(main?.cost.repeatedBytes).toBeGreaterThan(40 * (main?.cost.repeatedLines ?? 0) * 0.7);
  });
});

describe('calibrate', () => {
  const reportOf = async (...files: string[]) =>
    JSON.parse((await printed('calibrate', '--json', ...files)).text) as CalibrationReport;

  it('tells what each level would have done', async () => {
    const { code, text } = await printed('calibrate', ...filesOf('claude-code-repeat'));
    expect(code).toBe(0);
    expect(text).toMatch(/^1 session, 1 actor: \d+ reads, \d+ brought nothing new;/);
    expect(text).toMatch(/^ +4 {2}warning +1 +1 +\d+ +\d+ {2}then /m);
    expect(text).toContain('The stop level (6) would have stopped nobody.');
  });

  it('takes the files of one session together, and sessions one by one', async () => {
    const subagents = filesOf('claude-code');
    expect(subagents.length).toBeGreaterThan(1);
    const one = await reportOf(...subagents);
    expect(one.sessions).toBe(1);
    expect(one.actors).toBeGreaterThan(1);
    const other = await reportOf(...filesOf('claude-code-repeat'));
    const both = await reportOf(...subagents, ...filesOf('claude-code-repeat'));
    expect(both.sessions).toBe(2);
    expect(both.reading).toEqual(sumOf(one.reading, other.reading));
    expect(both.stops).toEqual([...one.stops, ...other.stops]);
  });

  it('of files that cannot be read says which', async () => {
    await expect(printed('calibrate', join(folder, 'missing.jsonl'))).rejects.toThrow('does not exist');
  });
});
