import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpPlace, makeHttpPlace } from '../../../src/channel/httpPlace';
import type { ConnectPlace, HookCall } from '../../../src/connect/agentConnector';
import { backupOf } from '../../../src/connect/backup';
import { claudeCode } from '../../../src/connect/claudeCode/claudeCode';
import { companionCalls } from '../../../src/connect/companionCommand';
import {
  changesNothing,
  connect,
  connectedPlaces,
  disconnect,
  planConnection,
  planDisconnection,
} from '../../../src/connect/connection';
import { Refusal } from '../../../src/connect/refusal';
import { platformOf } from '../../../src/text/platform';
import { put, temporaryFolder } from './folders';
import { plainly, printed, settings } from './jsonc';

const { hasModes } = platformOf(process.platform);

const NEWEST = { major: 2, minor: 1, patch: 332 };

interface World {
  readonly userFolder: string;
  readonly workspace: string;
  readonly place: ConnectPlace;
  readonly call: HookCall;
}

function world(): World {
  const root = temporaryFolder();
  const userFolder = join(root, 'our own');
  const workspace = join(root, 'ws');
  mkdirSync(workspace);
  const env = { CLAUDE_CONFIG_DIR: join(root, 'home', '.claude') };
  const [place] = claudeCode.places({ env, platform: 'linux', home: join(root, 'home') }, []);
  if (place === undefined) throw new Error('no place');
  const runtimes = { nodes: ['/usr/bin/node'], editor: '/usr/bin/code' };
  const calls = companionCalls('claude-code', userFolder, runtimes, 'linux');
  return { userFolder, workspace, place, call: { version: NEWEST, ...calls, http: undefined } };
}

const fileOf = ({ place }: World): string => place.files[0]?.file ?? '';

async function connectIn({ userFolder, place, call }: World): Promise<void> {
  await connect(await planConnection(claudeCode, place, call, userFolder), userFolder);
}

async function disconnectIn({ userFolder, place }: World): Promise<void> {
  await disconnect(await planDisconnection(claudeCode, place, userFolder), userFolder);
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

const isConnected = async ({ userFolder, place }: World) =>
  (await connectedPlaces([place], userFolder)).length === 1;

describe('connecting and disconnecting Claude Code', () => {
  it('restores the bytes, whatever the file is like, also over an upgrade', async () => {
    const layouts = fc.oneof(
      settings.chain(printed),
      settings.chain(plainly),
      fc.constantFrom(
        '',
        '\n',
        '{}',
        '{ }',
        '{\n}\n',
        '\ufeff{}',
        '{"hooks":{}}',
        '{"hooks":{"PreToolUse":[]}}',
      ),
    );
    await fc.assert(
      fc.asyncProperty(layouts, fc.boolean(), fc.boolean(), async (text, upgrade, byHttp) => {
        const http = byHttp ? { port: 40_123, token: 'f'.repeat(64) } : undefined;
        const plain = world();
        const here = { ...plain, call: { ...plain.call, http } };
        put(fileOf(here), text);
        await connectIn(
          upgrade ? { ...here, call: { ...here.call, version: claudeCode.oldest.version } } : here,
        );
        expect(await isConnected(here)).toBe(true);
        if (upgrade) await connectIn(here);
        const again = await planConnection(claudeCode, here.place, here.call, here.userFolder);
        expect(changesNothing(again)).toBe(true);
        await disconnectIn(here);
        expect(readFileSync(fileOf(here), 'utf8')).toBe(text);
        expect(readdirSync(dirname(fileOf(here)))).toEqual(['settings.json']);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it.skipIf(!hasModes)('leaves nothing where there was nothing', async () => {
    const here = world();
    await connectIn(here);
    expect(statSync(fileOf(here)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(fileOf(here), 'utf8')).hooks.PreToolUse).toEqual([
      { hooks: [{ type: 'command', command: here.call.command(), timeout: 5 }] },
    ]);
    await disconnectIn(here);
    expect(existsSync(join(dirname(fileOf(here)), '..'))).toBe(false);
  });

  it('keeps what came since, in the file and beside it', async () => {
    const here = world();
    await connectIn(here);
    const connected = JSON.parse(readFileSync(fileOf(here), 'utf8'));
    connected.model = 'opus';
    connected.hooks.Stop.push({ hooks: [{ type: 'command', command: 'say done' }] });
    writeFileSync(fileOf(here), JSON.stringify(connected));
    put(join(dirname(fileOf(here)), 'CLAUDE.md'), 'notes');
    await disconnectIn(here);
    expect(JSON.parse(readFileSync(fileOf(here), 'utf8'))).toEqual({
      model: 'opus',
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
    });
  });

  it('replaces the hooks that an earlier version wrote, and no others', async () => {
    const here = world();
    const old = { type: 'command', command: `node '${here.userFolder}/companion/companion.cjs' claude-code` };
    const others = [
      { type: 'command', command: `node '${here.userFolder}/companion/companion.cjs' codex` },
      { type: 'command', command: `echo '${here.userFolder}/companion/run' claude-code` },
      { type: 'command', command: `'${here.userFolder}/companion/run' claude-code; rm -rf x` },
      { type: 'command', command: 'node /elsewhere/companion/companion.cjs claude-code' },
      { type: 'prompt', prompt: here.call.command(), command: here.call.command() },
    ];
    const before = {
      hooks: {
        PreToolUse: [{ matcher: 'Read', hooks: [others[0], old, others[1]] }],
        Gone: [{ hooks: [old] }],
      },
    };
    put(fileOf(here), JSON.stringify({ ...before, more: others }));
    await connectIn(here);
    const { hooks, more } = JSON.parse(readFileSync(fileOf(here), 'utf8'));
    expect(more).toEqual(others);
    expect(hooks.Gone).toBeUndefined();
    expect(hooks.PreToolUse[0]).toEqual({ matcher: 'Read', hooks: [others[0], others[1]] });
    expect(hooks.PreToolUse[1].hooks).toEqual([
      { type: 'command', command: here.call.command(), timeout: 5 },
    ]);
    await disconnectIn(here);
    const left = JSON.parse(readFileSync(fileOf(here), 'utf8'));
    expect(left).toEqual({
      hooks: { PreToolUse: [{ matcher: 'Read', hooks: [others[0], others[1]] }] },
      more: others,
    });
  });

  it('speaks HTTP at every tool call where it is to, and is known again by its mark', async () => {
    const here = world();
    const http = { port: 40_123, token: 'f'.repeat(64) };
    put(fileOf(here), '{}');
    await connectIn({ ...here, call: { ...here.call, http } });
    const { hooks } = JSON.parse(readFileSync(fileOf(here), 'utf8'));
    const hook = {
      type: 'http',
      url: 'http://127.0.0.1:40123/v1/hook/claude-code',
      headers: { Authorization: `Bearer ${http.token}`, 'X-Read-Coverage': 'claude-code' },
      timeout: 0.15,
    };
    const types = Object.entries(hooks as Record<string, [{ hooks: [{ type: string }] }]>).map(
      ([event, [group]]) => `${event} ${group.hooks[0].type}`,
    );
    expect(types.filter((each) => each.endsWith('http'))).toEqual([
      'PreToolUse http',
      'PostToolUse http',
      'PostToolUseFailure http',
    ]);
    expect(types).toContain('SessionStart command');
    expect(hooks.PreToolUse).toEqual([{ hooks: [hook] }]);
    const others = [
      { ...hook, headers: {} },
      { ...hook, url: 'http://127.0.0.1:40123/v1/hook/codex' },
      { ...hook, url: 'http://example.org/v1/hook/claude-code' },
    ];
    hooks.PreToolUse.push({ hooks: others });
    writeFileSync(fileOf(here), JSON.stringify({ hooks }));
    await connectIn(here);
    const now = JSON.parse(readFileSync(fileOf(here), 'utf8')).hooks;
    expect(now.PreToolUse[0]).toEqual({ hooks: others });
    expect(now.PreToolUse[1].hooks[0].type).toBe('command');
    expect(now.PostToolUse).toHaveLength(1);
  });

  it('makes files that may hold the secret for HTTP readable for nobody else', () => {
    const machine = { env: {}, platform: 'linux', home: '/home/u' } as const;
    const modes = claudeCode
      .places(machine, ['/ws'])
      .map(({ level, files }) => [level, ...files.map(({ newMode }) => newMode.toString(8))].join(' '));
    expect(modes).toEqual(['user 600', 'folder-own 600', 'folder-shared 644']);
  });

  it('keeps the port for HTTP as long as settings name it', async () => {
    const here = world();
    const files = here.place.files.map((each) => ({ ...each, file: join(here.workspace, 'settings.json') }));
    const other = { ...here, place: { ...here.place, files } };
    const http = await makeHttpPlace(here.userFolder);
    const call = { ...here.call, http };
    await connectIn({ ...here, call });
    await connectIn({ ...other, call });
    expect(await makeHttpPlace(here.userFolder)).toEqual(http);
    await disconnectIn(here);
    expect(httpPlace(here.userFolder)).toEqual(http);
    // By the program from now on.
    await connectIn(other);
    expect(httpPlace(here.userFolder)).toBeNull();
    await disconnectIn(other);
  });

  it('works without its receipts', async () => {
    for (const receipts of [undefined, 'no JSON', '{"v":1,"connections":[{"agent":1}]}']) {
      const here = world();
      put(fileOf(here), '{\n  "model": "opus"\n}\n');
      await connectIn(here);
      const file = join(here.userFolder, 'connections.json');
      if (receipts === undefined) rmSync(file);
      else writeFileSync(file, receipts);
      await disconnectIn(here);
      expect(readFileSync(fileOf(here), 'utf8')).toBe('{\n  "model": "opus"\n}\n');
    }
  });

  it.skipIf(!hasModes)(
    'keeps a file to its owner while the secret of HTTP stands in it, and gives it back as it was',
    async () => {
      const here = world();
      const http = { port: 40_123, token: 'f'.repeat(64) };
      const mode = () => statSync(fileOf(here)).mode & 0o777;
      put(fileOf(here), '{ "theme": "dark" }\n');
      chmodSync(fileOf(here), 0o644);
      await connectIn({ ...here, call: { ...here.call, http } });
      expect(mode()).toBe(0o600);
      // Connected anew, it is still known what it was.
      const anew = { ...http, token: 'e'.repeat(64) };
      await connectIn({ ...here, call: { ...here.call, http: anew } });
      expect(mode()).toBe(0o600);
      await connectIn(here);
      expect(mode()).toBe(0o644);
      await connectIn({ ...here, call: { ...here.call, http } });
      expect(mode()).toBe(0o600);
      await disconnectIn(here);
      expect(mode()).toBe(0o644);
      expect(readFileSync(fileOf(here), 'utf8')).toBe('{ "theme": "dark" }\n');
      // What a person has set since stays.
      await connectIn({ ...here, call: { ...here.call, http } });
      chmodSync(fileOf(here), 0o640);
      await disconnectIn(here);
      expect(mode()).toBe(0o640);
    },
  );

  it.skipIf(!hasModes)(
    'takes a file with the secret from others also where its text stays as it is',
    async () => {
      const here = world();
      const http = { port: 40_123, token: 'f'.repeat(64) };
      const call = { ...here.call, http };
      put(fileOf(here), '{ "theme": "dark" }\n');
      await connectIn({ ...here, call });
      const text = readFileSync(fileOf(here), 'utf8');
      chmodSync(fileOf(here), 0o644);
      await connectIn({ ...here, call });
      expect(statSync(fileOf(here)).mode & 0o777).toBe(0o600);
      expect(readFileSync(fileOf(here), 'utf8')).toBe(text);
    },
  );

  it.skipIf(!hasModes)('gives nobody a file back that it was not taken from', async () => {
    const here = world();
    put(fileOf(here), '{ "theme": "dark" }\n');
    chmodSync(fileOf(here), 0o644);
    await connectIn(here);
    // A person puts a secret of their own in.
    chmodSync(fileOf(here), 0o600);
    await disconnectIn(here);
    expect(statSync(fileOf(here)).mode & 0o777).toBe(0o600);
  });

  it.skipIf(!hasModes)('keeps the mode, and a copy of what was there before the first change', async () => {
    const here = world();
    put(fileOf(here), '{"a": 1}', 0o640);
    chmodSync(fileOf(here), 0o640);
    await connectIn(here);
    expect(statSync(fileOf(here)).mode & 0o777).toBe(0o640);
    expect(statSync(backupOf(fileOf(here))).mode & 0o777).toBe(0o640);
    writeFileSync(fileOf(here), '{"a": 2}');
    await connectIn(here);
    expect(readFileSync(backupOf(fileOf(here)), 'utf8')).toBe('{"a": 1}');
    await disconnectIn(here);
    expect(readFileSync(backupOf(fileOf(here)), 'utf8')).toBe('{"a": 1}');
  });
});

describe('a file that is refused', () => {
  const cases: readonly (readonly [string, string, (file: string) => void])[] = [
    ['is no JSON', 'unparseable', (file) => put(file, '{"hooks": ')],
    ['is not UTF-8', 'not-utf8', (file) => put(file, new Uint8Array([0x7b, 0xff, 0x7d]))],
    ['is UTF-16', 'not-utf8', (file) => put(file, Buffer.from('\ufeff{}', 'utf16le'))],
    ['is huge', 'too-large', (file) => put(file, ' '.repeat(5 * 1024 * 1024))],
    ['has hooks of another form', 'shape', (file) => put(file, '{"hooks": []}')],
    ['is a symlink', 'symlink', (file) => symlinkSync(put(`${file}.target`, '{}'), file)],
    ['is a symlink to nowhere', 'symlink', (file) => symlinkSync('nowhere', put(`${file}.x`, '') && file)],
    ['is a folder', 'not-a-file', (file) => mkdirSync(file, { recursive: true })],
    ['has a second name', 'linked-twice', (file) => linkSync(put(file, '{}'), `${file}.other`)],
    ['may not be written', 'read-only', (file) => chmodSync(put(file, '{}'), 0o444)],
    [
      'lies in a folder that may not be written',
      'read-only',
      (file) => chmodSync(dirname(put(file, '{}')), 0o555),
    ],
    ['lies in a file', 'not-a-file', (file) => put(dirname(file), '')],
  ];
  for (const [what, reason, make] of cases) {
    it(`${what}: nothing changes`, async () => {
      const here = world();
      make(fileOf(here));
      const folder = dirname(fileOf(here));
      const before = statSync(folder).isDirectory() ? readdirSync(folder) : [];
      expect(await refusalOf(planConnection(claudeCode, here.place, here.call, here.userFolder))).toBe(
        reason,
      );
      if (statSync(folder).isDirectory()) {
        expect(readdirSync(folder)).toEqual(before);
        chmodSync(folder, 0o755);
      }
      expect(existsSync(here.userFolder)).toBe(false);
    });
  }

  it('is one that changed after the change was shown', async () => {
    const here = world();
    put(fileOf(here), '{"a": 1}');
    const change = await planConnection(claudeCode, here.place, here.call, here.userFolder);
    writeFileSync(fileOf(here), '{"a": 2}');
    expect(await refusalOf(connect(change, here.userFolder))).toBe('changed');
    expect(readFileSync(fileOf(here), 'utf8')).toBe('{"a": 2}');
    await connectIn(here);
    const removal = await planDisconnection(claudeCode, here.place, here.userFolder);
    writeFileSync(fileOf(here), '{"a": 3}');
    expect(await refusalOf(disconnect(removal, here.userFolder))).toBe('changed');
    expect(readFileSync(fileOf(here), 'utf8')).toBe('{"a": 3}');
  });

  it('is one that appeared, went away or became a symlink after the change was shown', async () => {
    const here = world();
    const creation = await planConnection(claudeCode, here.place, here.call, here.userFolder);
    put(fileOf(here), '{}');
    expect(await refusalOf(connect(creation, here.userFolder))).toBe('changed');
    expect(readFileSync(fileOf(here), 'utf8')).toBe('{}');
    const change = await planConnection(claudeCode, here.place, here.call, here.userFolder);
    rmSync(fileOf(here));
    expect(await refusalOf(connect(change, here.userFolder))).toBe('changed');
    expect(existsSync(fileOf(here))).toBe(false);
    symlinkSync(put(`${fileOf(here)}.target`, '{}'), fileOf(here));
    expect(await refusalOf(connect(change, here.userFolder))).toBe('changed');
    expect(readFileSync(fileOf(here), 'utf8')).toBe('{}');
    expect(readdirSync(dirname(fileOf(here))).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('lies in a workspace behind a symlink', async () => {
    const here = world();
    mkdirSync(join(here.workspace, '..', 'elsewhere'));
    symlinkSync(join(here.workspace, '..', 'elsewhere'), join(here.workspace, '.claude'));
    const places = claudeCode.places({ env: {}, platform: 'linux', home: '/home/u' }, [here.workspace]);
    for (const place of places.filter(({ level }) => level !== 'user')) {
      expect(await refusalOf(planConnection(claudeCode, place, here.call, here.userFolder))).toBe('symlink');
    }
  });
});
