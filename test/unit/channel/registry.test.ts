import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeEndpoint } from '../../../src/channel/endpoint';
import {
  listWindows,
  removeWindow,
  type WindowEntry,
  windowsFolder,
  windowsFor,
  writeWindow,
} from '../../../src/channel/registry';
import { temporaryHome } from './temporaryHome';

const window = (id: string, over: Partial<WindowEntry> = {}): WindowEntry => ({
  id: id.padStart(16, '0'),
  pid: 7,
  host: 'here',
  folders: ['/ws'],
  roots: [],
  endpoint: '/run/x.sock',
  token: 't',
  startedAt: 1,
  ...over,
});
const isPosix = process.platform !== 'win32';

describe('the registry of windows', () => {
  it('keeps what a window says of itself, for its user alone', () => {
    const home = join(temporaryHome(), 'home');
    expect(listWindows(home)).toEqual([]);
    writeWindow(home, window('a'));
    writeWindow(home, window('b', { folders: ['/other', '/ws/deep'], roots: ['/'] }));
    expect(listWindows(home)).toEqual([
      window('a'),
      window('b', { folders: ['/other', '/ws/deep'], roots: ['/'] }),
    ]);
    writeWindow(home, window('a', { folders: ['/moved'] }));
    removeWindow(home, window('b').id);
    removeWindow(home, window('c').id);
    expect(listWindows(home)).toEqual([window('a', { folders: ['/moved'] })]);
    expect(readdirSync(windowsFolder(home))).toEqual([`${window('a').id}.json`]);
    if (!isPosix) return;
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    expect([home, windowsFolder(home)].map(modeOf)).toEqual([0o700, 0o700]);
    expect(modeOf(join(windowsFolder(home), `${window('a').id}.json`))).toBe(0o600);
  });

  it('passes over what is no entry', () => {
    const home = temporaryHome();
    writeWindow(home, window('a'));
    const folder = windowsFolder(home);
    const put = (id: string, text: string) =>
      writeFileSync(join(folder, `${id.padStart(16, '0')}.json`), text);
    put('b', 'no json');
    put('c', '[]');
    put('d', JSON.stringify({ v: 2, ...window('d') }));
    put('e', JSON.stringify({ v: 1, ...window('f') }));
    put('1', JSON.stringify({ v: 1, ...window('1', { endpoint: 'relative' }) }));
    put('2', JSON.stringify({ v: 1, ...window('2', { endpoint: '/a\0b' }) }));
    put('3', JSON.stringify({ v: 1, ...window('3', { token: '' }) }));
    put('4', JSON.stringify({ v: 1, ...window('4', { pid: -1 }) }));
    put('5', ' '.repeat(300_000));
    put('6', JSON.stringify({ v: 1, ...window('6'), folders: [7, null, '/six'], roots: 'x' }));
    writeFileSync(join(folder, 'notes.json'), '{}');
    mkdirSync(join(folder, `${'8'.padStart(16, '0')}.json`));
    if (isPosix)
      symlinkSync(join(folder, `${window('a').id}.json`), join(folder, `${'9'.padStart(16, '0')}.json`));
    expect(listWindows(home)).toEqual([window('6', { folders: ['/six'] }), window('a')]);
  });

  it.runIf(isPosix)('believes no folder that others can write to, and makes its own private', () => {
    const home = temporaryHome();
    writeWindow(home, window('a'));
    chmodSync(windowsFolder(home), 0o777);
    expect(listWindows(home)).toEqual([]);
    writeWindow(home, window('a'));
    expect(listWindows(home)).toEqual([window('a')]);
  });
});

describe('the windows that hear a session', () => {
  const ids = (windows: readonly WindowEntry[], ...places: string[]) =>
    windowsFor(windows, places).map(({ id }) => id.replace(/^0+/, ''));

  it('are those whose folders hold it, the longest first, then the eldest', () => {
    const windows = [
      window('1', { folders: ['/ws'], startedAt: 9 }),
      window('2', { folders: ['/ws/deep', '/x'] }),
      window('3', { folders: ['/ws'], startedAt: 5 }),
      window('4', { folders: ['/'] }),
      window('5', { folders: ['/wsx', '/ws/deeper'] }),
      window('6', { folders: [], roots: ['/ws'] }),
    ];
    expect(ids(windows, '/ws/deep/er')).toEqual(['2', '3', '1', '4']);
    expect(ids(windows, '/ws')).toEqual(['3', '1', '4', '6']);
    expect(ids(windows, '/elsewhere')).toEqual(['4']);
    expect(ids(windows, '/elsewhere', '/ws/deeper')).toEqual(['5', '3', '1', '4']);
  });
});

describe('where a window listens', () => {
  it.runIf(isPosix)('is a socket beside the registry, or where its path is short enough', () => {
    const home = temporaryHome();
    expect(makeEndpoint(home, 'abc').path).toBe(join(windowsFolder(home), 'abc.sock'));
    const long = join(home, 'x'.repeat(90));
    const endpoint = makeEndpoint(long, 'abc');
    expect(Buffer.byteLength(endpoint.path)).toBeLessThan(100);
    expect(statSync(join(endpoint.path, '..')).mode & 0o777).toBe(0o700);
    endpoint.remove();
    expect(() => statSync(join(endpoint.path, '..'))).toThrow();
  });

  it('is a pipe on Windows', () => {
    expect(makeEndpoint('C:\\x', 'abc', 'win32').path).toBe('\\\\.\\pipe\\read-coverage-abc');
  });
});
