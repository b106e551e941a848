import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HookVerdict } from '../../../src/agents/hooks/report';
import { makeEndpoint } from '../../../src/channel/endpoint';
import { writeWindow } from '../../../src/channel/registry';
import type { HookCall } from '../../../src/connect/agentConnector';
import { companionCalls } from '../../../src/connect/companionCommand';
import { connect, planConnection } from '../../../src/connect/connection';
import { tryModule } from '../../../src/connect/hookTest';
import { opencode } from '../../../src/connect/opencode/opencode';
import { pi } from '../../../src/connect/pi/pi';
import type { Machine } from '../../../src/connect/programs';
import { temporaryHome } from '../channel/temporaryHome';
import { TestWindow } from '../channel/testWindow';
import { moduleOf, runInside } from './inside';

/** An agent that waits longer for one call has been waiting for something that never came, on any machine; ms. */
const MUCH = 10_000;

async function world(verdict: HookVerdict | 'never' | 'nobody') {
  const root = temporaryHome();
  const [home, ws] = [join(root, 'home'), join(root, 'ws')];
  mkdirSync(ws);
  const window = verdict === 'nobody' ? null : await TestWindow.open(home, { folders: [ws] });
  if (window !== null && verdict !== 'nobody') window.verdict = verdict;
  return { home, ws, heard: () => window?.heard ?? [], window };
}

/** A window that answers after a moment; how many connections it had at once, at most. */
async function countingWindow(home: string, ws: string): Promise<() => number> {
  const id = 'ab'.repeat(8);
  const { path } = makeEndpoint(home, id);
  let open = 0;
  let most = 0;
  const server = createServer((peer) => {
    most = Math.max(most, ++open);
    peer.on('error', () => undefined);
    peer.on('close', () => open--);
    peer.on('data', () => setTimeout(() => peer.end('{"v":1}\n'), 5));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const entry = { id, pid: process.pid, host: hostname(), folders: [ws], roots: [] };
  writeWindow(home, { ...entry, endpoint: path, token: 't', startedAt: 0 });
  return () => most;
}

/** A session that reads a file of two lines, as OpenCode tells a plugin of it; what it notes is what came of it. */
const opencodeRun = (ws: string) => `
  const asked = [];
  const note2 = (name) => async ({ path }) => { note([name, path.id]); return { data: sessions[path.id] }; };
  const sessions = {
    ses_1: { id: 'ses_1', directory: ${JSON.stringify(ws)} },
    ses_2: { id: 'ses_2', directory: ${JSON.stringify(ws)}, parentID: 'ses_1' },
  };
  const client = { session: { get: note2('get'), abort: note2('abort') } };
  const hooks = load.opencode({ directory: ${JSON.stringify(ws)}, client });
  const tell = (type, properties) => hooks.event({ event: { type, properties } });
  const call = async (sessionID, callID) => {
    const filePath = ${JSON.stringify(join(ws, 'a.ts'))};
    const part = { id: 'prt_' + callID, messageID: 'msg_1', sessionID, type: 'tool', callID, tool: 'read' };
    await tell('message.part.updated', { part: { ...part, state: { status: 'pending', input: {} } } });
    const began = performance.now();
    try {
      await hooks['tool.execute.before']({ tool: 'read', sessionID, callID }, { args: { filePath } });
    } catch (error) {
      note(['refused', error.message]);
    }
    if (performance.now() - began > ${MUCH}) note('slow');
    const output = '<path>' + filePath + '</path>\\n<type>file</type>\\n<content>\\n1: secret one\\n2: secret two\\n\\n' +
      '(End of file - total 2 lines)\\n</content>';
    const metadata = { display: { type: 'file', lineStart: 1, lineEnd: 2, totalLines: 2, truncated: false } };
    const state = { status: 'completed', input: { filePath }, output, metadata, time: { start: 1, end: 2 } };
    await tell('message.part.updated', { part: { ...part, state } });
  };
`;
const read = { kind: 'read', returned: [[1, 2]], totalLines: 2, via: 'hook' };

describe('what OpenCode loads', () => {
  it('tells the windows of the folder what happens, in order', async () => {
    const { home, ws, heard } = await world({});
    const noted = await runInside(
      'opencode',
      home,
      `${opencodeRun(ws)}
      await tell('session.created', { info: sessions.ses_1 });
      const parts = [{ type: 'text', text: 'go' }];
      await hooks['chat.message']({ sessionID: 'ses_1' }, { message: {}, parts });
      await call('ses_1', 'c1');
      await call('ses_2', 'c2');
      await tell('session.idle', { sessionID: 'ses_1' });
      await hooks.dispose();
      process.exit(0);`,
    );
    const [first] = heard();
    expect(first?.caller?.pid).toBeGreaterThan(1);
    // A subagent's session that was there before is asked for.
    expect(noted).toEqual([['get', 'ses_2']]);
    expect(heard()).toMatchObject([
      { moment: 'session-start', session: 'ses_1', actor: 'main', cwd: ws },
      { moment: 'prompt', isPerson: true },
      { moment: 'before-call', call: 'c1', reading: { path: join(ws, 'a.ts') } },
      { moment: 'after-call', call: 'c1', events: [read] },
      { moment: 'before-call', session: 'ses_1', actor: 'ses_2', call: 'c2' },
      { moment: 'after-call', session: 'ses_1', actor: 'ses_2', call: 'c2', events: [read] },
      { moment: 'turn-end', session: 'ses_1', actor: 'main' },
    ]);
    expect(readdirSync(home)).not.toContain('spool');
  });

  it('is stopped: the session is aborted, the call is not made, and the window knows', async () => {
    const { home, ws, window } = await world({ stop: { reason: 'enough' } });
    const noted = await runInside(
      'opencode',
      home,
      `${opencodeRun(ws)}
      await tell('session.updated', { info: sessions.ses_1 });
      await call('ses_1', 'c1');`,
    );
    expect(noted.slice(0, 2)).toEqual([
      ['abort', 'ses_1'],
      ['refused', 'enough'],
    ]);
    await expect.poll(() => window?.delivered).toBeGreaterThan(0);
  });

  it('is stopped in the middle of a call that takes long', async () => {
    const { home, ws, window } = await world({});
    const noted = runInside(
      'opencode',
      home,
      `${opencodeRun(ws)}
      client.session.abort = async () => { note('abort'); clearInterval(running); };
      await tell('session.updated', { info: sessions.ses_1 });
      await hooks['tool.execute.before']({ tool: 'bash', sessionID: 'ses_1', callID: 'c1' }, { args: {} });
      const running = setInterval(() => {}, 100);`,
    );
    await expect.poll(() => window?.heard.length).toBe(1);
    if (window !== null) window.verdict = { stop: { reason: 'enough' } };
    expect(await noted).toEqual(['abort']);
  });

  it('makes no call that a window does not want made', async () => {
    const { home, ws } = await world({ deny: { reason: 'you have it' } });
    const code = `${opencodeRun(ws)}
      await tell('session.updated', { info: sessions.ses_1 });
      await call('ses_1', 'c1');`;
    expect(await runInside('opencode', home, code)).toEqual([['refused', 'you have it']]);
  });

  it('tells of no call that it did not see begin, and of one that is told twice once', async () => {
    const { home, ws, heard } = await world({});
    await runInside(
      'opencode',
      home,
      `${opencodeRun(ws)}
      await tell('session.updated', { info: sessions.ses_1 });
      const before = hooks['tool.execute.before'];
      await call('ses_1', 'c1');
      hooks['tool.execute.before'] = async () => {};
      await call('ses_1', 'c1');
      await call('ses_1', 'c2');`,
    );
    expect(heard().map(({ moment }) => moment)).toEqual(['before-call', 'after-call']);
  });

  it('gives way to the same that is loaded later', async () => {
    const { home, ws, heard } = await world({});
    await runInside(
      'opencode',
      home,
      `${opencodeRun(ws)}
      const later = load.opencode({ directory: ${JSON.stringify(ws)}, client });
      const event = { type: 'session.created', properties: { info: sessions.ses_1 } };
      for (const each of [hooks, later]) await each.event({ event });`,
    );
    expect(heard()).toHaveLength(1);
  });
});

/** The same as pi tells an extension; what it notes is what pi is told to do. */
const piRun = (ws: string) => `
  const handlers = new Map();
  const extension = () => load.pi({ on: (name, handler) => {
    handlers.set(name, [...(handlers.get(name) ?? []), handler]);
  } });
  extension();
  const branch = [];
  const sessionManager = { getSessionId: () => 's1', getSessionFile: () => '/t.jsonl', getBranch: () => branch };
  const ctx = { cwd: ${JSON.stringify(ws)}, sessionManager, abort: () => note('abort') };
  const tell = async (type, event = {}) => {
    for (const handler of handlers.get(type) ?? []) {
      const began = performance.now();
      const told = await handler({ type, ...event }, ctx);
      if (performance.now() - began > ${MUCH}) note('slow');
      if (told !== undefined) note(told);
    }
  };
  const input = { path: 'a.ts' };
  const message = { role: 'assistant', content: [{ type: 'toolCall', id: 'c1', name: 'read', arguments: input }] };
  const content = [{ type: 'text', text: 'secret one\\nsecret two\\n' }];
  const toolResults = [{ role: 'toolResult', toolCallId: 'c1', toolName: 'read', content, isError: false }];
  const call = async () => {
    await tell('tool_call', { toolName: 'read', toolCallId: 'c1', input });
    await tell('turn_end', { message, toolResults });
  };
`;

describe('what pi loads', () => {
  it('tells the windows of the folder what happens, in order', async () => {
    const { home, ws, heard } = await world({});
    const noted = await runInside(
      'pi',
      home,
      `${piRun(ws)}
      await tell('session_start', { reason: 'startup' });
      await tell('input', { text: 'go', source: 'interactive' });
      await call();
      branch.push({ id: 'e1', message }, { id: 'e2', message: toolResults[0] });
      await tell('session_compact', { compactionEntry: { firstKeptEntryId: 'e1' } });
      await tell('agent_settled', { aborted: false });
      await tell('session_shutdown', { reason: 'quit' });`,
    );
    expect(noted).toEqual([]);
    expect(heard()).toMatchObject([
      { moment: 'session-start', session: 's1', cwd: ws, transcript: '/t.jsonl' },
      { moment: 'prompt', isPerson: true },
      { moment: 'before-call', call: 'c1', reading: { path: join(ws, 'a.ts') } },
      { moment: 'after-call', call: 'c1', events: [read] },
      { moment: 'context-lost', events: [{ reason: 'compaction', kept: ['c1'] }] },
      { moment: 'turn-end' },
      { moment: 'session-end' },
    ]);
    expect(readdirSync(home)).not.toContain('spool');
  });

  it.each([
    [{ stop: { reason: 'enough' } }, ['abort', { block: true, reason: 'enough' }, 'abort']],
    [{ deny: { reason: 'you have it' } }, [{ block: true, reason: 'you have it' }]],
    [
      { context: 'you have it' },
      [
        {
          entries: [
            { type: 'custom_message', customType: 'read-coverage', content: 'you have it', display: true },
          ],
        },
      ],
    ],
  ] as const)('does what a window wants: %j', async (verdict, done) => {
    const { home, ws, window } = await world(verdict);
    expect(await runInside('pi', home, `${piRun(ws)}\nawait call();`)).toEqual(done);
    await expect.poll(() => window?.delivered).toBeGreaterThan(0);
  });

  it('tells once where it is loaded twice, and goes on where it is loaded anew', async () => {
    const { home, ws, heard } = await world({});
    await runInside(
      'pi',
      home,
      `${piRun(ws)}
      extension();
      await tell('agent_settled');
      await tell('session_shutdown', { reason: 'reload' });
      handlers.clear();
      extension();
      await tell('agent_settled');`,
    );
    expect(heard().map(({ moment }) => moment)).toEqual(['turn-end', 'turn-end']);
  });
});

describe.each([
  [
    'opencode',
    (ws: string) => `${opencodeRun(ws)}\nawait tell('session.updated', { info: sessions.ses_1 });`,
  ],
  ['pi', piRun],
] as const)('an agent with no help: %s', (agent, run) => {
  const session = agent === 'pi' ? 's1' : 'ses_1';
  const idle = agent === 'pi' ? "'agent_settled'" : "'session.idle', { sessionID: 'ses_1' }";
  const calls = agent === 'pi' ? 'await call();' : "await call('ses_1', 'c1');";

  it('keeps what no window hears, without its text', async () => {
    const { home, ws } = await world('nobody');
    expect(await runInside(agent, home, `${run(ws)}\n${calls}`)).toEqual([]);
    expect(readdirSync(join(home, 'spool'))).toEqual([`${session}.jsonl`]);
  });

  it('goes on beside a window that hangs', async () => {
    const { home, ws } = await world('never');
    expect(await runInside(agent, home, `${run(ws)}\n${calls}`, 'hasty')).toEqual([]);
  });

  it('has one connection to a window at a time, whatever happens at once', async () => {
    const { home, ws } = await world('nobody');
    const most = await countingWindow(home, ws);
    await runInside(
      agent,
      home,
      `${run(ws)}\nawait Promise.all(Array.from({ length: 20 }, () => tell(${idle})));`,
    );
    // The one before may not be quite closed.
    expect(most()).toBeLessThanOrEqual(2);
    expect(most()).toBeGreaterThan(0);
  });

  it('goes on where nothing can be written or read', async () => {
    const { ws } = await world('nobody');
    expect(await runInside(agent, '/dev/null/nowhere', `${run(ws)}\n${calls}`, 'hasty')).toEqual([]);
  });
});

describe.each([opencode, pi])('the file in the folder of $name', (connector) => {
  const { agent } = connector;

  it('loads what stands beside the companion, as it is tried after connecting', async () => {
    const { home, ws, heard } = await world({});
    const { PATH } = process.env;
    const machine: Machine = { env: { PATH }, platform: 'linux', home: ws };
    const [place] = connector.places(machine, []);
    if (place === undefined) throw new Error('nowhere');
    const runtimes = { nodes: [], editor: process.execPath };
    const call: HookCall = {
      version: connector.oldest.version,
      ...companionCalls(agent, home, runtimes, 'linux'),
      http: undefined,
    };
    await connect(await planConnection(connector, place, call, home), home);
    const [trial] = connector.trials({ call, place, session: 'try', folder: ws });
    if (trial?.kind !== 'node') throw new Error('nothing to try');
    const tried = () => tryModule(trial.code, ws, process.execPath, machine);
    // Where the product is gone, the agent goes on without it; only who tries it is to know.
    expect((await tried())?.exitCode).toBe(1);
    mkdirSync(dirname(call.module), { recursive: true });
    copyFileSync(moduleOf(agent, 'patient'), call.module);
    expect(await tried()).toMatchObject({ exitCode: 0, stdout: '' });
    expect(heard()).toMatchObject([{ moment: 'turn-end', session: 'try', actor: 'main', events: [] }]);
  });
});

it('an agent that is busy for long hears what a window said meanwhile', async () => {
  const { home, ws } = await world({ deny: { reason: 'you have it' } });
  const code = `${piRun(ws)}
    const told = call();
    // Longer than any window is waited for, and shorter than a window waits for a message.
    setTimeout(() => { for (const began = performance.now(); performance.now() - began < 1500;); }, 1);
    await told;`;
  const noted = await runInside('pi', home, code, 'hasty');
  expect(noted).toContainEqual({ block: true, reason: 'you have it' });
});
