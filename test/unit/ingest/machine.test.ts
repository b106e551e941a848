import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeRoots } from '../../../src/agents/claudeCode/transcripts';
import { codexTranscripts } from '../../../src/agents/codex/transcripts';
import { editorFolders } from '../../../src/agents/editorFolders';
import { folderInDetails, folderOf } from '../../../src/agents/recordedFolder';
import { CanonicalPaths } from '../../../src/ingest/canonicalPath';
import { machineOf } from '../../../src/ingest/machine';
import { isWithin } from '../../../src/ingest/workspaceFolders';

const windows = (env: NodeJS.ProcessEnv = {}) => machineOf(env, 'C:\\Users\\me', { platform: 'win32' });

describe('folders of agents', () => {
  it('are told by variables only where these hold absolute paths', () => {
    const linux = (value: string) => machineOf({ CODEX_HOME: value }, '/home/me', { platform: 'linux' });
    expect(codexTranscripts.roots(linux('/data/codex/'))).toEqual(['/data/codex']);
    for (const value of ['', 'codex', '~/codex', './x', 'C:\\codex']) {
      expect(codexTranscripts.roots(linux(value))).toEqual(['/home/me/.codex']);
    }
    expect(codexTranscripts.roots(windows({ CODEX_HOME: 'D:\\codex\\' }))).toEqual(['D:/codex']);
    expect(codexTranscripts.roots(windows())).toEqual(['C:/Users/me/.codex']);
    expect(machineOf({ X: '/' }, '/home/me', { platform: 'linux' }).folder('X')).toBe('/');
  });

  it('can be several', () => {
    const machine = windows({ CLAUDE_CONFIG_DIR: 'D:\\a, relative,E:/b' });
    expect(claudeRoots(machine)).toEqual(['D:/a', 'E:/b']);
  });

  it('of editors are where each system keeps them', () => {
    const code = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) => {
      const home = platform === 'win32' ? 'C:\\Users\\me' : '/home/me';
      return editorFolders(machineOf(env, home, { platform })).find((folder) =>
        folder.endsWith('/Code/User'),
      );
    };
    expect(code('linux')).toBe('/home/me/.config/Code/User');
    expect(code('linux', { XDG_CONFIG_HOME: '/config' })).toBe('/config/Code/User');
    expect(code('freebsd')).toBe('/home/me/.config/Code/User');
    expect(code('darwin')).toBe('/home/me/Library/Application Support/Code/User');
    expect(code('win32')).toBe('C:/Users/me/AppData/Roaming/Code/User');
    expect(code('win32', { APPDATA: 'D:\\Roaming' })).toBe('D:/Roaming/Code/User');
    const own = machineOf({}, '/home/me', { platform: 'linux', editorFolder: '/own/User' });
    expect(editorFolders(own)[0]).toBe('/own/User');
  });
});

describe('a recorded folder', () => {
  it.each([
    ['/home/me/ws', '/home/me/ws'],
    ['C:\\Users\\me', 'C:\\Users\\me'],
    ['file:///home/me/a%20b', '/home/me/a b'],
    ['file:///c%3A/Users/me', 'c:/Users/me'],
    ['vscode-remote://ssh-remote%2Bhost/home/me', '/home/me'],
    ['file://server/share', undefined],
    ['https://example.org/home', undefined],
    ['file:///%', undefined],
    ['ws', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (text, folder) => {
    expect(folderOf(text)).toBe(folder);
  });

  it('is in the details of a prompt, and nowhere else in it', () => {
    const details =
      '<environment_details>\n# Current Working Directory (/home/me/a (b)) Files\nx\n</environment_details>';
    const prompt = (text: string, role = 'user') => ({
      items: [{ role, content: [{ type: 'text', text }] }],
    });
    expect(folderInDetails(prompt(details))).toBe('/home/me/a (b)');
    expect(folderInDetails({ messages: prompt(details).items })).toBe('/home/me/a (b)');
    expect(folderInDetails(prompt(details, 'assistant'))).toBeUndefined();
    expect(folderInDetails(prompt('# Current Working Directory (/home/me) Files'))).toBeUndefined();
    expect(folderInDetails({ items: [null, { role: 'user' }, 'x'] })).toBeUndefined();
  });
});

describe('a folder and what is in it', () => {
  it('are told by whole names', () => {
    expect(isWithin('/a/b/c', '/a/b', posix)).toBe(true);
    expect(isWithin('/a/b', '/a/b', posix)).toBe(true);
    expect(isWithin('/a/b-c', '/a/b', posix)).toBe(false);
    expect(isWithin('/a', '/a/b', posix)).toBe(false);
    expect(isWithin('/a/..b', '/a', posix)).toBe(true);
    expect(isWithin('c:\\a\\b', 'c:\\a', win32)).toBe(true);
    expect(isWithin('d:\\a\\b', 'c:\\a', win32)).toBe(false);
    expect(isWithin('c:\\ab', 'c:\\a', win32)).toBe(false);
    expect(isWithin('\\\\server\\share\\a', 'c:\\', win32)).toBe(false);
  });

  it('are the same on Windows whatever the case of the drive and the slashes', () => {
    const paths = new CanonicalPaths({
      now: () => 0,
      lifetime: 1,
      style: win32,
      askSync: ({ ask, path }) => (ask === 'realpath' ? path : path.toLowerCase()),
    });
    const folder = paths.sync('C:\\Users\\Me\\ws');
    for (const cwd of ['c:\\users\\me\\ws', 'C:/Users/me/WS/', 'c:/Users/Me/ws/packages/..']) {
      expect(paths.sync(cwd)).toBe(folder);
    }
    expect(isWithin(paths.sync('c:/users/me/ws/packages/a'), folder, win32)).toBe(true);
    expect(isWithin(paths.sync('d:/users/me/ws'), folder, win32)).toBe(false);
  });
});
