import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Change, FileTail, SLICE_BYTES } from '../../../src/ingest/fileTail';

let folder: string;
let path: string;
let tail: FileTail;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tail-'));
  path = join(folder, 'log.jsonl');
  tail = new FileTail(path, 'refuse');
});
afterEach(async () => {
  await tail.release();
  rmSync(folder, { recursive: true, force: true });
});

/** One look and all that there is to read. */
async function poll(): Promise<[Change, string]> {
  const change = await tail.check();
  const slices: Buffer[] = [];
  for (let slice = await tail.read(); slice !== null; slice = await tail.read()) slices.push(slice);
  return [change, Buffer.concat(slices).toString()];
}

describe('following a file', () => {
  it('gives what is appended, byte by byte', async () => {
    expect(await poll()).toEqual(['none', '']);
    const text = 'one €\ntwo\n';
    let seen = '';
    for (const byte of Buffer.from(text)) {
      appendFileSync(path, Buffer.from([byte]));
      const slice: Buffer[] = [];
      expect(await tail.check()).toBe('grown');
      for (let next = await tail.read(); next !== null; next = await tail.read()) slice.push(next);
      expect(slice).toEqual([Buffer.from([byte])]);
      seen += Buffer.concat(slice).toString('latin1');
    }
    expect(Buffer.from(seen, 'latin1').toString()).toBe(text);
    expect(await poll()).toEqual(['none', '']);
    expect(tail.position).toBe(Buffer.byteLength(text));
  });

  it('gives slices of a limited size', async () => {
    const bytes = Buffer.alloc(SLICE_BYTES * 2 + 10, 'x');
    writeFileSync(path, bytes);
    await tail.check();
    expect((await tail.read())?.length).toBe(SLICE_BYTES);
    expect((await tail.read(7))?.length).toBe(7);
    expect(tail.unread).toBe(SLICE_BYTES + 3);
    expect((await tail.read())?.length).toBe(SLICE_BYTES);
    expect((await tail.read())?.length).toBe(3);
    expect(await tail.read()).toBeNull();
  });

  it('never makes the file', async () => {
    await poll();
    expect(tail.state).toBe('missing');
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(path, 'new\n');
    expect(await poll()).toEqual(['grown', 'new\n']);
    expect(tail.state).toBe('following');
  });

  it('starts again where the file was truncated', async () => {
    writeFileSync(path, 'one\ntwo\n');
    await poll();
    truncateSync(path, 4);
    expect(await poll()).toEqual(['none', '']);
    expect(await poll()).toEqual(['restarted', 'one\n']);
    truncateSync(path, 0);
    expect(await poll()).toEqual(['none', '']);
    expect(await poll()).toEqual(['restarted', '']);
    appendFileSync(path, 'x');
    expect(await poll()).toEqual(['grown', 'x']);
  });

  it('starts again where other bytes were written in place, longer or not', async () => {
    for (const text of ['ONE\ntwo\n', 'one\nTWO\n', 'other and longer\n', 'other and LONGER\n']) {
      writeFileSync(path, 'one\ntwo\n');
      await poll();
      await poll();
      writeFileSync(path, text);
      utimesSync(path, 1, 1);
      expect(await poll()).toEqual(['restarted', text]);
      rmSync(path);
      await poll();
    }
  });

  it('does not start again where only the time of the file moved', async () => {
    writeFileSync(path, 'one\n');
    await poll();
    utimesSync(path, 1, 1);
    expect(await poll()).toEqual(['none', '']);
    appendFileSync(path, 'two\n');
    expect(await poll()).toEqual(['grown', 'two\n']);
  });

  it('reads the rest of a file that another one replaced, and then that one', async () => {
    writeFileSync(path, 'one\n');
    await poll();
    appendFileSync(path, 'rest\n');
    renameSync(path, join(folder, 'log.1.jsonl'));
    writeFileSync(path, 'one\n');
    expect(await poll()).toEqual(['grown', 'rest\n']);
    expect(await poll()).toEqual(['restarted', 'one\n']);
  });

  it('reads the rest of a file that was deleted, and one that came back', async () => {
    writeFileSync(path, 'one\n');
    await poll();
    appendFileSync(path, 'rest\n');
    rmSync(path);
    expect(await poll()).toEqual(['grown', 'rest\n']);
    expect(await poll()).toEqual(['none', '']);
    expect(tail.state).toBe('missing');
    writeFileSync(path, 'one\nback\n');
    expect(await poll()).toEqual(['restarted', 'one\nback\n']);
  });

  it('goes on where the same file came back', async () => {
    writeFileSync(path, 'one\n');
    utimesSync(path, 5, 5);
    await poll();
    renameSync(path, `${path}.away`);
    await poll();
    renameSync(`${path}.away`, path);
    expect(await poll()).toEqual(['none', '']);
    appendFileSync(path, 'two\n');
    expect(await poll()).toEqual(['grown', 'two\n']);
  });

  it('goes on where the file is written anew with the same lines and more', async () => {
    writeFileSync(path, 'one\n');
    await poll();
    for (const [text, more] of [
      ['one\ntwo\n', 'two\n'],
      ['one\ntwo\nthree\n', 'three\n'],
    ] as const) {
      truncateSync(path, 0);
      expect(await poll()).toEqual(['none', '']);
      writeFileSync(path, text);
      expect(await poll()).toEqual(['grown', more]);
    }
    writeFileSync(`${path}.new`, 'one\ntwo\nthree\nfour\n');
    renameSync(`${path}.new`, path);
    expect(await poll()).toEqual(['grown', 'four\n']);
    writeFileSync(`${path}.new`, 'one\nTWO\nthree\nfour\nfive\n');
    renameSync(`${path}.new`, path);
    expect(await poll()).toEqual(['restarted', 'one\nTWO\nthree\nfour\nfive\n']);
  });

  it('compares every byte of a file that was replaced, or came back', async () => {
    const text = (middle: string) => `${'a'.repeat(300)}${middle}${'z'.repeat(300)}\n`;
    writeFileSync(path, text('one'));
    await poll();
    writeFileSync(`${path}.new`, text('two'));
    renameSync(`${path}.new`, path);
    expect(await poll()).toEqual(['restarted', text('two')]);
    rmSync(path);
    await poll();
    writeFileSync(path, text('six'));
    expect(await poll()).toEqual(['restarted', text('six')]);
    rmSync(path);
    await poll();
    writeFileSync(path, text('six'));
    expect(await poll()).toEqual(['none', '']);
  });

  it('goes on after it gave the open file back', async () => {
    writeFileSync(path, 'one\n');
    await poll();
    await tail.release();
    appendFileSync(path, 'two\n');
    expect(await poll()).toEqual(['grown', 'two\n']);
  });

  it('refuses what is no regular file', async () => {
    mkdirSync(path);
    await poll();
    expect(tail.state).toBe('not-a-file');
    rmSync(path, { recursive: true });
    writeFileSync(join(folder, 'target'), 'secret\n');
    symlinkSync('target', path);
    expect(await poll()).toEqual(['none', '']);
    expect(tail.state).toBe('not-a-file');
    const following = new FileTail(path, 'follow');
    expect(await following.check()).toBe('grown');
    symlinkSync('loop', join(folder, 'loop'));
    const loop = new FileTail(join(folder, 'loop'), 'follow');
    await loop.check();
    expect(loop.state).toBe('not-a-file');
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe', async () => {
    execFileSync('mkfifo', [path]);
    expect(await poll()).toEqual(['none', '']);
    expect(tail.state).toBe('not-a-file');
  });

  it.skipIf(process.getuid?.() === 0)('goes on where permission was lost and given back', async () => {
    writeFileSync(path, 'one\n');
    await poll();
    await tail.release();
    chmodSync(path, 0);
    expect(await poll()).toEqual(['none', '']);
    expect(tail.state).toBe('no-permission');
    chmodSync(path, 0o600);
    appendFileSync(path, 'two\n');
    expect(await poll()).toEqual(['grown', 'two\n']);
    expect(tail.state).toBe('following');
  });

  it.skipIf(process.platform === 'win32')('tells where the folder itself is gone', async () => {
    rmSync(folder, { recursive: true });
    await poll();
    expect(tail.state).toBe('missing');
    expect(existsSync(folder)).toBe(false);
  });
});
