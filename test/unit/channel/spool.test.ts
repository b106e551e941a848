import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LARGEST_SPOOL_FILE, MOST_SPOOL_FILES, SPOOL_KEPT } from '../../../src/channel/limits';
import { SpoolReader, spool } from '../../../src/channel/spool';
import { temporaryHome } from './temporaryHome';

/** A user without rights of its own. */
const NOBODY = 65_534;

const put = (home: string, session: string, hook: unknown, places = ['/ws']) =>
  spool(home, session, { agent: 'claude-code', places, hook });
const read = async (home: string, now = Date.now()) =>
  (await new SpoolReader(home).read(now, ([place]) => place === '/ws')).map(({ hook }) => hook);

describe('the spool', () => {
  it('gives each session in its order, to those whom it concerns, again and again', async () => {
    const home = temporaryHome();
    expect(await read(home)).toEqual([]);
    put(home, 'b', 1);
    put(home, 'a', 2);
    put(home, 'b', 3);
    put(home, 'c', 4, ['/other', '/ws']);
    put(home, 'a', 5, ['/elsewhere']);
    expect(await read(home)).toEqual([2, 5, 1, 3]);
    expect(await read(home)).toEqual([2, 5, 1, 3]);
  });

  it('gives one reader each thing once, also where a file is full meanwhile', async () => {
    const home = temporaryHome();
    const reader = new SpoolReader(home);
    const next = async () => (await reader.read(Date.now(), () => true)).map(({ hook }) => hook);
    put(home, 'a', 1);
    put(home, 'b', 2);
    expect(await next()).toEqual([1, 2]);
    expect(await next()).toEqual([]);
    put(home, 'b', 3);
    // Another process may be in the middle of a line.
    appendFileSync(join(home, 'spool', 'a.jsonl'), '{"v":1,"agent":"x","places":[],');
    expect(await next()).toEqual([3]);
    appendFileSync(join(home, 'spool', 'a.jsonl'), '"hook":4}\n');
    expect(await next()).toEqual([4]);
    const long = 'é'.repeat(LARGEST_SPOOL_FILE / 4);
    put(home, 'b', long);
    put(home, 'b', long);
    put(home, 'b', 5);
    expect(readdirSync(join(home, 'spool'))).toContain('b.jsonl.full');
    expect(await next()).toEqual([long, long, 5]);
    expect(await next()).toEqual([]);
  });

  it('gives one reader each thing once, also after bytes that are no text', async () => {
    const home = temporaryHome();
    const reader = new SpoolReader(home);
    const next = async () => (await reader.read(Date.now(), () => true)).map(({ hook }) => hook);
    put(home, 'a', 1);
    appendFileSync(join(home, 'spool', 'a.jsonl'), Buffer.from([0xff, 0xc3, 0x0a]));
    expect(await next()).toEqual([1]);
    expect(await next()).toEqual([]);
    put(home, 'a', 2);
    expect(await next()).toEqual([2]);
    expect(await next()).toEqual([]);
  });

  it('is bounded', async () => {
    const home = temporaryHome();
    for (let i = 0; i < MOST_SPOOL_FILES + 10; i++) {
      put(home, `s${i}`, i);
      utimesSync(join(home, 'spool', `s${i}.jsonl`), 1_000_000 + i, 1_000_000 + i);
    }
    expect(readdirSync(join(home, 'spool'))).toHaveLength(MOST_SPOOL_FILES);
    expect(readdirSync(join(home, 'spool'))).not.toContain('s0.jsonl');
    const large = 'x'.repeat(LARGEST_SPOOL_FILE / 4);
    for (let i = 0; i < 11; i++) put(home, 'long', `${i} ${large}`);
    const size = (name: string) => statSync(join(home, 'spool', name)).size;
    expect(size('long.jsonl')).toBeLessThan(2 * LARGEST_SPOOL_FILE);
    expect(size('long.jsonl.full')).toBeLessThan(2 * LARGEST_SPOOL_FILE);
    const numbers = (await read(home))
      .filter((hook) => typeof hook === 'string')
      .map((hook) => Number.parseInt(hook, 10));
    expect(numbers).toEqual([4, 5, 6, 7, 8, 9, 10]);
  });

  it('keeps nothing for ever', async () => {
    const home = temporaryHome();
    put(home, 'a', 1);
    expect(await read(home, Date.now() + SPOOL_KEPT - 60_000)).toEqual([1]);
    expect(await read(home, Date.now() + SPOOL_KEPT + 60_000)).toEqual([]);
    expect(readdirSync(join(home, 'spool'))).toEqual([]);
  });

  it('survives names and lines of any kind', async () => {
    const home = temporaryHome();
    for (const session of ['../../up', 'a/b', '', '\0', 'x'.repeat(500), '日本', 'con'])
      put(home, session, 1);
    expect(readdirSync(home)).toEqual(['spool']);
    writeFileSync(
      join(home, 'spool', 'broken.jsonl'),
      'no json\n[]\n{"v":1}\n{"v":1,"agent":"a","places":"x"}\n',
    );
    writeFileSync(join(home, 'spool', 'other.txt'), 'x');
    expect(await read(home)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  it.runIf(process.platform !== 'win32')('writes through no link', async () => {
    const home = temporaryHome();
    put(home, 'a', 1);
    const other = join(home, 'other');
    writeFileSync(other, 'mine');
    symlinkSync(other, join(home, 'spool', 'b.jsonl'));
    put(home, 'b', 2);
    expect(statSync(other).size).toBe(4);
    expect(await read(home)).toEqual([1, 2]);
  });

  it.runIf(process.platform !== 'win32')('is no folder that a link leads to', async () => {
    const home = temporaryHome();
    const other = join(home, 'other');
    mkdirSync(other, { mode: 0o755 });
    for (let i = 0; i < MOST_SPOOL_FILES + 10; i++) {
      mkdirSync(join(other, `folder${i}`));
      writeFileSync(join(other, `${i}.jsonl`), 'mine');
    }
    const names = readdirSync(other);
    symlinkSync(other, join(home, 'spool'));
    put(home, 'a', 1);
    expect(await read(home, Date.now() + 2 * SPOOL_KEPT)).toEqual([]);
    expect(readdirSync(other)).toEqual(names);
    expect(statSync(other).mode & 0o777).toBe(0o755);
  });

  it('takes away its own files only', () => {
    const home = temporaryHome();
    put(home, 'first', 1);
    for (let i = 0; i < MOST_SPOOL_FILES + 10; i++) mkdirSync(join(home, 'spool', `mine${i}`));
    put(home, 'second', 2);
    expect(readdirSync(join(home, 'spool'))).toHaveLength(MOST_SPOOL_FILES + 12);
  });

  it('loses nothing after a line that was not written to its end', async () => {
    const home = temporaryHome();
    put(home, 'a', 1);
    appendFileSync(join(home, 'spool', 'a.jsonl'), '{"v":1,"agent":"x","pla');
    const reader = new SpoolReader(home);
    const next = async () => (await reader.read(Date.now(), () => true)).map(({ hook }) => hook);
    expect(await next()).toEqual([1]);
    put(home, 'a', 2);
    expect(await next()).toEqual([2]);
    expect(await read(home)).toEqual([1, 2]);
  });

  it.skipIf(process.platform === 'win32')('goes on where a file is another user’s', async () => {
    const home = temporaryHome();
    for (const session of ['a', 'b', 'c']) put(home, session, session);
    chmodSync(home, 0o755);
    chmodSync(join(home, 'spool'), 0o755);
    for (const name of ['a', 'c']) chmodSync(join(home, 'spool', `${name}.jsonl`), 0o644);
    chmodSync(join(home, 'spool', 'b.jsonl'), 0);
    // Modes say nothing to root.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(NOBODY);
    onTestFinished(() => (isRoot ? process.seteuid?.(0) : undefined));
    expect(await read(home)).toEqual(['a', 'c']);
  });

  it('goes on where the full part of a file cannot be one', async () => {
    const home = temporaryHome();
    put(home, 'a', 'x'.repeat(LARGEST_SPOOL_FILE));
    mkdirSync(join(home, 'spool', 'a.jsonl.full', 'deep'), { recursive: true });
    put(home, 'a', 2);
    expect(await read(home)).toHaveLength(2);
  });
});
