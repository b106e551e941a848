import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { smallFile, smallText } from '../../../src/ingest/smallFile';

const folder = mkdtempSync(join(tmpdir(), 'small-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
writeFileSync(at('file'), 'text');
mkdirSync(at('folder'));

describe.each([
  ['at once', async (path: string, largest: number) => smallFile(path, largest)?.toString('utf8') ?? null],
  ['as text', smallText],
])('a small file, read %s', (_, read) => {
  it('is there as a whole, if it is a file and no larger than it may be', async () => {
    expect(await read(at('file'), 4)).toBe('text');
    expect(await read(at('file'), 3)).toBeNull();
    expect(await read(at('folder'), 4)).toBeNull();
    expect(await read(at('missing'), 4)).toBeNull();
    expect(await read(join(at('file'), 'below'), 4)).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('is never what a symlink leads to', async () => {
    rmSync(at('link'), { force: true });
    symlinkSync(at('file'), at('link'));
    expect(await read(at('link'), 4)).toBeNull();
  });
});
