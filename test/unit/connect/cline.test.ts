import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookCall } from '../../../src/connect/agentConnector';
import { cline } from '../../../src/connect/cline/cline';
import { hookScript, isHookScript } from '../../../src/connect/cline/hookScript';
import { companionCalls } from '../../../src/connect/companionCommand';
import {
  connect,
  connectedPlaces,
  disconnect,
  planConnection,
  planDisconnection,
} from '../../../src/connect/connection';
import type { Machine } from '../../../src/connect/programs';
import { at } from '../../../src/connect/version';
import { put, temporaryFolder } from './folders';

const runtimes = { nodes: ['/usr/bin/node'], editor: '/usr/bin/code' };
const callIn = (userFolder: string, platform: NodeJS.Platform = 'linux'): HookCall => ({
  version: at(3, 0, 65),
  ...companionCalls('cline', userFolder, runtimes, platform),
  http: undefined,
});

function world(folder = 'our own') {
  const home = temporaryFolder();
  const userFolder = join(home, folder);
  const machine: Machine = { env: {}, platform: 'linux', home };
  const [own, shared] = cline.places(machine, [join(home, 'ws')]);
  if (own === undefined || shared === undefined) throw new Error('nowhere');
  return { home, userFolder, machine, call: callIn(userFolder), own, shared };
}

type World = ReturnType<typeof world>;

const connectIn = async ({ call, userFolder }: World, place: World['own']) =>
  connect(await planConnection(cline, place, call, userFolder), userFolder);
const disconnectIn = async ({ userFolder }: World, place: World['own']) =>
  disconnect(await planDisconnection(cline, place, userFolder), userFolder);

describe.skipIf(process.platform === 'win32')('connecting Cline', () => {
  it.each(['our own', 'plain', "it's"])(
    'writes a script for each hook, and takes all away: %s',
    async (folder) => {
      const here = world(folder);
      await connectIn(here, here.own);
      for (const { file } of here.own.files) {
        expect(dirname(file)).toBe(join(here.home, '.cline', 'hooks'));
        expect(statSync(file).mode & 0o777).toBe(0o755);
        const text = readFileSync(file, 'utf8');
        expect(text).toMatch(/^#!\/bin\/sh\n/);
        expect(text).toContain('set -- cline "$PWD"; . ');
      }
      expect(await connectedPlaces([here.own], here.userFolder)).toEqual([here.own]);
      await disconnectIn(here, here.own);
      expect(existsSync(join(here.home, '.cline'))).toBe(false);
    },
  );

  it('leaves the scripts of a person beside its own', async () => {
    const here = world();
    const mine = put(join(here.home, '.cline', 'hooks', 'PreToolUse'), '#!/bin/sh\nexit 0\n');
    await connectIn(here, here.own);
    await disconnectIn(here, here.own);
    expect(readFileSync(mine, 'utf8')).toBe('#!/bin/sh\nexit 0\n');
  });

  it("writes nothing where one of the files is a person's", async () => {
    const here = world();
    const mine = put(join(here.home, 'ws', '.clinerules', 'hooks', 'PostToolUse'), '#!/bin/sh\nexit 0\n');
    chmodSync(mine, 0o755);
    await expect(connectIn(here, here.shared)).rejects.toMatchObject({ reason: 'occupied', file: mine });
    for (const { file } of here.shared.files) expect(existsSync(file)).toBe(file === mine);
    expect(readFileSync(mine, 'utf8')).toBe('#!/bin/sh\nexit 0\n');
  });

  it('does not take away a script that a person changed', async () => {
    const here = world();
    await connectIn(here, here.own);
    const [first] = here.own.files;
    const file = first?.file ?? '';
    writeFileSync(file, `${readFileSync(file, 'utf8')}echo more\n`);
    await disconnectIn(here, here.own).catch(() => undefined);
    expect(readFileSync(file, 'utf8')).toMatch(/echo more\n$/);
  });

  it('works in the folder that the environment names', () => {
    const { machine } = world();
    const [own] = cline.places({ ...machine, env: { CLINE_DIR: '/elsewhere' } }, []);
    expect(own?.files[0]?.file).toBe('/elsewhere/hooks/TaskStart.sh');
  });
});

describe('a script for a hook of Cline', () => {
  it.each(['/home/me/.read-coverage', "/home/it's me/x", "C:\\Users\\it's me\\x"])(
    'is known again: %s',
    (folder) => {
      for (const platform of ['linux', 'win32'] as const) {
        const text = hookScript(callIn(folder, platform), platform);
        expect(isHookScript(text)).toBe(true);
        expect(isHookScript(`${text}echo\n`)).toBe(false);
        expect(isHookScript(text.replace('cline', 'other'))).toBe(false);
        expect(isHookScript(`echo\n${text}`)).toBe(false);
        expect(
          isHookScript(text.replace(/^& '/m, "& 'mine.ps1'; & '").replace('; fi', '; ./mine.sh; fi')),
        ).toBe(false);
      }
      expect(isHookScript('')).toBe(false);
    },
  );
});
