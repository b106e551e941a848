import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askWindows } from '../../../src/channel/client';
import { makeEndpoint } from '../../../src/channel/endpoint';
import { LARGEST_MESSAGE, MESSAGES_AT_ONCE, MOST_CONNECTIONS } from '../../../src/channel/limits';
import { temporaryHome } from './temporaryHome';
import { report, sent, TestWindow } from './testWindow';

const LONG = 20_000;
const stop = { stop: { reason: 'enough' } };

function peerOf(window: TestWindow): Socket {
  const peer = connect(window.entry.endpoint);
  peer.on('error', () => undefined);
  onTestFinished(() => void peer.destroy());
  return peer;
}

/** Everything that comes back until the window ends the connection. */
function answer(peer: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    peer.on('data', (chunk) => {
      text += String(chunk);
    });
    peer.on('close', () => resolve(text));
  });
}

const message = ({ entry }: TestWindow, over: object = {}) =>
  `${JSON.stringify({ v: 1, token: entry.token, agent: 'claude-code', hook: JSON.parse(sent()), ...over })}\n`;

async function heardBy(window: TestWindow): Promise<number> {
  const asked = await askWindows([window.entry], 'claude-code', sent(), LONG);
  await asked.finish(false);
  return asked.heard;
}

describe('a window that is told of a hook', () => {
  it('hears it, and has mostly nothing to say', async () => {
    const window = await TestWindow.open(temporaryHome());
    const asked = await askWindows([window.entry], 'claude-code', sent({ events: [] }), LONG);
    expect(asked).toMatchObject({ verdict: {}, heard: 1 });
    expect(window.heard).toEqual([report()]);
    await asked.finish(true);
    expect(window.delivered).toBe(0);
  });

  it('says what is to be done, and learns that the agent was told', async () => {
    const window = await TestWindow.open(temporaryHome());
    window.verdict = { ...stop, context: 'more' };
    const asked = await askWindows([window.entry], 'claude-code', sent(), LONG);
    expect(asked.verdict).toEqual(window.verdict);
    expect(window.delivered).toBe(0);
    await asked.finish(true);
    await expect.poll(() => window.delivered).toBe(1);
    const again = await askWindows([window.entry], 'claude-code', sent(), LONG);
    await again.finish(false);
    await heardBy(window);
    expect(window.delivered).toBe(1);
  });

  it('answers in pieces as in one', async () => {
    const window = await TestWindow.open(temporaryHome());
    const peer = peerOf(window);
    const answered = answer(peer);
    for (const piece of message(window).match(/.{1,40}|\n/gs) ?? []) {
      peer.write(piece);
      await pause(1);
    }
    expect(await answered).toBe('{"v":1}\n');
  });

  it('answers within its time though it cannot decide', async () => {
    const window = await TestWindow.open(temporaryHome());
    window.verdict = 'never';
    const peer = peerOf(window);
    const answered = answer(peer);
    peer.write(message(window));
    expect(await answered).toBe('{"v":1}\n');
    expect(window.heard).toHaveLength(1);
  });
});

describe('a window and a peer that is none of its agents', () => {
  it('hears nothing without the right token, agent and form', async () => {
    const window = await TestWindow.open(temporaryHome());
    const { token } = window.entry;
    const wrong = [
      message(window, { token: '' }),
      message(window, { token: token.slice(0, -1) }),
      message(window, { token: `${token}0` }),
      message(window, { token: [token] }),
      message(window, { token: undefined }),
      message(window, { agent: 'nobody' }),
      message(window, { agent: undefined }),
      message(window, { v: 2 }),
      message(window, { hook: null }),
      message(window, { hook: { ...report(), session: '' } }),
      'no json\n',
      '[]\n',
      '\n',
      '{"__proto__":{"token":1}}\n',
      Buffer.from([0xff, 0xfe, 0x0a]),
      'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
    ];
    for (const text of wrong) {
      const peer = peerOf(window);
      const answered = answer(peer);
      peer.write(text);
      expect(await answered).toBe('');
    }
    expect(window.heard).toEqual([]);
    expect(await heardBy(window)).toBe(1);
    expect(window.faults).toEqual([]);
  });

  it('cuts it off where its message is too long', async () => {
    const window = await TestWindow.open(temporaryHome());
    const peer = peerOf(window);
    const answered = answer(peer);
    peer.write('x'.repeat(LARGEST_MESSAGE + 1));
    expect(await answered).toBe('');
    const large = peerOf(window);
    const good = answer(large);
    const rest = LARGEST_MESSAGE - message(window, { padding: '' }).length;
    large.write(message(window, { padding: 'x'.repeat(rest) }));
    expect(await good).toBe('{"v":1}\n');
  });

  it('is not kept from its agents by many that say nothing', async () => {
    const window = await TestWindow.open(temporaryHome());
    const idle = Array.from({ length: MOST_CONNECTIONS + 20 }, () => peerOf(window));
    await Promise.all(idle.map((peer) => new Promise((resolve) => peer.once('connect', resolve))));
    for (let i = 0; i < 5; i++) await heardBy(window);
    expect(window.heard).toHaveLength(5);
  });

  it('survives one that goes away at any moment', async () => {
    const window = await TestWindow.open(temporaryHome());
    window.verdict = stop;
    const text = message(window);
    for (const end of [0, 1, text.length >> 1, text.length - 1, text.length]) {
      const peer = peerOf(window);
      await new Promise((resolve) => peer.once('connect', resolve));
      await new Promise<void>((resolve) => peer.write(text.slice(0, end), () => resolve()));
      peer.destroy();
    }
    await heardBy(window);
    expect(window.faults).toEqual([]);
    expect(window.delivered).toBe(0);
  });

  it('lets a flood through no faster than it can bear, and is there again after it', async () => {
    const window = await TestWindow.open(temporaryHome());
    let time = performance.now();
    window.clock = () => time;
    const batch = () => Promise.all(Array.from({ length: 50 }, () => heardBy(window)));
    for (let i = 0; i < 20; i++) await batch();
    expect(window.heard.length).toBeLessThanOrEqual(MESSAGES_AT_ONCE);
    const before = window.heard.length;
    time += 1000;
    await batch();
    expect(window.heard).toHaveLength(before + 50);
    expect(window.faults).toEqual([]);
  });

  it('goes on where its own part fails', async () => {
    const window = await TestWindow.open(temporaryHome());
    Object.defineProperty(window, 'verdict', {
      get() {
        throw new Error('a fault of ours');
      },
    });
    const asked = await askWindows([window.entry], 'claude-code', sent(), LONG);
    expect(asked).toMatchObject({ verdict: {}, heard: 1 });
    expect(window.faults).toHaveLength(1);
  });
});

describe('several windows', () => {
  it('are all told; what counts is what the first of them has to say', async () => {
    const home = temporaryHome();
    const windows = [await TestWindow.open(home), await TestWindow.open(home), await TestWindow.open(home)];
    const [first, second, third] = windows as [TestWindow, TestWindow, TestWindow];
    const ask = async () => {
      const entries = windows.map(({ entry }) => entry);
      const asked = await askWindows(entries, 'claude-code', sent(), LONG);
      await asked.finish(true);
      return asked.verdict;
    };
    expect(await ask()).toEqual({});
    third.verdict = { stop: { reason: 'third' } };
    expect(await ask()).toEqual(third.verdict);
    second.verdict = { deny: { reason: 'second' } };
    expect(await ask()).toEqual(second.verdict);
    first.verdict = { stop: { reason: 'first' } };
    expect(await ask()).toEqual(first.verdict);
    await expect.poll(() => windows.map(({ delivered }) => delivered)).toEqual([1, 1, 1]);
    await expect.poll(() => windows.map(({ heard }) => heard.length)).toEqual([4, 4, 4]);
  });

  it('are not kept waiting by one that is gone, hangs or is mad', async () => {
    const home = temporaryHome();
    const [gone, hanging, good] = [
      await TestWindow.open(home),
      await TestWindow.open(home),
      await TestWindow.open(home),
    ];
    gone.close();
    hanging.verdict = 'never';
    good.verdict = stop;
    const asked = await askWindows([gone.entry, hanging.entry, good.entry], 'claude-code', sent(), LONG);
    expect(asked).toMatchObject({ verdict: stop, heard: 2 });
    const deaf = createServer(() => undefined);
    const endpoint = makeEndpoint(home, 'deaf');
    await new Promise<void>((resolve) => deaf.listen(endpoint.path, resolve));
    onTestFinished(() => void deaf.close());
    const silent = { ...good.entry, endpoint: endpoint.path };
    const late = await askWindows([silent, good.entry], 'claude-code', sent(), 2000);
    expect(late).toMatchObject({ verdict: stop, heard: 1 });
    await late.finish(true);
    await expect.poll(() => good.delivered).toBe(1);
    const none = await askWindows([gone.entry], 'claude-code', sent(), LONG);
    expect(none).toMatchObject({ verdict: {}, heard: 0 });
    expect(await askWindows([], 'claude-code', sent(), LONG)).toMatchObject({ verdict: {}, heard: 0 });
  });
});
