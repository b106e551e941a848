import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookCall } from '../../../src/connect/agentConnector';
import { companionCalls } from '../../../src/connect/companionCommand';
import {
  connect,
  connectedPlaces,
  disconnect,
  planConnection,
  planDisconnection,
} from '../../../src/connect/connection';
import { copilotCli } from '../../../src/connect/copilotCli/copilotCli';
import type { Machine } from '../../../src/connect/programs';
import { at } from '../../../src/connect/version';
import { put, temporaryFolder } from './folders';

function world(folder = 'our own') {
  const home = temporaryFolder();
  const userFolder = join(home, folder);
  const machine: Machine = { env: {}, platform: 'linux', home };
  const runtimes = { nodes: ['/usr/bin/node'], editor: '/usr/bin/code' };
  const call: HookCall = {
    version: at(1, 0, 102),
    ...companionCalls('copilot-cli', userFolder, runtimes, 'linux'),
    http: undefined,
  };
  const [place] = copilotCli.places(machine, ['/ws']);
  if (place === undefined) throw new Error('nowhere');
  return {
    home,
    userFolder,
    machine,
    call,
    place,
    file: join(home, '.copilot', 'hooks', 'read-coverage.json'),
  };
}

type World = ReturnType<typeof world>;

const connectIn = async ({ place, call, userFolder }: World) =>
  connect(await planConnection(copilotCli, place, call, userFolder), userFolder);
const disconnectIn = async ({ place, userFolder }: World) =>
  disconnect(await planDisconnection(copilotCli, place, userFolder), userFolder);

describe.skipIf(process.platform === 'win32')('connecting Copilot CLI', () => {
  it.each(['our own', 'plain', "it's"])(
    'writes a file of its own, and takes it away again: %s',
    async (folder) => {
      const here = world(folder);
      await connectIn(here);
      const { version, hooks } = JSON.parse(readFileSync(here.file, 'utf8'));
      expect(version).toBe(1);
      expect(Object.keys(hooks)).toEqual([
        'sessionStart',
        'userPromptSubmitted',
        'preToolUse',
        'subagentStart',
        'subagentStop',
        'agentStop',
        'sessionEnd',
      ]);
      // The payload does not say which hook it is of.
      for (const [event, handlers] of Object.entries(hooks))
        expect(handlers).toEqual([{ type: 'command', bash: here.call.command(event), timeoutSec: 5 }]);
      expect(await connectedPlaces([here.place], here.userFolder)).toEqual([here.place]);
      await disconnectIn(here);
      expect(existsSync(dirname(here.file))).toBe(false);
    },
  );

  it('leaves the hooks of others beside it', async () => {
    const here = world();
    const other = put(join(dirname(here.file), 'mine.json'), '{"version":1,"hooks":{}}');
    await connectIn(here);
    await disconnectIn(here);
    expect(existsSync(here.file)).toBe(false);
    expect(readFileSync(other, 'utf8')).toBe('{"version":1,"hooks":{}}');
  });

  it('takes nothing for its own that it has not written', async () => {
    const here = world();
    await connectIn(here);
    const written = readFileSync(here.file, 'utf8');
    const { hooks } = JSON.parse(written);
    for (const other of [
      '{}',
      '{"version":1,"hooks":{}}',
      'not JSON',
      JSON.stringify({
        version: 1,
        hooks: { ...hooks, preToolUse: [{ type: 'command', bash: 'echo mine' }] },
      }),
      JSON.stringify({ version: 1, hooks: { ...hooks, postToolUse: hooks.preToolUse } }),
      JSON.stringify({ version: 1, hooks, more: 1 }),
    ]) {
      writeFileSync(here.file, other);
      await expect(planConnection(copilotCli, here.place, here.call, here.userFolder)).rejects.toThrow(
        'occupied',
      );
    }
    // A person's own command after ours, before it, or in place of what it runs.
    const [{ bash }] = hooks.preToolUse;
    for (const changed of [
      `${bash}; ./mine.sh; fi`,
      bash.replace('; fi', '; ./mine.sh; fi'),
      bash.replace(/; \. .*; fi$/, '; . ./mine.sh; fi'),
      bash.replace(/\[ -r .* \]; then/, '[ -r /x ]; then'),
      `if [ -r '/x' ]; then set -- a; . '/mine'; fi; ${bash}`,
    ]) {
      const text = written.replace(JSON.stringify(bash), () => JSON.stringify(changed));
      expect(text).not.toBe(written);
      writeFileSync(here.file, text);
      await expect(
        planConnection(copilotCli, here.place, here.call, here.userFolder),
        changed,
      ).rejects.toThrow('occupied');
      await disconnectIn(here);
      expect(readFileSync(here.file, 'utf8')).toBe(text);
    }
    writeFileSync(here.file, written);
    await disconnectIn(here);
    expect(existsSync(here.file)).toBe(false);
  });

  it('finds its folder where the environment says', () => {
    const { machine } = world();
    const [place] = copilotCli.places({ ...machine, env: { COPILOT_HOME: '/elsewhere' } }, []);
    expect(place?.files[0]?.file).toBe('/elsewhere/hooks/read-coverage.json');
  });
});
