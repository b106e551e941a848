import { symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentConnector } from '../../../src/connect/agentConnector';
import { claudeCode } from '../../../src/connect/claudeCode/claudeCode';
import { installsOf, isInstalled, type KnownProgram } from '../../../src/connect/installs';
import { companionRuntimes } from '../../../src/connect/runtimes';
import { compareVersions, formatVersion, parseVersion } from '../../../src/connect/version';
import { put, temporaryFolder } from './folders';

function programOf({ program }: AgentConnector): KnownProgram {
  if (program === undefined) throw new Error('no program');
  return program;
}
const program = programOf(claudeCode);
const packageFile = (name: string, version: string) => JSON.stringify({ name, version });

async function found(home: string, path: readonly string[]): Promise<readonly string[]> {
  const env = { PATH: [...path, '/usr/bin', '/bin'].join(delimiter) };
  const installs = await installsOf(program, { env, platform: 'linux', home });
  return installs
    .filter(({ file }) => file.startsWith(home))
    .map(({ file, version }) => `${file.slice(home.length + 1)} ${formatVersion(version)}`);
}

describe('the versions of Claude Code', () => {
  it('are told by the npm package around the program, without running it', async () => {
    const home = temporaryFolder();
    const program = put(
      join(home, 'lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe'),
      'not run',
      0o755,
    );
    put(join(dirname(program), '../package.json'), packageFile('@anthropic-ai/claude-code', '2.1.332'));
    put(join(home, 'bin/other'), '');
    symlinkSync(program, join(home, 'bin/claude'));
    symlinkSync('claude', join(put(join(home, 'bin2/x'), '') && join(home, 'bin2'), 'claude'));
    expect(await found(home, [join(home, 'bin')])).toEqual(['bin/claude 2.1.332']);
  });

  it('are told by the folder of a native install', async () => {
    const home = temporaryFolder();
    const program = put(join(home, '.local/share/claude/versions/2.1.240'), 'not run', 0o755);
    put(join(home, '.local/bin/x'), '');
    symlinkSync(program, join(home, '.local/bin/claude'));
    expect(await found(home, [])).toEqual(['.local/bin/claude 2.1.240']);
  });

  it('are told by the package for one platform, and by that of no other product', async () => {
    const home = temporaryFolder();
    const install = (folder: string, name: string) => {
      const file = put(join(home, folder, 'bin', 'claude'), '#!/bin/sh\nexit 1\n', 0o755);
      put(join(home, folder, 'package.json'), packageFile(name, '2.1.5'));
      return dirname(file);
    };
    const path = [
      install('a', '@anthropic-ai/claude-code-linux-x64'),
      install('b', '@anthropic-ai/claude-code-ui'),
    ];
    expect(await found(home, path)).toEqual(['a/bin/claude 2.1.5']);
  });

  it('are there or not, without anything being run', async () => {
    const home = temporaryFolder();
    const is = () =>
      isInstalled({ name: 'no-such-agent', packages: [] }, { env: {}, platform: 'linux', home });
    expect(await is()).toBe(false);
    put(join(home, '.bun/bin/no-such-agent'), '#!/bin/sh\ntouch "$HOME/ran"\n', 0o755);
    expect(await is()).toBe(true);
  });

  it('are asked for where nothing else tells', async () => {
    const home = temporaryFolder();
    put(join(home, 'a/claude'), '#!/bin/sh\n[ "$*" = --version ] && echo "2.1.100 (Claude Code)"\n', 0o755);
    put(join(home, 'b/claude'), '#!/bin/sh\nexit 1\n', 0o755);
    put(join(home, 'c/claude'), 'not executable', 0o644);
    put(join(home, 'd/claude/x'), 'a folder');
    put(join(home, 'e/claude'), '#!/bin/sh\necho no version\n', 0o755);
    put(join(home, 'e/package.json'), packageFile('another', '9.9.9'));
    const path = ['a', 'b', 'c', 'd', 'e'].map((name) => join(home, name));
    expect(await found(home, path)).toEqual(['a/claude 2.1.100']);
  });

  it('are not looked for in relative folders', async () => {
    const home = temporaryFolder();
    expect(await found(home, ['.', 'bin', ''])).toEqual([]);
  });

  it('are parsed and ordered', () => {
    expect(parseVersion('2.1.332 (Claude Code)')).toEqual({ major: 2, minor: 1, patch: 332 });
    for (const none of ['', '2.1', 'v', '1.2.3.4', '99999999.1.1'])
      expect(parseVersion(none), none).toBeUndefined();
    const ordered = ['1.0.38', '2.0.60', '2.1.9', '2.1.69', '2.1.100', '2.1.332', '10.0.0'];
    const sorted = [...ordered]
      .reverse()
      .flatMap((each) => parseVersion(each) ?? [])
      .sort(compareVersions);
    expect(sorted.map(formatVersion)).toEqual(ordered);
  });
});

describe('what is written for a version', () => {
  const eventsOf = (version: string) => {
    const parsed = parseVersion(version);
    if (!parsed) throw new Error(version);
    const call = { version: parsed, command: () => 'x', program: () => ['x'], module: '/m', http: undefined };
    const [place] = claudeCode.places({ env: {}, platform: 'linux', home: '/home/u' }, []);
    const { text = '' } = place?.files[0]?.content.add('', call, 'f') ?? {};
    return Object.keys(JSON.parse(text).hooks);
  };

  it('names only events that it knows', () => {
    expect(eventsOf('2.1.69')).not.toContain('PostCompact');
    expect(eventsOf('2.1.100')).toContain('PostCompact');
    // What the versions themselves list, as read from their programs.
    const known100 =
      'PreToolUse PostToolUse PostToolUseFailure Notification UserPromptSubmit SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PermissionRequest';
    for (const event of eventsOf('2.1.100')) expect(known100.split(' ')).toContain(event);
  });

  it('comes with what a person should know', () => {
    const version = (text: string) => parseVersion(text) ?? claudeCode.oldest.version;
    expect(claudeCode.cautions('{}', version('2.1.332'))).toEqual([]);
    expect(claudeCode.cautions('', version('2.1.212'))).toEqual([]);
    expect(claudeCode.cautions('{/**/}', version('2.1.332'))).toEqual(['not-read']);
    expect(claudeCode.cautions('{"disableAllHooks": true}', version('2.1.332'))).toEqual(['hooks-off']);
    expect(claudeCode.cautions('{"x":{"disableAllHooks": true}}', version('2.1.332'))).toEqual([]);
  });
});

describe('what can run the companion', () => {
  it('is a Node on PATH that is new enough, by its own path first, and last the editor', async () => {
    const home = temporaryFolder();
    const node = (name: string, version: string, binary: string) =>
      dirname(put(join(home, name, 'node'), `#!/bin/sh\necho "${version} ${binary}"\n`, 0o755));
    const path = [node('old', 'v20.1.0', '/old/node'), node('shim', 'v24.1.0', '/real path/node')];
    path.push(dirname(put(join(home, 'broken/node'), '#!/bin/sh\nexit 3\n', 0o755)));
    const runtimes = await companionRuntimes(
      { env: { PATH: path.join(delimiter) }, platform: 'linux', home },
      '/code',
    );
    expect(runtimes).toEqual({ nodes: ['/real path/node', join(home, 'shim/node')], editor: '/code' });
  });
});
