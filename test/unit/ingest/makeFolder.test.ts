import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../../src/ingest/makeFolder';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rc-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('makes a folder with those around it, and again', () => {
  const folder = join(place(), 'a', 'b', 'c');
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

it('ends where there can be none', () => {
  const root = place();
  writeFileSync(join(root, 'file'), '');
  for (const path of ['file', 'file/a/b', 'x'.repeat(5000)])
    expect(() => makeFolder(join(root, path))).toThrow();
  expect(statSync(join(root, 'file')).isFile()).toBe(true);
});

it.runIf(process.platform === 'linux')('ends where the system knows of no such folder', () => {
  expect(() => makeFolder('/proc/self/nowhere/at/all')).toThrow();
  const link = join(place(), 'link');
  symlinkSync('/nowhere/at/all', link);
  expect(() => makeFolder(join(link, 'a'))).toThrow();
  expect(existsSync('/nowhere')).toBe(false);
});
