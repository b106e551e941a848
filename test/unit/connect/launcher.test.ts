import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { companionFileIn, launcherIn, writeLauncher } from '../../../src/connect/launcher';
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
    await writeLauncher(folder, { nodes: ['/c'], editor: '/b' });
    expect(readFileSync(launcherIn(folder), 'utf8')).toContain('for runtime in /c /b; do');
  });
});
