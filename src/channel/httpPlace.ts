import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { field, isObject, textField, wholeField } from '../agents/json';
import { parseJson } from './parseJson';
import { makePrivateFolder } from './registry';

const LARGEST = 4096;

/** What of a place takes payloads of an agent of this kind, answered in its own terms. */
export function payloadPath(agent: string): string {
  return `/v1/hook/${agent}`;
}

/** Where on loopback agents' HTTP hooks are heard, by whichever window is there: it stays the same. */
export interface HttpPlace {
  readonly port: number;
  /** For the header `Authorization: Bearer …`. */
  readonly token: string;
}

/** The place that was made before; null where no agent was given one. */
export function httpPlace(userFolder: string): HttpPlace | null {
  const file = fileIn(userFolder);
  try {
    const stats = lstatSync(file);
    if (!stats.isFile() || stats.size > LARGEST) return null;
    const place = parseJson(readFileSync(file, 'utf8'));
    if (!isObject(place) || field(place, 'v') !== 1) return null;
    const port = wholeField(place, 'port') ?? 0;
    const token = textField(place, 'token') ?? '';
    return port > 1023 && port < 65_536 && token.length >= 32 ? { port, token } : null;
  } catch {
    return null; // There is none.
  }
}

/** The place, made where there is none yet, with a port that is free now. */
export async function makeHttpPlace(userFolder: string): Promise<HttpPlace> {
  const known = httpPlace(userFolder);
  if (known !== null) return known;
  const made: HttpPlace = { port: await freePort(), token: randomBytes(32).toString('hex') };
  makePrivateFolder(userFolder);
  const beside = join(userFolder, `.http.${process.pid}.${made.token.slice(0, 8)}`);
  writeFileSync(beside, JSON.stringify({ v: 1, ...made }), { mode: 0o600, flag: 'wx' });
  try {
    // Another window that was first is right.
    linkSync(beside, fileIn(userFolder));
  } catch (error) {
    const other = httpPlace(userFolder);
    if (other === null) throw error;
    return other;
  } finally {
    rmSync(beside, { force: true });
  }
  return made;
}

/** The next place that is made is another, which nobody knows who knew this one. */
export function removeHttpPlace(userFolder: string): void {
  rmSync(fileIn(userFolder), { force: true });
}

function fileIn(userFolder: string): string {
  return join(userFolder, 'http.json');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
