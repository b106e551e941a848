import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentConnector, HookCall } from '../../../src/connect/agentConnector';
import { companionCalls } from '../../../src/connect/companionCommand';
import {
  connect,
  connectedPlaces,
  disconnect,
  planConnection,
  planDisconnection,
} from '../../../src/connect/connection';
import { cursor } from '../../../src/connect/cursor/cursor';
import { at } from '../../../src/connect/version';
import { vscodeChat } from '../../../src/connect/vscodeChat/vscodeChat';
import { put, temporaryFolder } from './folders';

function world(connector: AgentConnector, folder = 'our own') {
  const home = temporaryFolder();
  const userFolder = join(home, folder);
  const runtimes = { nodes: ['/usr/bin/node'], editor: '/usr/bin/code' };
  const call: HookCall = {
    version: at(3, 0, 0),
    ...companionCalls(connector.agent, userFolder, runtimes, 'linux'),
    http: undefined,
  };
  const [place] = connector.places({ env: {}, platform: 'linux', home }, ['/ws']);
  if (place === undefined) throw new Error('nowhere');
  return {
    file: place.files[0]?.file ?? '',
    home,
    call,
    connected: () => connectedPlaces([place], userFolder),
    connect: async () => connect(await planConnection(connector, place, call, userFolder), userFolder),
    disconnect: async () => disconnect(await planDisconnection(connector, place, userFolder), userFolder),
  };
}

describe.skipIf(process.platform === 'win32')('connecting Cursor', () => {
  it('adds to the hooks of others, and takes exactly that out again', async () => {
    const here = world(cursor);
    const before = '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "./mine.sh" }]\n  }\n}\n';
    put(here.file, before);
    await here.connect();
    const { hooks } = JSON.parse(readFileSync(here.file, 'utf8'));
    expect(hooks.stop).toEqual([{ command: './mine.sh' }, { command: here.call.command(), timeout: 5 }]);
    expect(hooks.preToolUse).toEqual([{ command: here.call.command(), timeout: 5 }]);
    expect(await here.connected()).toHaveLength(1);
    await here.disconnect();
    expect(readFileSync(here.file, 'utf8')).toBe(before);
  });

  it('makes the file with what it has to say besides, and takes it away again', async () => {
    const here = world(cursor);
    await here.connect();
    expect(here.file).toBe(join(here.home, '.cursor', 'hooks.json'));
    expect(JSON.parse(readFileSync(here.file, 'utf8')).version).toBe(1);
    await here.disconnect();
    expect(existsSync(join(here.home, '.cursor'))).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('connecting the chat of VS Code', () => {
  it.each(['our own', 'plain', "it's"])('writes a file of its own, and takes it away: %s', async (folder) => {
    const here = world(vscodeChat, folder);
    const other = put(join(here.home, '.copilot', 'hooks', 'read-coverage.json'), '{}');
    await here.connect();
    const { version, hooks } = JSON.parse(readFileSync(here.file, 'utf8'));
    expect(version).toBe(1);
    expect(hooks.PreToolUse).toEqual([{ type: 'command', command: here.call.command(), timeout: 5 }]);
    expect(await here.connected()).toHaveLength(1);
    await here.disconnect();
    expect(existsSync(here.file)).toBe(false);
    expect(readFileSync(other, 'utf8')).toBe('{}');
  });

  it('leaves a file of ours that a person has added a command to', async () => {
    const here = world(vscodeChat);
    await here.connect();
    const written = readFileSync(here.file, 'utf8');
    const command = here.call.command();
    for (const changed of [
      `${command}; ./mine.sh; fi`,
      command.replace('; fi', '; ./mine.sh; fi'),
      `./mine.sh /x/companion/companion.cjs vscode-chat`,
      `rm -r x; node /x/companion/companion.cjs vscode-chat`,
    ]) {
      const text = written.replace(JSON.stringify(command), () => JSON.stringify(changed));
      expect(text).not.toBe(written);
      put(here.file, text);
      await here.disconnect();
      expect(readFileSync(here.file, 'utf8'), changed).toBe(text);
    }
  });

  it("leaves a file of that name that is another's", async () => {
    const here = world(vscodeChat);
    const text = '{"version":1,"hooks":{"Stop":[{"type":"command","command":"./mine.sh vscode-chat"}]}}';
    put(here.file, text);
    await expect(here.connect()).rejects.toMatchObject({ reason: 'occupied' });
    expect(readFileSync(here.file, 'utf8')).toBe(text);
  });
});
