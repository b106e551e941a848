import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hooksOf } from '../../../src/agents/hooks/dialects';
import { isObject } from '../../../src/agents/json';
import type { AgentConnector, HookCall, TestEvent } from '../../../src/connect/agentConnector';
import { companionCalls } from '../../../src/connect/companionCommand';
import {
  connect,
  connectedPlaces,
  disconnect,
  planConnection,
  planDisconnection,
} from '../../../src/connect/connection';
import { gemini } from '../../../src/connect/gemini/gemini';
import { isAllowedUrl } from '../../../src/connect/qwenCode/allowedUrls';
import { qwenCode } from '../../../src/connect/qwenCode/qwenCode';
import { at } from '../../../src/connect/version';
import { put, temporaryFolder } from './folders';
import { printed, settings } from './jsonc';

const HTTP = { port: 4711, token: 'f'.repeat(64) };
const NEWEST = at(99, 0, 0);

function world(connector: AgentConnector, http?: typeof HTTP) {
  const root = temporaryFolder();
  const userFolder = join(root, 'our own');
  const calls = companionCalls(
    connector.agent,
    userFolder,
    { nodes: ['/usr/bin/node'], editor: '/e' },
    'linux',
  );
  const call: HookCall = { version: NEWEST, ...calls, http };
  const machine = { env: {}, platform: 'linux', home: join(root, 'home') } as const;
  const places = connector.places(machine, [join(root, 'ws')]);
  const change = async () => {
    for (const place of places) {
      await connect(await planConnection(connector, place, call, userFolder), userFolder);
    }
  };
  const takeBack = async () => {
    for (const place of places) {
      await disconnect(await planDisconnection(connector, place, userFolder), userFolder);
    }
  };
  const files = places.flatMap((place) => place.files.map(({ file }) => file));
  const connected = () => connectedPlaces(places, userFolder);
  return { root, userFolder, call, places, files, change, takeBack, connected };
}

const hooksIn = (file: string): Map<string, readonly { hooks: readonly object[] }[]> =>
  new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')).hooks));

describe.each([
  ['Gemini CLI', gemini, '.gemini'],
  ['Qwen Code', qwenCode, '.qwen'],
] as const)('connecting %s', (_, connector, folder) => {
  it('writes the settings of the person and of the folder', () => {
    const { root, files } = world(connector);
    expect(files).toEqual([
      join(root, 'home', folder, 'settings.json'),
      join(root, 'ws', folder, 'settings.json'),
    ]);
  });

  it('makes files that were not there, and takes them away again', async () => {
    const { root, files, change, takeBack, connected } = world(connector);
    put(join(root, 'ws', 'a.ts'), '');
    await change();
    expect(await connected()).toHaveLength(2);
    await takeBack();
    expect(await connected()).toEqual([]);
    expect(files.filter((file) => existsSync(file))).toEqual([]);
    expect(existsSync(join(root, 'ws', folder))).toBe(false);
  });

  it('takes back to the byte what it wrote, whatever was there', async () => {
    await fc.assert(
      fc.asyncProperty(settings.chain(printed), async (text) => {
        const { files, change, takeBack } = world(connector, connector.http && HTTP);
        for (const file of files) put(file, text);
        await change();
        await takeBack();
        for (const file of files) expect(readFileSync(file, 'utf8')).toBe(text);
      }),
      { numRuns: 25 },
    );
  });

  it('tries what it wrote with a payload that the agent could send', () => {
    const { call, places, root } = world(connector, connector.http && HTTP);
    const [place] = places;
    if (place === undefined) throw new Error('no place');
    const event: TestEvent = { call, place, session: 's1', folder: root };
    for (const trial of connector.trials(event)) {
      if (trial.kind === 'node') throw new Error('not called by a program');
      const { payload } = trial;
      const hooks = isObject(payload) ? hooksOf(connector.agent, payload) : undefined;
      expect(hooks?.dialect.frame({ ...payload }, undefined, 1)).toMatchObject({
        session: 's1',
        moment: 'turn-end',
      });
    }
  });
});

describe('the hooks of Gemini CLI', () => {
  it('have a name, and end in time by milliseconds', async () => {
    const { files, change, call } = world(gemini);
    await change();
    const hooks = hooksIn(files[0] ?? '');
    expect([...hooks.keys()]).toEqual([
      'SessionStart',
      'BeforeAgent',
      'BeforeTool',
      'AfterTool',
      'AfterAgent',
      'SessionEnd',
    ]);
    const handler = { type: 'command', name: 'read-coverage', command: call.command(), timeout: 5000 };
    for (const groups of hooks.values()) expect(groups).toEqual([{ hooks: [handler] }]);
  });

  it('are said not to run where the file turns them off', () => {
    const cautions = (text: string) => gemini.cautions(text, NEWEST);
    expect(cautions('{ "hooksConfig": { "enabled": false } } // off')).toEqual(['hooks-off']);
    expect(cautions('{ "hooksConfig": { "disabled": ["x", "read-coverage"] } }')).toEqual(['hooks-off']);
    for (const text of ['', '{}', '[]', '{ "hooksConfig": { "enabled": true, "disabled": ["x"] } }']) {
      expect(cautions(text)).toEqual([]);
    }
  });
});

describe('the hooks of Qwen Code', () => {
  it('speak HTTP where every request to the model waits for them', async () => {
    const { files, change, call } = world(qwenCode, HTTP);
    await change();
    const hooks = hooksIn(files[0] ?? '');
    const byHttp = [...hooks].flatMap(([event, [group]]) =>
      JSON.stringify(group).includes('"type":"http"') ? [event] : [],
    );
    expect(byHttp).toEqual(['UserPromptSubmit', 'PreToolUse', 'PostToolBatch']);
    expect(hooks.get('PreToolUse')?.[0]?.hooks).toEqual([
      {
        type: 'http',
        url: 'http://127.0.0.1:4711/v1/hook/qwen-code',
        headers: { Authorization: `Bearer ${HTTP.token}`, 'X-Read-Coverage': 'qwen-code' },
        timeout: 0.15,
      },
    ]);
    const handler = { type: 'command', command: call.command(), timeout: 5000 };
    expect(hooks.get('Stop')).toEqual([{ hooks: [handler] }]);
  });

  it('are said not to run where the file turns them off, or does not let them speak', async () => {
    const { files, change } = world(qwenCode, HTTP);
    const cautions = async (text: string) => {
      for (const file of files) put(file, text);
      await change();
      return qwenCode.cautions(readFileSync(files[0] ?? '', 'utf8'), NEWEST);
    };
    expect(await cautions('{ "disableAllHooks": true }')).toEqual(['hooks-off']);
    expect(await cautions('{ "security": { "allowedHttpHookUrls": ["https://a.b/*"] } }')).toEqual([
      'http-closed',
    ]);
    expect(await cautions('{ "security": { "allowedHttpHookUrls": ["http://127.0.0.1:*"] } }')).toEqual([]);
    expect(qwenCode.cautions('{ "security": { "allowedHttpHookUrls": ["https://a.b/*"] } }', NEWEST)).toEqual(
      [],
    );
  });

  it('may speak to addresses that fit one of those listed', () => {
    const url = 'http://127.0.0.1:4711/v1/hook/qwen-code';
    const allowed = (...list: readonly unknown[]) =>
      isAllowedUrl({ security: { allowedHttpHookUrls: list } }, url);
    expect(allowed()).toBe(true);
    for (const each of [
      url,
      '*',
      'http://127\\.0\\.0\\.1:*',
      '*/v1/*/qwen-code',
      'HTTP://127.0.0.1:4711/*',
    ]) {
      expect(allowed('https://a.b/', each)).toBe(true);
    }
    for (const each of ['http://127.0.0.1', 'http://localhost:*', `${url}*x`, '*hook*hook*', 1, null]) {
      expect(allowed(each)).toBe(false);
    }
  });
});
