import { type ChildProcess, spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentOfCommand } from '../../../src/editor/stopping/agentCommand';
import { AgentProcesses, isGoneSoon } from '../../../src/stop/agentProcesses';
import { descendantsOf, type ProcessInfo, processInfo, stillRuns } from '../../../src/stop/processes';
import { sessionKey } from '../../../src/tracker/views';

const key = sessionKey('codex', 's1');

/** A process of this test, which says when it is ready. */
async function start(code: string, title: readonly string[] = []): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['-e', `${code}; console.log('ready')`, ...title]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const { pid } = child;
  if (pid === undefined) throw new Error('not started');
  return Object.assign(child, { pid });
}

const WAITS = 'setInterval(() => {}, 1000)';

describe.skipIf(process.platform === 'win32')('processes', () => {
  // What is done on macOS can be done here as well.
  it.each(['linux', 'darwin'] as const)('are told in the way of %s', async (system) => {
    if (system === 'linux' && process.platform !== system) return;
    const child = await start(WAITS, ['two words']);
    expect(await processInfo(child.pid, system)).toMatchObject({ pid: child.pid, parent: process.pid });
    const own = await descendantsOf(process.pid, system);
    expect(own.map(({ pid }) => pid)).toContain(child.pid);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    expect(await processInfo(child.pid, system)).toBeNull();
  });

  it('are none of ours on Windows', async () => {
    expect(await processInfo(process.pid, 'win32')).toBeNull();
    expect(await descendantsOf(process.ppid, 'win32')).toEqual([]);
  });

  it('are told by their number and their birth, and are gone when they are gone', async () => {
    const child = await start(WAITS, ['two words']);
    const info = await processInfo(child.pid);
    if (info === null) throw new Error('not found');
    expect(info).toMatchObject({ pid: child.pid, parent: process.pid });
    expect(info.commandLine).toContain('two words');
    expect(await stillRuns(info)).toBe(true);
    expect(await stillRuns({ ...info, born: `${info.born}0` })).toBe(false);
    child.kill('SIGKILL');
    expect(await isGoneSoon(info)).toBe(true);
    expect(await processInfo(child.pid)).toBeNull();
  });

  it('have descendants, and nobody else’s', async () => {
    const sleeper = `['-e', '${WAITS}']`;
    const child = await start(
      `${WAITS}; const { pid } = require('node:child_process').spawn(process.execPath, ${sleeper}); process.title = String(pid)`,
    );
    const [grandchild, ...others] = await descendantsOf(child.pid);
    if (grandchild === undefined) throw new Error('no descendant');
    onTestFinished(() => {
      try {
        process.kill(grandchild.pid, 'SIGKILL');
      } catch {
        // It is gone.
      }
    });
    expect(others).toEqual([]);
    expect(grandchild).toMatchObject({ parent: child.pid });
    expect((await processInfo(child.pid))?.commandLine).toBe(String(grandchild.pid));
  });
});

/** Processes as a table, each with its parent's number. */
function table(rows: Readonly<Record<number, readonly [parent: number, commandLine: string]>>) {
  const known = new Map(Object.entries(rows).map(([pid, row]) => [Number(pid), row]));
  let asked = 0;
  const info = async (pid: number): Promise<ProcessInfo | null> => {
    asked++;
    const row = known.get(pid);
    return row === undefined ? null : { pid, parent: row[0], born: `b${pid}`, commandLine: row[1] };
  };
  return { processes: new AgentProcesses({ agentOf: agentOfCommand, info }), known, asked: () => asked };
}

describe('the process of a session', () => {
  const usual = () =>
    table({
      10: [1, 'bash'],
      20: [10, 'node /usr/bin/codex exec'],
      30: [20, '/opt/x/codex exec'],
      40: [30, "/bin/sh -c 'if [ -r run ]; then set -- codex; . run; fi'"],
    });

  it('is the nearest ancestor of its hook that is the agent', async () => {
    const { processes } = usual();
    await processes.note(key, 'codex', { pid: 40, born: 'b40' });
    expect(await processes.of(key)).toMatchObject({ pid: 30 });
  });

  it('is not known where no ancestor is that agent, or the caller is another by now', async () => {
    for (const [agent, caller] of [
      ['claude-code', { pid: 40, born: 'b40' }],
      ['codex', { pid: 40, born: 'other' }],
      ['codex', { pid: 99, born: null }],
      ['codex', { pid: 10, born: 'b10' }],
    ] as const) {
      const { processes } = usual();
      await processes.note(key, agent, caller);
      expect(await processes.of(key)).toBeUndefined();
    }
  });

  it('is not the agent that started another one of its kind by a program that nobody knows', async () => {
    for (const between of ['node /srv/sdk/cli.js', 'python3 agent.py', '/opt/app/electron --type=renderer']) {
      const { processes } = table({
        20: [1, 'codex'],
        30: [20, "/bin/bash -c 'run it'"],
        40: [30, between],
        50: [40, "/bin/sh -c 'the hook'"],
      });
      await processes.note(key, 'codex', { pid: 50, born: 'b50' });
      expect(await processes.of(key), between).toBeUndefined();
    }
  });

  it('is found through the shells that agents start their hooks with', async () => {
    for (const shell of [
      'sh',
      '-zsh',
      '/bin/dash /x/hook.sh',
      "/usr/bin/bash -lc 'a b'",
      "'/a b/fish' -c x",
    ]) {
      const { processes } = table({ 20: [1, 'codex'], 30: [20, shell], 40: [30, 'sh -c x'] });
      await processes.note(key, 'codex', { pid: 40, born: 'b40' });
      expect(await processes.of(key), shell).toMatchObject({ pid: 20 });
    }
  });

  it('is not looked for beyond a few, nor around in a circle', async () => {
    const { processes, asked } = table({ 5: [6, 'sh'], 6: [5, 'sh'] });
    await processes.note(key, 'codex', { pid: 5, born: null });
    expect(await processes.of(key)).toBeUndefined();
    expect(asked()).toBeLessThan(10);
  });

  it('is not looked for again while the same one calls, and is another once that is gone', async () => {
    const { processes, known, asked } = usual();
    await processes.note(key, 'codex', { pid: 30, born: 'b30' });
    const before = asked();
    await processes.note(key, 'codex', { pid: 30, born: 'b30' });
    expect(asked()).toBe(before);
    known.delete(30);
    expect(await processes.of(key)).toBeUndefined();
    known.set(31, [20, 'codex']);
    await processes.note(key, 'codex', { pid: 31, born: null });
    expect(await processes.of(key)).toMatchObject({ pid: 31 });
  });
});
