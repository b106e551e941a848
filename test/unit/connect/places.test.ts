// Places of several files, and files that are wholly ours: all is done or nothing, and nothing of it stays.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  AgentConnector,
  ConnectFile,
  ConnectPlace,
  HookCall,
} from '../../../src/connect/agentConnector';
import { backupOf } from '../../../src/connect/backup';
import { claudeCode } from '../../../src/connect/claudeCode/claudeCode';
import { companionCalls, isCompanionCommand } from '../../../src/connect/companionCommand';
import {
  changedFiles,
  connect,
  connectedPlaces,
  disconnect,
  planConnection,
  planDisconnection,
} from '../../../src/connect/connection';
import { Refusal } from '../../../src/connect/refusal';
import type { FoundSettings } from '../../../src/connect/settingsFile';
import { sharedHooks } from '../../../src/connect/sharedHooks';
import { at } from '../../../src/connect/version';
import { wholeContent } from '../../../src/connect/wholeContent';
import { writeAll } from '../../../src/connect/writeAll';
import { platformOf } from '../../../src/text/platform';
import { put, temporaryFolder } from './folders';

const { hasModes } = platformOf(process.platform);

const AGENT = 'imitation';
const MARK = '# ours\n';
const script = (event: string): ConnectFile['content'] =>
  wholeContent({
    text: (call) => `#!/bin/sh\n${MARK}${call.command(event)}\n`,
    isOurs: (text) => text.includes(MARK),
  });
const hooks = sharedHooks({
  form: { kind: 'flat', besides: { version: 1 } },
  entries: (call) => [{ event: 'stop', entry: { command: call.command('stop') } }],
  isOurs: (userFolder) => (handler) =>
    isCompanionCommand((handler as { command?: unknown } | null)?.command, AGENT, userFolder),
});
const connector: AgentConnector = { ...claudeCode, agent: AGENT };

interface World {
  readonly userFolder: string;
  readonly scripts: string;
  readonly settings: string;
  readonly place: ConnectPlace;
  readonly call: HookCall;
}

/** Two scripts in a folder of their own, and a file with hooks of others between them. */
function world(): World {
  const root = temporaryFolder();
  const userFolder = join(root, 'our own');
  const scripts = join(root, 'agent', 'deep', 'hooks');
  const settings = join(root, 'agent', 'hooks.json');
  const files: ConnectFile[] = [
    { file: join(scripts, 'before'), newMode: 0o755, content: script('before') },
    { file: settings, newMode: 0o600, content: hooks },
    { file: join(scripts, 'after'), newMode: 0o755, content: script('after') },
  ];
  const runtimes = { nodes: ['/usr/bin/node'], editor: '/usr/bin/code' };
  const calls = companionCalls(AGENT, userFolder, runtimes, 'linux');
  const call = { version: at(1, 0, 0), ...calls, http: undefined };
  return { userFolder, scripts, settings, place: { level: 'user', files }, call };
}

const planIn = ({ place, call, userFolder }: World) => planConnection(connector, place, call, userFolder);
const connectIn = async (here: World) => connect(await planIn(here), here.userFolder);
const disconnectIn = async ({ place, userFolder }: World) =>
  disconnect(await planDisconnection(connector, place, userFolder), userFolder);

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

/** A file whose mode cannot be had the given time that it is asked for, as if the disk were full just then. */
function failingAt(time: number, file: string, text: string): FoundSettings {
  let asked = 0;
  return {
    file,
    text,
    exists: true,
    get mode() {
      if (++asked === time) throw new Error(`no mode of ${file}`);
      return 0o600;
    },
  };
}

describe('a place of several files', () => {
  it.skipIf(!hasModes)('is connected as a whole, and leaves nothing, nor a folder', async () => {
    const here = world();
    await connectIn(here);
    expect(readdirSync(here.scripts).sort()).toEqual(['after', 'before']);
    expect(statSync(join(here.scripts, 'before')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(here.scripts, 'before'), 'utf8')).toContain('set -- imitation before;');
    expect(JSON.parse(readFileSync(here.settings, 'utf8'))).toMatchObject({
      version: 1,
      hooks: { stop: [{}] },
    });
    expect(await connectedPlaces([here.place], here.userFolder)).toEqual([here.place]);
    expect(changedFiles((await planIn(here)).files)).toEqual([]);
    await disconnectIn(here);
    expect(existsSync(join(dirname(here.settings)))).toBe(false);
    expect(await connectedPlaces([here.place], here.userFolder)).toEqual([]);
  });

  it('gives back the bytes of what was there', async () => {
    const here = world();
    const before = '{"hooks": {"stop": [{"command": "x"}]} /* mine */}';
    put(here.settings, before);
    put(join(here.scripts, 'other'), 'x');
    await connectIn(here);
    expect(readFileSync(here.settings, 'utf8')).not.toBe(before);
    await disconnectIn(here);
    expect(readFileSync(here.settings, 'utf8')).toBe(before);
    expect(readdirSync(dirname(here.settings)).sort()).toEqual(['deep', 'hooks.json']);
    expect(readdirSync(here.scripts)).toEqual(['other']);
  });

  it('is left as it was where its last file cannot be written', async () => {
    const here = world();
    put(here.settings, '{}');
    const change = await planIn(here);
    const last = join(here.scripts, 'after');
    const files = change.files.map((each) =>
      each.target.file === last ? { ...each, found: { ...each.found, file: join(last, 'x') } } : each,
    );
    put(last, 'a file where a folder would have to be');
    await expect(connect({ ...change, files }, here.userFolder)).rejects.toThrow();
    expect(readFileSync(here.settings, 'utf8')).toBe('{}');
    expect(readdirSync(here.scripts)).toEqual(['after']);
    expect(readdirSync(dirname(here.settings)).sort()).toEqual(['deep', 'hooks.json']);
    expect(existsSync(join(here.userFolder, 'connections.json'))).toBe(false);
  });

  it('keeps no copy beside a file that could not be written, but one that was there', async () => {
    for (const older of [false, true]) {
      const file = join(temporaryFolder(), 'hooks.json');
      put(file, '{}');
      if (older) put(backupOf(file), 'older');
      await expect(
        writeAll([{ found: failingAt(2, file, '{}'), after: 'ours', keepsCopy: true }]),
      ).rejects.toThrow('no mode');
      expect(readFileSync(file, 'utf8')).toBe('{}');
      expect(readdirSync(dirname(file))).toEqual(
        older ? ['hooks.json', basename(backupOf(file))] : ['hooks.json'],
      );
    }
  });

  it('gives back what can be given back, whatever cannot, and tells what went wrong first', async () => {
    const folder = temporaryFolder();
    const [one, two, three] = ['one', 'two', 'three'].map((name) => put(join(folder, name), name)) as [
      string,
      string,
      string,
    ];
    const writes = [failingAt(0, one, 'one'), failingAt(2, two, 'two'), failingAt(1, three, 'three')];
    await expect(
      writeAll(writes.map((found) => ({ found, after: 'ours', keepsCopy: false }))),
    ).rejects.toThrow(`no mode of ${three}`);
    expect([one, two, three].map((file) => readFileSync(file, 'utf8'))).toEqual(['one', 'ours', 'three']);
  });

  it.skipIf(!hasModes)('gives permissions back with the text', async () => {
    const folder = temporaryFolder();
    const one = put(join(folder, 'one'), 'one');
    chmodSync(one, 0o644);
    const found = { file: one, text: 'one', exists: true, mode: 0o600 };
    const two = failingAt(1, put(join(folder, 'two'), 'two'), 'two');
    await expect(
      writeAll([found, two].map((each) => ({ found: each, after: 'ours', keepsCopy: false }))),
    ).rejects.toThrow('no mode');
    expect(readFileSync(one, 'utf8')).toBe('one');
    expect(statSync(one).mode & 0o777).toBe(0o644);
  });

  it('changes nothing where one of its files is not what was shown', async () => {
    const here = world();
    const change = await planIn(here);
    put(join(here.scripts, 'after'), 'somebody else');
    expect(await refusalOf(connect(change, here.userFolder))).toBe('changed');
    expect(readdirSync(here.scripts)).toEqual(['after']);
    expect(existsSync(here.settings)).toBe(false);
  });
});

describe('a file that is wholly ours', () => {
  it('never takes the place of another, not even of an empty one', async () => {
    for (const text of ['#!/bin/sh\necho mine\n', '']) {
      const here = world();
      put(join(here.scripts, 'after'), text);
      expect(await refusalOf(planIn(here))).toBe('occupied');
      expect(readFileSync(join(here.scripts, 'after'), 'utf8')).toBe(text);
      expect(existsSync(here.settings)).toBe(false);
    }
  });

  it.skipIf(!hasModes)(
    'is brought up to date, without a copy, with the permissions that it needs',
    async () => {
      const here = world();
      const file = put(join(here.scripts, 'before'), `#!/bin/sh\n${MARK}of an earlier version\n`);
      chmodSync(file, 0o644);
      await connectIn(here);
      expect(readFileSync(file, 'utf8')).toContain('set -- imitation before;');
      expect(statSync(file).mode & 0o777).toBe(0o755);
      expect(readdirSync(here.scripts).sort()).toEqual(['after', 'before']);
    },
  );

  it('stays where it has become another’s', async () => {
    const here = world();
    await connectIn(here);
    writeFileSync(join(here.scripts, 'before'), 'mine now');
    await disconnectIn(here);
    expect(readdirSync(here.scripts)).toEqual(['before']);
    expect(readFileSync(join(here.scripts, 'before'), 'utf8')).toBe('mine now');
  });

  it('goes where it was changed but still says that it is ours, with or without receipts', async () => {
    for (const withReceipts of [true, false]) {
      const here = world();
      mkdirSync(here.scripts, { recursive: true });
      await connectIn(here);
      if (!withReceipts) rmSync(join(here.userFolder, 'connections.json'));
      writeFileSync(join(here.scripts, 'before'), `#!/bin/sh\n${MARK}# a note\n`);
      await disconnectIn(here);
      expect(readdirSync(here.scripts)).toEqual([]);
    }
  });
});
