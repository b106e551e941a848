import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CanonicalPaths } from '../../../src/ingest/canonicalPath';
import type { DiskAnswer, DiskQuestion } from '../../../src/ingest/pathDisk';

let folder: string;
let time = 0;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'canonical-')));
  time = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const real = () => new CanonicalPaths({ now: () => time, lifetime: 1000 });

/** Both ways of asking give the same. */
async function canonical(path: string): Promise<string> {
  const sync = real().sync(path);
  expect(await real().resolve(path)).toBe(sync);
  return sync;
}

/** A disk of plain folders and files in memory, with or without regard to case. */
function memoryDisk(files: readonly string[], style: typeof posix, foldsCase: (folder: string) => boolean) {
  const ids = new Map<string, { id: string; path: string }>();
  const key = (path: string): string => {
    const parent = style.dirname(path);
    if (parent === path) return path.toLowerCase();
    const name = style.basename(path);
    return style.join(key(parent), foldsCase(parent) ? name.toLowerCase() : name);
  };
  for (const file of files) {
    for (let path = file; ; path = style.dirname(path)) {
      if (!ids.has(key(path))) ids.set(key(path), { id: `${ids.size}`, path });
      if (path === style.dirname(path)) break;
    }
  }
  const asked: DiskQuestion[] = [];
  const askSync = (question: DiskQuestion): DiskAnswer => {
    asked.push(question);
    const found = ids.get(key(question.path));
    return (question.ask === 'realpath' ? found?.path : found?.id) ?? null;
  };
  return { paths: new CanonicalPaths({ now: () => 0, lifetime: 1, style, askSync }), asked };
}

describe('canonical paths on this disk', () => {
  it('resolve dots, symlinks of files and of folders', async () => {
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src', 'a.ts'), '');
    symlinkSync('a.ts', join(folder, 'src', 'link.ts'));
    symlinkSync('src', join(folder, 'alias'));
    const file = await canonical(join(folder, 'src', 'a.ts'));
    for (const way of ['src/./a.ts', 'src/../src/a.ts', 'src/link.ts', 'alias/link.ts', 'src//a.ts']) {
      expect(await canonical(`${folder}/${way}`)).toBe(file);
    }
    expect(await canonical(join(folder, 'src/'))).toBe(await canonical(join(folder, 'src')));
  });

  it('resolve what exists of a path that does not', async () => {
    mkdirSync(join(folder, 'src'));
    symlinkSync('src', join(folder, 'alias'));
    const missing = await canonical(join(folder, 'alias', 'new', 'b.ts'));
    expect(missing).toBe(join(await canonical(join(folder, 'src')), 'new', 'b.ts'));
  });

  it('end at a symlink loop', async () => {
    symlinkSync('loop2', join(folder, 'loop1'));
    symlinkSync('loop1', join(folder, 'loop2'));
    const base = await canonical(folder);
    expect(await canonical(join(folder, 'loop1'))).toBe(join(base, 'loop1'));
    expect(await canonical(join(folder, 'loop1', 'x.ts'))).toBe(join(base, 'loop1', 'x.ts'));
  });

  it('keep names as they are, whatever is in them', async () => {
    const base = await canonical(folder);
    for (const name of ['new\nline', 'bell\u0007', 'ﬁ\u202e', ' ']) {
      writeFileSync(join(folder, name), '');
      expect(await canonical(join(folder, name))).toBe(join(base, name));
    }
  });

  it('never throw', async () => {
    for (const path of [`${folder}/a\0b`, `/${'x'.repeat(40_000)}`, `/${'d/'.repeat(5_000)}e`, '/', '']) {
      expect(typeof (await canonical(path))).toBe('string');
    }
    expect(await canonical('relative/../a')).toBe('relative/../a');
  });

  it('are asked again after a while', async () => {
    mkdirSync(join(folder, 'old'));
    mkdirSync(join(folder, 'new'));
    symlinkSync('old', join(folder, 'link'));
    const paths = real();
    const path = join(folder, 'link', 'a.ts');
    const before = paths.sync(path);
    symlinkSync('new', join(folder, 'link2'));
    renameSync(join(folder, 'link2'), join(folder, 'link'));
    time = 999;
    expect(paths.sync(path)).toBe(before);
    time = 1000;
    expect(paths.sync(path)).toBe(await canonical(join(folder, 'new', 'a.ts')));
    expect(await paths.resolve(path)).toBe(paths.sync(path));
  });
});

describe('canonical paths and case', () => {
  it('keep case where the disk does', () => {
    const { paths } = memoryDisk(['/Repo/Src/A.ts'], posix, () => false);
    expect(paths.sync('/Repo/Src/A.ts')).toBe('/Repo/Src/A.ts');
    expect(paths.sync('/Repo/src/A.ts')).toBe('/Repo/src/A.ts');
  });

  it('fold case where the disk does, existing or not', () => {
    const { paths } = memoryDisk(['/Repo/Src/A.ts'], posix, () => true);
    for (const way of ['/Repo/Src/A.ts', '/repo/SRC/a.TS']) expect(paths.sync(way)).toBe('/repo/src/a.ts');
    expect(paths.sync('/Repo/Src/New.ts')).toBe(paths.sync('/repo/src/NEW.ts'));
  });

  it('fold case only in the folders that do', () => {
    const { paths } = memoryDisk(['/Home/Mixed/A.ts'], posix, (folder) => folder.startsWith('/Home/Mixed'));
    expect(paths.sync('/Home/Mixed/a.TS')).toBe('/Home/Mixed/a.ts');
    expect(paths.sync('/Home/mixed/A.ts')).toBe('/Home/mixed/A.ts');
  });

  it('know one drive letter and one way of writing on Windows', () => {
    const { paths } = memoryDisk(['C:\\Repo\\A.ts'], win32, () => true);
    for (const way of ['c:\\repo\\a.ts', 'C:/Repo/A.ts', 'C:\\Repo\\.\\x\\..\\A.ts']) {
      expect(paths.sync(way)).toBe('c:\\repo\\a.ts');
    }
    expect(paths.sync('D:\\Gone\\A.ts')).toBe('d:\\gone\\a.ts');
  });

  it('ask no other machine', () => {
    const { paths, asked } = memoryDisk(['C:\\Repo\\A.ts'], win32, () => true);
    expect(paths.sync('\\\\Server\\share\\x\\..\\A')).toBe(paths.sync('//server/share/a'));
    expect(asked).toEqual([]);
  });
});
