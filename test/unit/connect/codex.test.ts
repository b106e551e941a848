import { mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConnectPlace, HookCall } from '../../../src/connect/agentConnector';
import { codex } from '../../../src/connect/codex/codex';
import { handlersOf } from '../../../src/connect/codex/hooksFile';
import { hashOf, keyOf } from '../../../src/connect/codex/hookTrust';
import { companionCalls } from '../../../src/connect/companionCommand';
import { connect, disconnect, planConnection, planDisconnection } from '../../../src/connect/connection';
import { launcherIn } from '../../../src/connect/launcher';
import type { Machine } from '../../../src/connect/programs';
import { at } from '../../../src/connect/version';
import { put, temporaryFolder } from './folders';

const MINE =
  '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"echo mine"}]}]}}';

/** A home with a hooks.json of somebody, and all that is needed to connect. */
function world(text: string | null = MINE) {
  const home = temporaryFolder();
  const userFolder = join(home, 'our own');
  const machine: Machine = { env: {}, platform: 'linux', home };
  const runtimes = { nodes: ['/usr/bin/node'], editor: '/usr/bin/code' };
  const call: HookCall = {
    version: at(0, 171, 0),
    ...companionCalls('codex', userFolder, runtimes, 'linux'),
    http: undefined,
  };
  const file = join(home, '.codex', 'hooks.json');
  if (text !== null) put(file, text);
  const [place] = codex.places(machine, []);
  if (place === undefined) throw new Error('nowhere');
  return { home, userFolder, machine, call, file, place };
}

type World = ReturnType<typeof world>;

const connectIn = async ({ place, call, userFolder }: World) =>
  connect(await planConnection(codex, place, call, userFolder), userFolder);

/** What Codex writes once a person trusts the handlers of a file. */
function trusting(file: string, which: (event: string) => boolean = () => true): string {
  const tables = handlersOf(readFileSync(file, 'utf8'))
    .filter(({ event }) => which(event))
    .map(
      (placed) =>
        `[hooks.state.${JSON.stringify(keyOf(file, placed))}]\ntrusted_hash = "${hashOf(placed)}"\n`,
    );
  return ['model = "a [b]" # "mine"\n\n[features]\nhooks = true\n\n[hooks.state]\n', ...tables].join('\n');
}

const trustIn = ({ place, userFolder, machine }: World, where: ConnectPlace = place) =>
  codex.trust?.(where, userFolder, machine);

describe.skipIf(process.platform === 'win32')('connecting Codex', () => {
  it('adds hooks before calls and at turns, none after calls, beside those of others', async () => {
    const here = world();
    await connectIn(here);
    const handlers = handlersOf(readFileSync(here.file, 'utf8'));
    expect(handlers.map(({ event, group }) => `${event} ${group}`)).toEqual([
      'PreToolUse 0',
      'PreToolUse 1',
      'SessionStart 0',
      'UserPromptSubmit 0',
      'PostCompact 0',
      'SubagentStart 0',
      'SubagentStop 0',
      'Stop 0',
      'SessionEnd 0',
    ]);
    // Words that mean the same in every shell.
    const command = `'${launcherIn(here.userFolder)}' codex`;
    for (const { handler } of handlers.slice(1))
      expect(handler).toEqual({ type: 'command', command, timeout: 3 });
  });

  it.each([MINE, `${MINE}\n`, '{\n  "description": "mine",\n  "hooks": {}\n}\n', null])(
    'leaves no trace of itself in %s',
    async (text) => {
      const here = world(text);
      await connectIn(here);
      await disconnect(await planDisconnection(codex, here.place, here.userFolder), here.userFolder);
      if (text === null) expect(() => readFileSync(here.file)).toThrow();
      else expect(readFileSync(here.file, 'utf8')).toBe(text);
    },
  );

  it('says where Codex would take nothing of the file', () => {
    const cautions = (text: string) => codex.cautions(text, at(0, 171, 0));
    expect(cautions(MINE)).toEqual([]);
    for (const text of [
      `// mine\n${MINE}`,
      MINE.replace('{', '{"version":1,'),
      MINE.replace('"type":"command"', '"type":"http"'),
      MINE.replace('{"type":"command","command":"echo mine"}', '7'),
    ])
      expect(cautions(text)).toEqual(['refused']);
  });

  it('finds its files where the environment says', () => {
    const { machine } = world(null);
    const places = codex.places({ ...machine, env: { CODEX_HOME: '/elsewhere/' } }, ['/ws']);
    expect(places.map(({ level, files }) => [level, files[0]?.file])).toEqual([
      ['user', '/elsewhere/hooks.json'],
      ['folder-shared', '/ws/.codex/hooks.json'],
    ]);
  });
});

describe('the hash of a hook', () => {
  it.each([
    [
      'PreToolUse',
      undefined,
      "'/home/dev/né w/run' codex",
      '160ca7f895cec00f59753a2edaab3fff1377880b4af557316a9292a70fd0b56e',
    ],
    [
      'SessionEnd',
      undefined,
      '/home/dev/run codex',
      '7a25d14e3b9326256c75a482f72ce40f8696ceb6bf3f33bd6deca6643248a707',
    ],
    [
      'Stop',
      undefined,
      '/home/dev/run codex',
      'ed786f1f764c620d5f6bf9d2c86d4944b793415972f8672878d5df6788d1dcea',
    ],
  ])('is that of Codex 0.171.0: %s %s %s', (event, matcher, command, hash) => {
    const handler = { type: 'command', command, timeout: 3 };
    expect(hashOf({ event, group: 1, at: 0, matcher, handler })).toBe(`sha256:${hash}`);
  });

  it('knows a matcher, and the time that Codex allows by itself', () => {
    const handler = { type: 'command', command: 'echo mine' };
    expect(hashOf({ event: 'PreToolUse', group: 0, at: 0, matcher: 'Bash', handler })).toBe(
      'sha256:54682e1bcbd5af5d3ea517518110b9d67624ab71368a6260afec290b9c362cae',
    );
  });

  it('is kept by file, event and place', () => {
    expect(
      keyOf('/h/hooks.json', { event: 'UserPromptSubmit', group: 2, at: 1, matcher: undefined, handler: {} }),
    ).toBe('/h/hooks.json:user_prompt_submit:2:1');
  });
});

describe.skipIf(process.platform === 'win32')('whether Codex trusts the hooks', () => {
  const config = ({ home }: World) => join(home, '.codex', 'config.toml');

  it('is told by what it keeps, hook by hook', async () => {
    const here = world();
    expect(await trustIn(here)).toBe('awaited');
    await connectIn(here);
    expect(await trustIn(here)).toBe('awaited');
    put(
      config(here),
      trusting(here.file, (event) => event !== 'Stop'),
    );
    expect(await trustIn(here)).toBe('awaited');
    put(config(here), trusting(here.file));
    expect(await trustIn(here)).toBe('given');
  });

  it('counts for the hooks that were trusted, and no others', async () => {
    const here = world();
    await connectIn(here);
    const text = trusting(here.file);
    put(config(here), text.replace(/(?<=sha256:)[0-9a-f]{8}/, '00000000'));
    // Somebody else's first hook.
    expect(await trustIn(here)).toBe('given');
    put(config(here), text.replaceAll(/(?<=sha256:)[0-9a-f]{8}/g, '00000000'));
    expect(await trustIn(here)).toBe('awaited');
    put(config(here), text.replaceAll('trusted_hash =', 'enabled = false\ntrusted_hash ='));
    expect(await trustIn(here)).toBe('awaited');
    put(config(here), text.replaceAll('hooks.json', 'other.json'));
    expect(await trustIn(here)).toBe('awaited');
  });

  it('is seen where the key is a literal, and where the folder is a link', async () => {
    const here = world(null);
    const real = join(here.home, 'real');
    mkdirSync(real);
    symlinkSync(real, join(here.home, '.codex'));
    await connectIn(here);
    const text = trusting(realpathSync(here.file)).replaceAll(/(?<=hooks\.state\.)"(.*)"(?=\])/g, "'$1'");
    expect(text).toContain("[hooks.state.'");
    put(config(here), text);
    expect(await trustIn(here)).toBe('given');
  });

  it('does not matter where hooks are off', async () => {
    const here = world();
    await connectIn(here);
    put(config(here), trusting(here.file).replace('hooks = true', 'hooks = false'));
    expect(await trustIn(here)).toBe('off');
  });

  it('is not told by a text that is none of Codex', async () => {
    const here = world();
    await connectIn(here);
    for (const text of ['[hooks.state."\\u{}"]\ntrusted_hash = "x"', '[[[', '\0', '[hooks.state."a']) {
      put(config(here), text);
      expect(await trustIn(here)).toBe('awaited');
    }
  });
});
