import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { companionFileIn } from '../../../src/channel/companionFile';
import { companionCommand } from '../../../src/connect/companionCommand';
import { launcherIn, refreshLauncher, writeLauncher } from '../../../src/connect/launcher';
import { put, temporaryFolder } from './folders';

/** A runtime that says how it was called. */
const TELLS = `#!/bin/sh
echo "$0|$*|$READ_COVERAGE_HOME|$ELECTRON_RUN_AS_NODE|$NODE_OPTIONS|$(cat)"
`;

describe('the launcher', () => {
  it('runs the companion with the first runtime that is there, input and arguments handed on', async () => {
    const folder = join(temporaryFolder(), "it's $HOME");
    const runtime = put(join(folder, 'my node'), TELLS, 0o755);
    put(companionFileIn(folder), '');
    await writeLauncher(folder, {
      nodes: [join(folder, 'gone'), companionFileIn(folder), runtime],
      editor: '/none',
    });
    const told = execFileSync(launcherIn(folder), ['claude-code'], {
      input: 'payload',
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '--inspect' },
    });
    expect(told).toBe(`${runtime}|${companionFileIn(folder)} claude-code|${folder}|1||payload\n`);
  });

  it('is what the shell of an agent becomes, by the line that settings hold', async () => {
    const folder = join(temporaryFolder(), "it's $HOME");
    const runtime = put(join(folder, 'my node'), TELLS, 0o755);
    put(companionFileIn(folder), '');
    const runtimes = { nodes: [runtime], editor: '/none' };
    const line = companionCommand('claude-code', folder, runtimes, 'linux');
    const run = () => spawnSync('/bin/sh', ['-c', line], { input: 'payload', encoding: 'utf8' });
    // No file, no failure: an agent takes some of them for a refusal.
    expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    await writeLauncher(folder, runtimes);
    const told = `${runtime}|${companionFileIn(folder)} claude-code|${folder}|1||payload\n`;
    expect(run()).toMatchObject({ status: 0, stdout: told, stderr: '' });
    chmodSync(launcherIn(folder), 0o644);
    expect(run()).toMatchObject({ status: 0, stdout: told });
    rmSync(runtime);
    expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('does nothing, and succeeds, where nothing can run or there is nothing to run', async () => {
    const folder = temporaryFolder();
    const runtime = put(join(folder, 'node'), TELLS, 0o755);
    await writeLauncher(folder, { nodes: [runtime], editor: runtime });
    const run = () => spawnSync(launcherIn(folder), ['claude-code'], { input: 'x', encoding: 'utf8' });
    expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    put(companionFileIn(folder), '');
    expect(run().stdout).not.toBe('');
    chmodSync(runtime, 0o644);
    expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    rmSync(runtime);
    expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('is for the user alone, and written only where it is another', async () => {
    const folder = temporaryFolder();
    await writeLauncher(folder, { nodes: ['/a'], editor: '/b' });
    const first = statSync(launcherIn(folder));
    expect(first.mode & 0o777).toBe(0o700);
    await writeLauncher(folder, { nodes: ['/a'], editor: '/b' });
    expect(statSync(launcherIn(folder)).ino).toBe(first.ino);
  });

  it('keeps the runtimes that are still there, and is refreshed where what it needs is not', async () => {
    const folder = temporaryFolder();
    const [node, newNode, editor, server] = ['node', 'new/node', 'it is', "the server's"].map((name) =>
      put(join(folder, name), '#!/bin/sh\necho v24.0.0 "$0"\n', 0o755),
    ) as [string, string, string, string];
    const runtimes = () => /for runtime in (.*); do/.exec(readFileSync(launcherIn(folder), 'utf8'))?.[1];
    const machine = { env: { PATH: dirname(newNode) }, platform: 'linux', home: folder } as const;
    const quotedServer = `'${folder}/the server'\\''s'`;

    await refreshLauncher(folder, machine, editor);
    expect(existsSync(launcherIn(folder))).toBe(false);
    await writeLauncher(folder, { nodes: [node, '/gone'], editor });
    await refreshLauncher(folder, machine, editor);
    expect(runtimes()).toBe(`${node} /gone '${editor}'`);
    await refreshLauncher(folder, machine, server);
    expect(runtimes()).toBe(`${newNode} ${quotedServer} ${node} '${editor}'`);
    await refreshLauncher(folder, machine, editor);
    expect(runtimes()).toBe(`${newNode} ${quotedServer} ${node} '${editor}'`);
    rmSync(newNode);
    await refreshLauncher(folder, machine, editor);
    expect(runtimes()).toBe(`'${editor}' ${quotedServer} ${node}`);
  });
});
