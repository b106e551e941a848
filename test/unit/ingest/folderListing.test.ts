import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderListings, listFolder } from '../../../src/ingest/folderListing';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'listing-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Adds a file that leaves the time of the folder as it was. */
function addUnseen(name: string): void {
  const { atime, mtime } = statSync(folder);
  writeFileSync(join(folder, name), '');
  utimesSync(folder, atime, mtime);
}

describe('listing a folder', () => {
  it('tells why it cannot be listed', async () => {
    expect(await listFolder(join(folder, 'gone'))).toEqual({ folders: [], files: [], state: 'missing' });
    writeFileSync(join(folder, 'file'), '');
    expect((await listFolder(join(folder, 'file'))).state).toBe('missing');
  });

  it('is done again where the folder changed', async () => {
    const listings = new FolderListings();
    utimesSync(folder, 1, 1);
    expect(await listings.list(folder)).toEqual({ folders: [], files: [], state: null });
    writeFileSync(join(folder, 'b'), '');
    mkdirSync(join(folder, 'a'));
    symlinkSync('a', join(folder, 'c'));
    expect(await listings.list(folder)).toEqual({ folders: ['a'], files: ['b'], state: null });
    rmSync(folder, { recursive: true });
    expect(await listings.list(folder)).toEqual({ folders: [], files: [], state: 'missing' });
  });

  it('is not done again where it did not', async () => {
    const listings = new FolderListings();
    utimesSync(folder, 1, 1);
    await listings.list(folder);
    addUnseen('a');
    expect((await listings.list(folder)).files).toEqual([]);
  });

  it('is done again where the folder changed only just now: it may have changed twice', async () => {
    const listings = new FolderListings();
    const soon = Date.now() / 1000 + 60;
    utimesSync(folder, soon, soon);
    await listings.list(folder);
    addUnseen('a');
    expect((await listings.list(folder)).files).toEqual(['a']);
  });
});
