import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpEntrance } from '../../../src/channel/http';
import { type HttpPlace, httpPlace, makeHttpPlace, removeHttpPlace } from '../../../src/channel/httpPlace';
import { LARGEST_MESSAGE, LARGEST_PAYLOAD } from '../../../src/channel/limits';
import { SpoolReader } from '../../../src/channel/spool';
import { temporaryHome } from './temporaryHome';
import { hasher, sent, TestWindow } from './testWindow';

const stop = { stop: { reason: 'enough' } };

async function entrance(home: string) {
  const place = await makeHttpPlace(home);
  const faults: unknown[] = [];
  const http = new HttpEntrance({ userFolder: home, hasher, onFault: (fault) => faults.push(fault) });
  http.open();
  onTestFinished(() => http.close());
  await expect
    .poll(() =>
      post(place, { path: '/nothing' }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404);
  return { place, http, faults };
}

interface Post {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: object;
  readonly body?: string;
}

function post({ port, token }: HttpPlace, { path = '/v1/hook', method = 'POST', headers, body = '' }: Post) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.end(body);
  });
}

const reported = (hook = sent()) => JSON.stringify({ v: 1, agent: 'claude-code', hook: JSON.parse(hook) });
const payload = (over: object = {}) =>
  JSON.stringify({
    session_id: 's1',
    transcript_path: '/t.jsonl',
    cwd: '/ws',
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_input: { file_path: '/ws/a.ts' },
    tool_use_id: 'c1',
    ...over,
  });

describe('hooks that speak HTTP', () => {
  it('tell windows as the companion does', async () => {
    const home = temporaryHome();
    const { place } = await entrance(home);
    const window = await TestWindow.open(home);
    expect(await post(place, { body: reported() })).toEqual({ status: 200, text: '{"v":1}' });
    window.verdict = stop;
    const { text } = await post(place, { body: reported() });
    expect(JSON.parse(text)).toEqual({ v: 1, verdict: stop });
    await expect.poll(() => window.delivered).toBe(1);
    expect(window.heard).toHaveLength(2);
  });

  it('may send their own payload, and are answered in their own terms', async () => {
    const home = temporaryHome();
    const { place } = await entrance(home);
    const window = await TestWindow.open(home);
    const path = '/v1/hook/claude-code';
    expect(await post(place, { path, body: payload() })).toEqual({ status: 200, text: '{}' });
    window.verdict = stop;
    const { text } = await post(place, { path, body: payload({ cwd: '/elsewhere' }) });
    expect(JSON.parse(text)).toMatchObject({
      continue: false,
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
    expect(window.heard.map(({ cwd }) => cwd)).toEqual(['/ws', '/elsewhere']);
    await expect.poll(() => window.delivered).toBe(1);
    for (const body of [
      '',
      'x',
      '[]',
      payload({ turn_id: '1' }),
      payload({ hook_event_name: 'Notification' }),
    ]) {
      expect(await post(place, { path, body })).toEqual({ status: 200, text: '{}' });
    }
    expect(window.heard).toHaveLength(2);
  });

  it('are kept where no window hears them', async () => {
    const home = temporaryHome();
    const { place } = await entrance(home);
    expect(await post(place, { body: reported() })).toEqual({ status: 200, text: '{"v":1}' });
    expect(await new SpoolReader(home).read(Date.now(), () => true)).toMatchObject([
      { hook: { call: 'c1' } },
    ]);
  });

  it('are refused where they come from a page, by another name, or without the token', async () => {
    const home = temporaryHome();
    const { place, faults } = await entrance(home);
    const window = await TestWindow.open(home);
    const status = async (over: Post) => (await post(place, { body: reported(), ...over })).status;
    for (const origin of [
      'null',
      'http://localhost',
      `http://127.0.0.1:${place.port}`,
      'vscode-webview://x',
    ]) {
      expect(await status({ headers: { origin } })).toBe(403);
    }
    expect(await status({ headers: { 'sec-fetch-site': 'none' } })).toBe(403);
    for (const host of [
      'evil.example',
      `evil.example:${place.port}`,
      '127.0.0.1',
      `127.0.0.1.evil:${place.port}`,
    ]) {
      expect(await status({ headers: { host } })).toBe(403);
    }
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${place.token}0`,
      `Basic ${place.token}`,
      place.token,
    ]) {
      expect(await status({ headers: { authorization } })).toBe(401);
    }
    for (const method of ['GET', 'PUT', 'OPTIONS', 'DELETE']) expect(await status({ method })).toBe(405);
    expect(await status({ path: '/v1/hook?x=1' })).toBe(404);
    expect(await status({ headers: { host: `localhost:${place.port}` } })).toBe(200);
    for (const body of ['', '{', '7', '{"v":1}', '{"v":2,"agent":"claude-code","hook":{}}']) {
      expect(await status({ body })).toBe(400);
    }
    expect(window.heard).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('may hang up in the middle: that is no fault of ours', async () => {
    const home = temporaryHome();
    const { place, faults } = await entrance(home);
    const head = `POST /v1/hook/claude-code HTTP/1.1\r\nHost: 127.0.0.1:${place.port}\r\nAuthorization: Bearer ${place.token}`;
    for (const rest of ['Content-Length: 900\r\n\r\n{"a":', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a"']) {
      await new Promise<void>((resolve) => {
        const peer = connect(place.port, '127.0.0.1');
        peer.on('error', () => undefined);
        peer.on('data', () => undefined);
        peer.on('close', () => resolve());
        peer.end(`${head}\r\n${rest}`);
      });
    }
    expect((await post(place, { path: '/v1/hook/claude-code', body: payload() })).status).toBe(200);
    expect(faults).toEqual([]);
  });

  it('are not troubled by what is too much, nor is the window', async () => {
    const home = temporaryHome();
    const { place, faults } = await entrance(home);
    const window = await TestWindow.open(home);
    const large = 'x'.repeat(LARGEST_MESSAGE);
    expect(await post(place, { body: `${reported()}${large}` })).toEqual({ status: 200, text: '{"v":1}' });
    const path = '/v1/hook/claude-code';
    const body = payload({ tool_input: { file_path: 'x'.repeat(LARGEST_PAYLOAD) } });
    expect(await post(place, { path, body })).toEqual({ status: 200, text: '{}' });
    for (const text of [
      'POST /v1/hook HTTP/1.1\r\n',
      'garbage\r\n\r\n',
      `POST /v1/hook HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n`,
    ]) {
      const peer = connect(place.port, '127.0.0.1');
      peer.on('error', () => undefined);
      peer.write(text);
      await new Promise((resolve) => setTimeout(resolve, 20));
      peer.destroy();
    }
    expect(window.heard).toEqual([]);
    expect(await post(place, { body: reported() })).toEqual({ status: 200, text: '{"v":1}' });
    expect(faults).toEqual([]);
  });
});

describe('the place on loopback', () => {
  it('is made once, for its user alone', async () => {
    const home = join(temporaryHome(), 'home');
    expect(httpPlace(home)).toBeNull();
    const places = await Promise.all([makeHttpPlace(home), makeHttpPlace(home), makeHttpPlace(home)]);
    expect(new Set(places.map(({ port }) => port)).size).toBe(1);
    expect(httpPlace(home)).toEqual(places[0]);
    if (process.platform !== 'win32') expect(statSync(join(home, 'http.json')).mode & 0o777).toBe(0o600);
    for (const text of [
      '',
      '{}',
      '{"v":1,"port":80,"token":"x"}',
      readFileSync(join(home, 'http.json'), 'utf8').slice(0, -9),
    ]) {
      writeFileSync(join(home, 'http.json'), text);
      expect(httpPlace(home)).toBeNull();
    }
  });

  it('is given up by windows once no agent has it any more', async () => {
    const home = temporaryHome();
    const { place, faults } = await entrance(home);
    removeHttpPlace(home);
    const answers = (at: HttpPlace) =>
      post(at, { path: '/nothing' }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(() => answers(place), { timeout: 30_000, interval: 500 }).toBe(0);
    const next = await makeHttpPlace(home);
    expect(next.token).not.toBe(place.token);
    await expect.poll(() => answers(next), { timeout: 30_000, interval: 500 }).toBe(404);
    expect(faults).toEqual([]);
  }, 60_000);

  it('is held by one window, and taken over when it is gone', async () => {
    const home = temporaryHome();
    const { place, http, faults } = await entrance(home);
    const second = new HttpEntrance({ userFolder: home, hasher, onFault: (fault) => faults.push(fault) });
    second.open();
    onTestFinished(() => second.close());
    await new Promise((resolve) => setTimeout(resolve, 50));
    http.close();
    const status = () =>
      post(place, { path: '/nothing' }).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(status, { timeout: 30_000, interval: 500 }).toBe(404);
    expect(faults).toEqual([]);
  }, 60_000);
});
