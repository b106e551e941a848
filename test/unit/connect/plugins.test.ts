import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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
import { opencode } from '../../../src/connect/opencode/opencode';
import { pi } from '../../../src/connect/pi/pi';
import type { Machine } from '../../../src/connect/programs';
import { put, temporaryFolder } from './folders';

const runtimes = { nodes: ['/usr/bin/node'], editor: '/usr/bin/code' };
const AGENTS = [
  { connector: opencode, own: '.config/opencode/plugin', shared: '.opencode/plugin' },
  { connector: pi, own: '.pi/agent/extensions', shared: '.pi/extensions' },
] as const;

describe.each(AGENTS)('connecting $connector.name', ({ connector, own, shared }) => {
  const world = (env: NodeJS.ProcessEnv = {}, folder = 'our own') => {
    const home = temporaryFolder();
    const ws = join(home, 'ws');
    mkdirSync(ws);
    const userFolder = join(home, folder);
    const machine: Machine = { env, platform: 'linux', home };
    const call: HookCall = {
      version: connector.oldest.version,
      ...companionCalls(connector.agent, userFolder, runtimes, 'linux'),
      http: undefined,
    };
    return { home, ws, userFolder, call, places: () => connector.places(machine, [ws]) };
  };
  type World = ReturnType<typeof world>;
  const placeIn = ({ places }: World, level: string) => {
    const place = places().find((each) => each.level === level);
    if (place === undefined) throw new Error(level);
    return place;
  };
  const connectIn = async (here: World, place: ReturnType<typeof placeIn>) =>
    connect(await planConnection(connector, place, here.call, here.userFolder), here.userFolder);
  const disconnectIn = async (here: World, place: ReturnType<typeof placeIn>) =>
    disconnect(await planDisconnection(connector, place, here.userFolder), here.userFolder);
  const fileOf = (place: ReturnType<typeof placeIn>) => place.files[0]?.file ?? '';

  it.each(['our own', "it's", 'say "so"', 'ö\u2028'])(
    'writes a file, and takes all away again: %s',
    async (folder) => {
      const here = world({}, folder);
      for (const [level, below] of [
        ['user', join(here.home, own)],
        ['folder-shared', join(here.ws, shared)],
      ] as const) {
        const place = placeIn(here, level);
        expect(dirname(fileOf(place))).toBe(below);
        await connectIn(here, place);
        expect(await connectedPlaces([place], here.userFolder)).toEqual([place]);
        expect(statSync(fileOf(place)).mode & 0o777).toBe(level === 'user' ? 0o600 : 0o644);
        await disconnectIn(here, place);
        expect(existsSync(fileOf(place))).toBe(false);
      }
      expect(existsSync(join(here.home, own.split('/')[0] ?? ''))).toBe(false);
      expect(existsSync(join(here.ws, shared.split('/')[0] ?? ''))).toBe(false);
    },
  );

  it('leaves what others have there, and a file of that name that is not ours', async () => {
    const here = world();
    const place = placeIn(here, 'user');
    const other = put(join(dirname(fileOf(place)), 'other.js'), 'export default 1;\n');
    await connectIn(here, place);
    await disconnectIn(here, place);
    expect(readFileSync(other, 'utf8')).toBe('export default 1;\n');
    put(fileOf(place), 'export default 2;\n');
    await expect(connectIn(here, place)).rejects.toMatchObject({ reason: 'occupied' });
    expect(readFileSync(fileOf(place), 'utf8')).toBe('export default 2;\n');
    expect(await connectedPlaces([place], here.userFolder)).toEqual([]);
  });

  it('does not take away a file that a person changed', async () => {
    const here = world();
    const place = placeIn(here, 'user');
    await connectIn(here, place);
    writeFileSync(fileOf(place), `${readFileSync(fileOf(place), 'utf8')}more();\n`);
    await disconnectIn(here, place).catch(() => undefined);
    expect(readFileSync(fileOf(place), 'utf8')).toMatch(/more\(\);\n$/);
  });

  it('knows its own file by all of it', async () => {
    const here = world();
    const [file] = placeIn(here, 'user').files;
    const { text = '' } = file?.content.add('', here.call, '') ?? {};
    const has = (other: string) => file?.content.has(other, here.userFolder);
    expect(has(text)).toBe(true);
    expect(has(text.replace(JSON.stringify(here.call.module), '"/elsewhere/evil.cjs"'))).toBe(false);
    expect(has(text.replace(JSON.stringify(here.call.module), 'evil()'))).toBe(false);
    expect(has(`#${text.slice(1)}`)).toBe(false);
    expect(has(text.replace(/\}(;?)\n$/, ')$1\n'))).toBe(false);
    expect(has('')).toBe(false);
  });

  it('replaces a file of another version or home of ours', async () => {
    const [here, there] = [world(), world({}, 'elsewhere')];
    const place = placeIn(here, 'user');
    await connectIn(here, place);
    await connectIn({ ...here, call: there.call }, place);
    expect(readFileSync(fileOf(place), 'utf8')).toContain(JSON.stringify(there.call.module));
  });
});

describe('where OpenCode has its plugins', () => {
  const filesIn = (home: string, env: NodeJS.ProcessEnv = {}) =>
    opencode.places({ env, platform: 'linux', home }, []).map(({ files }) => files[0]?.file);

  it('is the folder that a person has, of the two that it reads, and the one that our file is in', () => {
    const home = temporaryFolder();
    const root = join(home, '.config', 'opencode');
    mkdirSync(join(root, 'plugins'), { recursive: true });
    expect(filesIn(home)).toEqual([join(root, 'plugins', 'read-coverage.js')]);
    mkdirSync(join(root, 'plugin'));
    expect(filesIn(home)).toEqual([join(root, 'plugin', 'read-coverage.js')]);
    put(join(root, 'plugins', 'read-coverage.js'), '');
    expect(filesIn(home)).toEqual([join(root, 'plugins', 'read-coverage.js')]);
  });

  it('is what the environment names', () => {
    expect(filesIn('/h', { XDG_CONFIG_HOME: '/c' })).toEqual(['/c/opencode/plugin/read-coverage.js']);
    expect(filesIn('/h', { OPENCODE_CONFIG_DIR: '/d' })).toEqual([
      '/h/.config/opencode/plugin/read-coverage.js',
      '/d/plugin/read-coverage.js',
    ]);
    const [place] = pi.places({ env: { PI_CODING_AGENT_DIR: '/p' }, platform: 'linux', home: '/h' }, []);
    expect(place?.files[0]?.file).toBe('/p/extensions/read-coverage.js');
  });
});
