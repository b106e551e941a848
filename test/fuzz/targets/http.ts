import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpEntrance } from '../../../src/channel/http';
import { type HttpPlace, makeHttpPlace } from '../../../src/channel/httpPlace';
import { LineHasher } from '../../../src/text/lineHash';
import { hookPayloads } from '../../golden/support/capture';
import { Random } from '../../golden/support/random';
import { mutateBytes } from '../engine/mutateBytes';
import { inPieces, seedOf } from '../engine/pieces';
import { demand, type Target } from '../engine/target';
import { checkNoText } from '../oracles/texts';
import { temporaryFolder } from './temporaryFolder';
import { TOKEN } from './window';

const PATIENCE = 20_000;
const PORT = 'PORT';
const LATE = 300;

const request = (path: string, body: string, lines: readonly string[] = []) =>
  [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${PORT}`,
    `Authorization: Bearer ${TOKEN}`,
    'Content-Type: application/json',
    ...lines,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');

function seeds(): Buffer[] {
  const payloads = hookPayloads('claude-code').filter((_, i) => i % 5 === 0);
  const hook = {
    moment: 'prompt',
    session: 's1',
    actor: 'main',
    cwd: '/ws',
    transcript: null,
    time: 1,
    call: null,
    isPerson: true,
    reading: null,
    events: [],
  };
  const texts = [
    ...payloads.map((payload) => request('/v1/hook/claude-code', JSON.stringify(payload))),
    request('/v1/hook', JSON.stringify({ v: 1, agent: 'claude-code', hook })),
    request('/v1/hook/codex', '{}', ['Origin: http://evil.example']),
    request('/v1/hook/gemini', '{', ['Sec-Fetch-Site: cross-site']),
    request('/v1/hook/../hook', 'x'),
    request('//evil/v1/hook', 'x'),
    `GET /v1/hook HTTP/1.1\r\nHost: localhost:${PORT}\r\n\r\n`,
    `POST /v1/hook HTTP/1.1\r\nHost: localhost:${PORT}\r\nAuthorization: Bearer ${TOKEN}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"v":\r\n2\r\n1}\r\n0\r\n\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'CONNECT evil.example:80 HTTP/1.1\r\n\r\n',
    'POST /v1/hook HTTP/1.1\r\nExpect: 100-continue\r\n\r\n',
  ];
  return texts.map((text) => Buffer.from(text));
}

/** Bytes that come to the port on loopback. */
export const HTTP: Target = {
  name: 'http',
  checks:
    'a real server: what lacks the secret or names an origin is refused; no text in the spool or in answers; no fault of ours',
  seeds,
  mutate: mutateBytes,
  open: async () => {
    const home = temporaryFolder();
    const place = await makeHttpPlace(home.path);
    const faults: unknown[] = [];
    const entrance = new HttpEntrance({
      userFolder: home.path,
      hasher: new LineHasher([1, 2]),
      onFault: (fault) => faults.push(fault),
    });
    entrance.open();
    const spool = join(home.path, 'spool');
    const take = () => {
      const texts = existsSync(spool)
        ? readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'))
        : [];
      rmSync(spool, { recursive: true, force: true });
      return texts;
    };
    return {
      run: async (input) => {
        faults.length = 0;
        const bytes = filled(input, place);
        const isSecretThere = bytes.includes(place.token);
        // What an earlier input told may only now be kept.
        if (!isSecretThere) await pause(LATE);
        if (!isSecretThere) take();
        const answer = await send(place.port, inPieces(bytes, new Random(seedOf(input))));
        demand(faults.length === 0, () => `a fault of ours: ${faults[0]}`);
        const spooled = take();
        demand(isSecretThere || spooled.length === 0, () => 'heard without the secret');
        demand(isSecretThere || !/^HTTP\/1\.1 200/.test(answer), () => 'answered without the secret');
        checkNoText([answer, ...spooled].join('\n'), [bodyIn(bytes)]);
      },
      close: () => {
        entrance.close();
        home.remove();
      },
    };
  },
};

function filled(input: Buffer, { port, token }: HttpPlace): Buffer {
  const text = input.toString('latin1').replaceAll(PORT, String(port)).replaceAll(TOKEN, token);
  return Buffer.from(text, 'latin1');
}

function bodyIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4).toString('utf8'));
  } catch {
    return null; // The bytes were changed.
  }
}

function send(port: number, pieces: readonly Buffer[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const peer = connect(port, '127.0.0.1');
    let answer = '';
    const timer = setTimeout(() => {
      peer.destroy();
      reject(new Error('the connection is not ended'));
    }, PATIENCE);
    peer.on('error', () => undefined);
    peer.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    peer.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
    for (const piece of pieces) peer.write(piece);
    peer.end();
  });
}
