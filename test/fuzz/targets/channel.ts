import { connect } from 'node:net';
import type { JsonObject } from '../../../src/agents/adapter';
import { parseNative } from '../../../src/agents/native/parse';
import { makeEndpoint } from '../../../src/channel/endpoint';
import { ChannelServer } from '../../../src/channel/server';
import { Random } from '../../golden/support/random';
import { good } from '../../unit/agents/native/examples';
import { mutateBytes } from '../engine/mutateBytes';
import { mutateJsonText } from '../engine/mutateJsonText';
import { inPieces, seedOf } from '../engine/pieces';
import { demand, type Target } from '../engine/target';
import { checkEvents } from '../oracles/events';
import { KnownTexts } from '../oracles/knownTexts';
import { temporaryFolder } from './temporaryFolder';
import { Ear, messages, TOKEN } from './window';

const PATIENCE = 5000;
const hasher = new KnownTexts([1, 2]);
const context = { hasher, source: 'x', baseFolder: '/ws', sessionFallback: 's1' };
const events = good.flatMap((line) => parseNative(line as JsonObject, context) ?? []);

/** What stands on the other end of a window's socket: bytes in pieces, then nothing more. */
export const CHANNEL: Target = {
  name: 'channel',
  checks:
    'a real socket: heard is only what brings the secret, once a connection; no fault of ours; ranges, round trip, tracker',
  seeds: () => messages(hasher, events).map((message) => Buffer.from(`${message}\n{"v":1,"got":true}\n`)),
  mutate: (input, random, other) =>
    random.chance(0.3) ? mutateBytes(input, random, other) : mutateJsonText(input, random, other),
  open: async () => {
    const home = temporaryFolder();
    const ear = new Ear(hasher);
    const server = new ChannelServer(ear.reception);
    const endpoint = makeEndpoint(home.path, '0123456789abcdef');
    await server.listen(endpoint.path);
    return {
      run: async (input) => {
        ear.forget();
        await send(endpoint.path, inPieces(input, new Random(seedOf(input))));
        demand(ear.faults.length === 0, () => `a fault of ours: ${ear.faults[0]}`);
        const mayHear = input.includes(TOKEN);
        demand(ear.heard.length <= (mayHear ? 1 : 0), () => `${ear.heard.length} messages were heard`);
        for (const report of ear.heard) checkEvents(report.events, hasher, false);
      },
      close: () => {
        server.close();
        endpoint.remove();
        home.remove();
      },
    };
  },
};

/** Resolves once the window has ended the connection, or has heard all. */
function send(endpoint: string, pieces: readonly Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const peer = connect(endpoint);
    const timer = setTimeout(() => {
      peer.destroy();
      reject(new Error('the connection is not ended'));
    }, PATIENCE);
    peer.on('error', () => undefined);
    peer.on('data', () => undefined);
    peer.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    for (const piece of pieces) peer.write(piece);
    peer.end();
  });
}
