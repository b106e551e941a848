// Interrupts reach the terminal that was seen to run the agent, and no other. Real shells, real processes.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtempSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AgentTerminals } from '../../src/editor/stopping/agentTerminals';
import { TerminalWay } from '../../src/editor/stopping/terminalWay';
import type { StopRequest, StopScope } from '../../src/stop/stopRequest';
import { sessionKey } from '../../src/tracker/views';
import { runInTerminal } from './agentTerminal';
import { afterEach, beforeEach, describe, it } from './runner';
import { eventually } from './support';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
const scope = (session: string, more: Partial<StopScope> = {}): StopScope => ({
  key: sessionKey('claude-code', session),
  source: 'claude-code',
  session,
  agent: 'claude-code',
  actor: null,
  cwd: folder,
  ...more,
});
const request = (of: StopScope): StopRequest => ({
  id: 1,
  scope: of,
  reason: 'enough',
  requestedAt: Date.now(),
  state: 'requested',
  via: [],
  problems: [],
});

let live: StopScope[] = [];
let ended: string[] = [];
let terminals: AgentTerminals;
let way: TerminalWay;

beforeEach(() => {
  live = [];
  ended = [];
  terminals = new AgentTerminals(({ agent }) => ended.push(agent));
  way = new TerminalWay(
    terminals,
    () => live,
    (path) => realpath(path),
  );
});
afterEach(() => {
  terminals.dispose();
  for (const terminal of vscode.window.terminals) terminal.dispose();
});

describe('interrupting a terminal', () => {
  it('sends Escape to Claude Code, and nothing to the other terminal', async () => {
    const other = await runInTerminal('worker', folder);
    const agent = await runInTerminal('claude', folder);
    const offer = await eventually(async () => {
      const found = await way.offer(scope('a'));
      if (!found) throw new Error('not offered');
      return found;
    });
    match(offer.label, /Escape.*claude/);
    await offer.send(request(scope('a')));
    await eventually(() => equal(agent.keys(), '1b'));
    await eventually(() => deepEqual(ended, ['claude-code']));
    equal(other.keys(), '');
    await rejects(offer.send(request(scope('a'))), /no longer runs/);
    equal(await way.offer(scope('a')), undefined);
  });

  it('sends Control and C, once, to another agent', async () => {
    const agent = await runInTerminal('codex', folder);
    const of = scope('b', { agent: 'codex', source: 'codex', key: sessionKey('codex', 'b') });
    const offer = await eventually(async () => {
      const found = await way.offer(of);
      if (!found) throw new Error('not offered');
      return found;
    });
    await offer.send(request(of));
    await eventually(() => equal(agent.keys(), 'INT'));
  });

  it('leaves the choice to a person wherever there is a doubt', async () => {
    await runInTerminal('claude', folder);
    await eventually(async () => ok(await way.offer(scope('a'))));

    equal(
      await way.offer(scope('a', { source: 'log:.read-coverage/a.jsonl' })),
      undefined,
      'a log claims it',
    );
    equal(await way.offer(scope('a', { actor: 'sub' })), undefined, 'one actor only');
    equal(await way.offer(scope('a', { cwd: tmpdir() })), undefined, 'another folder');
    equal(await way.offer(scope('a', { agent: 'codex' })), undefined, 'another agent');
    live = [scope('a'), scope('b')];
    equal(await way.offer(scope('a')), undefined, 'another session may be the one');
    live = [scope('a')];
    ok(await way.offer(scope('a')));
    await runInTerminal('claude', folder);
    await eventually(() => equal(way.choices(scope('a')).length, 2));
    equal(await way.offer(scope('a')), undefined, 'two terminals');
  });

  it('knows no terminal that runs anything else', async () => {
    await runInTerminal('worker', folder);
    equal(terminals.all().length, 0);
    deepEqual(way.choices(scope('a')), []);
  });
});
