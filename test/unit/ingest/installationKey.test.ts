import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installationHasherSync } from '../../../src/ingest/installationHasher';
import { installationKey } from '../../../src/ingest/installationKey';
import { userFolder } from '../../../src/ingest/userFolder';

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'key-'));
  folder = join(home, 'data', 'read-coverage');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the key of an installation', () => {
  it('is made once and kept', () => {
    const key = installationKey(folder);
    expect(installationKey(folder)).toEqual(key);
    expect(readdirSync(folder)).toEqual(['line-key']);
    expect(installationHasherSync(folder).line('a')).toBe(installationHasherSync(folder).line('a'));
    expect(installationKey(join(home, 'other'))).not.toEqual(key);
  });

  it('is the same for processes that start at once', async () => {
    const entry = join(home, 'key.mjs');
    await build({
      stdin: {
        contents: `import { installationKey } from './src/ingest/installationKey';
          console.log(installationKey(process.argv[2]).join());`,
        resolveDir: process.cwd(),
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: entry,
      logLevel: 'error',
    });
    const run = promisify(execFile);
    const keys = await Promise.all(
      Array.from({ length: 8 }, async () => (await run(process.execPath, [entry, folder])).stdout.trim()),
    );
    expect(new Set(keys)).toEqual(new Set([installationKey(folder).join()]));
    expect(readdirSync(folder)).toEqual(['line-key']);
  }, 60_000);

  it.skipIf(process.platform === 'win32')('is for its owner only', () => {
    installationKey(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'line-key')).mode & 0o777).toBe(0o600);
  });

  it('is random where what is kept is damaged, and that is left alone', () => {
    installationKey(folder);
    for (const damaged of ['', 'xyz', '0123456789abcdef0', 'x'.repeat(100)]) {
      writeFileSync(join(folder, 'line-key'), damaged);
      expect(installationKey(folder)).not.toEqual(installationKey(folder));
      expect(readFileSync(join(folder, 'line-key'), 'utf8')).toBe(damaged);
    }
  });

  it('is random where the folder cannot be made', () => {
    writeFileSync(join(home, 'data'), 'a file');
    expect(installationKey(folder)).not.toEqual(installationKey(folder));
  });

  it.skipIf(process.getuid?.() === 0)('is random where it cannot be read', () => {
    const key = installationKey(folder);
    chmodSync(join(folder, 'line-key'), 0);
    expect(installationKey(folder)).not.toEqual(key);
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe in its place', () => {
    installationKey(folder);
    rmSync(join(folder, 'line-key'));
    execFileSync('mkfifo', [join(folder, 'line-key')]);
    expect(installationKey(folder)).toHaveLength(2);
  });
});

describe('the folder of the user', () => {
  it('is where each system keeps such data', () => {
    expect(userFolder({}, 'linux', '/home/u')).toBe('/home/u/.local/share/read-coverage');
    expect(userFolder({ XDG_DATA_HOME: '/data' }, 'linux', '/home/u')).toBe('/data/read-coverage');
    expect(userFolder({ XDG_DATA_HOME: 'data' }, 'linux', '/home/u')).toBe(
      '/home/u/.local/share/read-coverage',
    );
    expect(userFolder({}, 'darwin', '/Users/u')).toBe('/Users/u/Library/Application Support/read-coverage');
    expect(userFolder({ LOCALAPPDATA: 'C:\\Local' }, 'win32', 'C:\\u')).toBe('C:\\Local\\read-coverage');
    expect(userFolder({}, 'win32', 'C:\\u')).toBe('C:\\u\\AppData\\Local\\read-coverage');
  });

  it('can be named', () => {
    expect(userFolder({ READ_COVERAGE_HOME: '/elsewhere' }, 'linux', '/home/u')).toBe('/elsewhere');
  });
});
