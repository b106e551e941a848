import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeEndpoint } from '../../../src/channel/endpoint';
import { hookScript } from '../../../src/connect/cline/hookScript';
import { shellCommand } from '../../../src/connect/shellCommand';
import { machineOf } from '../../../src/ingest/machine';
import { PathPatterns } from '../../../src/ingest/pathPatterns';
import { userFolder } from '../../../src/ingest/userFolder';
import { platformOf } from '../../../src/text/platform';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

describe('what differs between systems', () => {
  it('is said in one place', () => {
    const others = SOURCES.filter((name) => {
      const text = readFileSync(join('src', name), 'utf8');
      return /'(?:win32|darwin)'|platform [!=]==? '/.test(text);
    });
    expect(others).toEqual([join('text', 'platform.ts')]);
  });

  it('is what Windows has', () => {
    expect(platformOf('win32')).toMatchObject({
      name: 'windows',
      ignoresCase: true,
      hasModes: false,
      holdsOpenFiles: true,
      hasShell: false,
      processes: null,
      takesLetters: false,
    });
    expect(platformOf('win32').pipe('a1')).toBe('\\\\.\\pipe\\read-coverage-a1');
    expect(makeEndpoint('C:\\x', 'a1', 'win32').path).toBe('\\\\.\\pipe\\read-coverage-a1');
    expect(userFolder({ LOCALAPPDATA: 'D:\\L' }, 'win32', 'C:\\Users\\u')).toBe('D:\\L\\read-coverage');
    // A relative one would depend on where one stands.
    expect(userFolder({ LOCALAPPDATA: 'L' }, 'win32', 'C:\\Users\\u')).toBe(
      'C:\\Users\\u\\AppData\\Local\\read-coverage',
    );
    expect(machineOf({}, 'C:\\Users\\u', { platform: 'win32' })).toMatchObject({
      platform: 'windows',
      home: 'C:/Users/u',
    });
    expect(shellCommand(['C:\\Program Files\\node.exe', 'a b', "it's"], 'win32')).toBe(
      '"C:/Program Files/node.exe" "a b" "it\'s"',
    );
  });

  it('is what macOS has', () => {
    expect(platformOf('darwin')).toMatchObject({
      name: 'mac',
      ignoresCase: true,
      hasModes: true,
      holdsOpenFiles: false,
      hasShell: true,
      processes: 'ps',
      takesLetters: false,
    });
    expect(platformOf('darwin').pipe('a1')).toBeNull();
    expect(userFolder({}, 'darwin', '/Users/u')).toBe('/Users/u/Library/Application Support/read-coverage');
    expect(shellCommand(['/a b/node', "it's"], 'darwin')).toBe("'/a b/node' 'it'\\''s'");
  });

  it('is what Linux has', () => {
    expect(platformOf('linux')).toMatchObject({
      name: 'linux',
      ignoresCase: false,
      hasModes: true,
      hasShell: true,
      processes: '/proc',
      takesLetters: true,
    });
    expect(userFolder({ XDG_DATA_HOME: '/data' }, 'linux', '/home/u')).toBe('/data/read-coverage');
    expect(userFolder({ XDG_DATA_HOME: 'data' }, 'linux', '/home/u')).toBe(
      '/home/u/.local/share/read-coverage',
    );
  });

  it('is what another system has: as Linux, without what only Linux has', () => {
    expect(platformOf('freebsd')).toMatchObject({ name: 'linux', processes: 'ps', takesLetters: false });
  });

  it('is the form of scripts: one for each kind of shell, with the line ends of the text as a whole', () => {
    const call = {
      command: () => '',
      program: () => ['/l'],
      module: '',
      http: undefined,
      version: { major: 3, minor: 0, patch: 65 },
    } as const;
    for (const platform of ['win32', 'darwin', 'linux'] as const) {
      const text = hookScript(call, platform);
      expect(text.startsWith('#!/bin/sh\n')).toBe(platformOf(platform).hasShell);
      expect(text).not.toContain('\r');
    }
  });

  it('is whether names are folded', () => {
    const matches = (ignoresCase: boolean) =>
      new PathPatterns(['/ws'], ['Docs/*.MD'], ignoresCase).fits('/ws/docs/a.md');
    expect([matches(platformOf('win32').ignoresCase), matches(platformOf('linux').ignoresCase)]).toEqual([
      true,
      false,
    ]);
  });
});
