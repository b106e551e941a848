import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
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
  const code = await run(args, out);
  await out.flush();
  return { code, text: pieces.join('') };
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
