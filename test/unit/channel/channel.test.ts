import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Channel } from '../../../src/channel/channel';
import { askWindows } from '../../../src/channel/client';
import { listWindows, windowsFolder, writeWindow } from '../../../src/channel/registry';
import { temporaryHome } from './temporaryHome';
import { hasher, sent } from './testWindow';

function channel(home: string, folders: readonly string[], onLost = () => {}) {
  const heard: string[] = [];
  const faults: unknown[] = [];
  const made = new Channel({
    userFolder: home,
    hasher,
    folders,
    agents: ['claude-code'],
    listener: async (_, { session }) => {
      heard.push(session);
      return { verdict: {}, delivered: () => undefined };
    },
    onFault: (fault) => faults.push(fault),
    onLost,
  });
  onTestFinished(() => made.close());
  return { made, heard, faults };
}

describe('a window on the channel', () => {
  it('is there while it is open, under the true names of its folders', async () => {
    const root = temporaryHome();
    const home = join(root, 'home');
    mkdirSync(join(root, 'repository', '.git'), { recursive: true });
    mkdirSync(join(root, 'repository', 'package'));
    symlinkSync(join(root, 'repository', 'package'), join(root, 'link'));
    const { made, heard, faults } = channel(home, [join(root, 'link')]);
    await made.open();
    const windows = listWindows(home);
    expect(windows).toMatchObject([
      {
        folders: [join(root, 'repository', 'package')],
        roots: [join(root, 'repository')],
        host: hostname(),
        pid: process.pid,
      },
    ]);
    await (await askWindows(windows, 'claude-code', sent(), 20_000)).finish(false);
    expect(heard).toEqual(['s1']);
    made.close();
    expect(readdirSync(windowsFolder(home))).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('leaves nothing behind, though it is closed while it opens', async () => {
    const home = temporaryHome();
    const { made } = channel(home, [home]);
    const opened = made.open();
    made.close();
    await opened;
    expect(listWindows(home)).toEqual([]);
    expect(existsSync(windowsFolder(home)) ? readdirSync(windowsFolder(home)) : []).toEqual([]);
  });

  it('comes back where somebody cleaned up too much', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const home = temporaryHome();
    let lost = 0;
    const { made, faults } = channel(home, ['/a'], () => lost++);
    await made.open();
    const [name = ''] = readdirSync(windowsFolder(home)).filter((each) => each.endsWith('.json'));
    rmSync(join(windowsFolder(home), name));
    vi.advanceTimersByTime(20_000);
    expect(listWindows(home)).toHaveLength(1);
    expect(lost).toBe(0);
    rmSync(windowsFolder(home), { recursive: true });
    vi.advanceTimersByTime(15_000);
    expect(lost).toBe(process.platform === 'win32' ? 0 : 1);
    expect(faults).toEqual([]);
  });

  it('takes away what dead windows left, and nothing of the living or of other machines', async () => {
    const home = temporaryHome();
    const first = channel(home, ['/a']);
    await first.made.open();
    const [living] = listWindows(home);
    if (living === undefined) throw new Error('no window');
    const socket = join(windowsFolder(home), `${'b'.repeat(16)}.sock`);
    writeFileSync(socket, '');
    const entry = (id: string, over: object) => writeWindow(home, { ...living, id: id.repeat(16), ...over });
    entry('a', { pid: 2 ** 22 + 7 });
    entry('b', { endpoint: socket });
    entry('c', { endpoint: join(home, 'gone.sock') });
    entry('d', { host: 'another machine', endpoint: join(home, 'gone.sock') });
    const second = channel(home, ['/b']);
    await second.made.open();
    expect(new Set(listWindows(home).map(({ folders, host }) => `${host} ${folders}`))).toEqual(
      new Set([`${hostname()} /a`, `${hostname()} /b`, 'another machine /a']),
    );
    expect(existsSync(socket)).toBe(false);
    rmSync(windowsFolder(home), { recursive: true });
  });
});
