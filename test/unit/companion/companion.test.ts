import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LARGEST_MESSAGE } from '../../../src/channel/limits';
import { processBirth } from '../../../src/channel/processBirth';
import type { WindowEntry } from '../../../src/channel/registry';
import { SpoolReader } from '../../../src/channel/spool';
import { installationKey } from '../../../src/ingest/installationKey';
import { LineHasher } from '../../../src/text/lineHash';
import { temporaryHome } from '../channel/temporaryHome';
import { TestWindow } from '../channel/testWindow';
import { runCompanion } from './companion';

const QUIET = { code: 0, stdout: '', stderr: '' };
const stop = { stop: { reason: 'enough' } };

/** A home of the product and a workspace in it. */
function places() {
  const root = temporaryHome();
  const [home, ws] = [join(root, 'home'), join(root, 'ws')];
  mkdirSync(ws);
  return { home, ws };
}

const payload = (ws: string, over: object = {}) =>
  JSON.stringify({
    session_id: 's1',
    transcript_path: '/home/me/.claude/projects/-ws/s1.jsonl',
    cwd: ws,
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_input: { file_path: join(ws, 'a.ts') },
    tool_response: {
      type: 'text',
      file: {
        filePath: join(ws, 'a.ts'),
        content: 'secret one\nsecret two\n',
        startLine: 1,
        numLines: 3,
        totalLines: 3,
      },
    },
    tool_use_id: 'c1',
    ...over,
  });
const before = { hook_event_name: 'PreToolUse', tool_response: undefined };

/** Windows take letters on Linux only. */
const WAYS = process.platform === 'linux' ? ['letters', 'a socket'] : ['a socket'];

describe.each(WAYS)('the companion, by %s', { timeout: 120_000 }, (way) => {
  const openWindow = (home: string, over: Partial<WindowEntry>) =>
    TestWindow.open(home, over, way === 'letters');

  it('tells the window what happened, without its text, and says nothing itself', async () => {
    const { home, ws } = places();
    const window = await openWindow(home, { folders: [ws] });
    expect(await runCompanion({ home, input: payload(ws) })).toEqual(QUIET);
    expect(window.heard).toMatchObject([
      {
        moment: 'after-call',
        session: 's1',
        call: 'c1',
        events: [{ kind: 'read', returned: [[1, 2]], via: 'hook' }],
      },
    ]);
    // What runs a hook here is this test itself.
    if (process.platform !== 'win32') {
      expect(window.heard[0]?.caller).toEqual({ pid: process.pid, born: processBirth(process.pid) });
    }
    const [event] = window.heard[0]?.events ?? [];
    if (event?.kind !== 'read') throw new Error('no read');
    const key = new LineHasher(installationKey(home));
    // The test's window has another key, so it does not take these hashes for its own.
    expect(event.hashScheme).toBe(key.fingerprint);
    expect(event.lineHashes).toHaveLength(2);
    expect(readdirSync(home)).not.toContain('spool');
  });

  it('passes on what the window has to say, in the agent’s own terms', async () => {
    const { home, ws } = places();
    const window = await openWindow(home, { folders: [ws] });
    window.verdict = stop;
    const { stdout, code } = await runCompanion({ home, input: payload(ws, before) });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      continue: false,
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
    await expect.poll(() => window.delivered).toBe(1);
  });

  it('does not say that it passed on what no one hears', async () => {
    const { home, ws } = places();
    const window = await openWindow(home, { folders: [ws] });
    window.verdict = stop;
    const end = { hook_event_name: 'Stop', tool_name: undefined, tool_response: undefined };
    expect(await runCompanion({ home, input: payload(ws, end) })).toEqual(QUIET);
    expect((await runCompanion({ home, input: payload(ws, before), isDeaf: true })).code).toBe(0);
    expect(window.heard).toHaveLength(2);
    expect(window.delivered).toBe(0);
  });

  it('asks the window of the session, wherever its shell is', async () => {
    const { home, ws } = places();
    const deep = join(ws, 'deep');
    mkdirSync(deep);
    symlinkSync(ws, join(home, '..', 'link'));
    const [outer, inner, other] = [
      await openWindow(home, { folders: [ws] }),
      await openWindow(home, { folders: [deep] }),
      await openWindow(home, { folders: [home] }),
    ];
    outer.verdict = { stop: { reason: 'outer' } };
    inner.verdict = { stop: { reason: 'inner' } };
    const said = async (cwd: string, env: NodeJS.ProcessEnv = {}, own = '/') => {
      const { stdout } = await runCompanion({ home, input: payload(cwd), env, cwd: own });
      return JSON.parse(stdout).stopReason;
    };
    expect(await said(deep)).toBe('inner');
    expect(await said(ws)).toBe('outer');
    expect(await said(join(home, '..', 'link', 'deep'))).toBe('inner');
    expect(await said('/', { CLAUDE_PROJECT_DIR: ws })).toBe('outer');
    expect(await said('/', {}, ws)).toBe('outer');
    // It may hear of what the inner one decided a moment later.
    await expect.poll(() => outer.heard).toHaveLength(5);
    expect(inner.heard).toHaveLength(2);
    expect(other.heard).toHaveLength(0);
  });

  it('keeps what no window hears, for its user alone', async () => {
    const { home, ws } = places();
    const dead = await openWindow(home, { folders: [ws] });
    dead.close();
    expect(await runCompanion({ home, input: payload(ws) })).toEqual(QUIET);
    expect(await runCompanion({ home, input: payload(ws, { tool_use_id: 'c2' }) })).toEqual(QUIET);
    const [name = ''] = readdirSync(join(home, 'spool'));
    const text = readFileSync(join(home, 'spool', name), 'utf8');
    expect(text).not.toContain('secret');
    if (process.platform !== 'win32') expect(statSync(join(home, 'spool', name)).mode & 0o777).toBe(0o600);
    const spooled = await new SpoolReader(home).read(Date.now(), ([first]) => first === ws);
    expect(spooled.map(({ hook }) => hook)).toMatchObject([{ call: 'c1' }, { call: 'c2' }]);
  });

  it('does nothing for what it does not understand', async () => {
    const { home, ws } = places();
    const window = await openWindow(home, { folders: [ws] });
    const inputs = ['', '\n', 'garbage', '{', '[]', 'null', '7', '{}', payload('relative'), '\0\0', '}'];
    const all = [...inputs, Buffer.from([0xff, 0xfe, 0x00, 0x7d])];
    const runs = await Promise.all(all.map((input) => runCompanion({ home, input })));
    expect(runs).toEqual(all.map(() => QUIET));
    expect(await runCompanion({ home, input: payload(ws), agent: 'codex' })).toEqual(QUIET);
    expect(window.heard).toEqual([]);
    expect(readdirSync(home)).not.toContain('spool');
  });

  it('takes a payload that is not followed by an end', async () => {
    const { home, ws } = places();
    const window = await openWindow(home, { folders: [ws] });
    expect(await runCompanion({ home, input: payload(ws), keepsOpen: true })).toEqual(QUIET);
    expect(window.heard).toHaveLength(1);
  });

  it('tells of a huge payload that it was there', async () => {
    const { home, ws } = places();
    const window = await openWindow(home, { folders: [ws] });
    const content = `${'line }\n'.repeat(400_000)}`;
    const huge = {
      tool_name: 'Write',
      tool_input: { file_path: 'big', content },
      tool_response: { type: 'create', content },
    };
    expect(content.length).toBeGreaterThan(LARGEST_MESSAGE);
    expect(await runCompanion({ home, input: payload(ws, huge) })).toEqual(QUIET);
    expect(window.heard).toMatchObject([{ call: 'c1', events: [] }]);
  });

  it('tells of the call, and passes on a stop, though an update took its parts away', async () => {
    const { home, ws } = places();
    const window = await openWindow(home, { folders: [ws] });
    const run = (over: object) =>
      runCompanion({ home, input: payload(ws, over), without: ['reads', 'tools', 'shell'] });
    expect(await run({})).toEqual(QUIET);
    expect(window.heard).toMatchObject([{ moment: 'after-call', call: 'c1', events: [] }]);
    window.verdict = stop;
    expect(JSON.parse((await run({ tool_name: 'Bash' })).stdout)).toMatchObject({ continue: false });
  });

  it('succeeds where an update took the part away that connections need', async () => {
    const { home, ws } = places();
    await TestWindow.open(home, { folders: [ws] });
    expect(await runCompanion({ home, input: payload(ws, before), without: ['sockets'] })).toEqual(QUIET);
  });

  it('succeeds where the home is none', async () => {
    const { home, ws } = places();
    writeFileSync(home, 'a file');
    expect(await runCompanion({ home, input: payload(ws) })).toEqual(QUIET);
  });
});
