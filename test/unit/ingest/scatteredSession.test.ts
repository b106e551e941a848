import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KNOWN_FORMATS } from '../../../src/ingest/knownFormats';
import { Replay } from '../../../src/ingest/replay';
import { scatteredSession } from '../../../src/ingest/scatteredSession';
import { LineHasher } from '../../../src/text/lineHash';

const START = 1_760_000_000_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scattered-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, value: object | string): string {
  const file = join(folder, 'storage', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return file;
}

const time = { created: START, updated: START, completed: START };

function putSession(id: string, parentID?: string): string {
  const info = { id, version: '0.15.0', projectID: 'p', directory: '/ws', title: 't', time, parentID };
  return put(`session/p/${id}.json`, info);
}

function putCall(session: string, n: number): void {
  const message = `msg_${session}_${n}`;
  put(`message/${session}/${message}.json`, { id: message, sessionID: session, role: 'assistant', time });
  const output = `<file>\n0000${n}| line ${n}\n\n(File has more lines. Use 'offset' parameter to read beyond line ${n})\n</file>`;
  const state = {
    status: 'completed',
    input: { filePath: 'a.ts', offset: n - 1, limit: 1 },
    output,
    metadata: {},
    time: { start: START, end: START + n },
  };
  const part = {
    id: `prt_${n}`,
    messageID: message,
    sessionID: session,
    type: 'tool',
    tool: 'read',
    callID: `call_${n}`,
    state,
  };
  put(`part/${message}/prt_${n}.json`, part);
}

const events = (...files: string[]) =>
  Array.from(new Replay(files, KNOWN_FORMATS, { hasher: new LineHasher([1, 2]) }), ({ event }) => event);

describe('a session of which each message and part is a file', () => {
  it('is replayed from its own file', () => {
    const file = putSession('ses_a');
    for (const n of [3, 1, 2]) putCall('ses_a', n);
    put('message/ses_a/msg_ses_a_0.json', '{ half a mess');
    put('part/msg_ses_a_1/prt_9.json', '[]');
    expect(events(file)).toMatchObject([
      { kind: 'session-start', session: 'ses_a', agent: 'opencode', cwd: '/ws' },
      ...[1, 2, 3].flatMap((n) => [
        { kind: 'turn' },
        { kind: 'read', call: `call_${n}`, path: '/ws/a.ts', returned: [[n, n]] },
      ]),
    ]);
  });

  it('is a subagent’s below the one that started it', () => {
    const [root, child] = [putSession('ses_a'), putSession('ses_b', 'ses_a')];
    const deepest = putSession('ses_c', 'ses_b');
    putCall('ses_a', 1);
    putCall('ses_c', 2);
    const reads = events(root, child, deepest).filter(({ kind }) => kind === 'read');
    expect(reads).toMatchObject([
      { session: 'ses_a', actor: 'main', call: 'call_1' },
      { session: 'ses_a', actor: 'ses_c', call: 'call_2' },
    ]);
  });

  it('follows no name out of its folders, and no circle', () => {
    putSession('ses_b', 'ses_a');
    expect([...(scatteredSession(putSession('ses_a', 'ses_b')) ?? [])].length).toBeLessThan(30);
    put('session/x/secret.json', { id: 'ses_x' });
    expect([...(scatteredSession(putSession('ses_c', '../x/secret')) ?? [])]).toHaveLength(1);
  });

  it('is nothing else that is stored', () => {
    const elsewhere = put('other/p/ses_a.json', { id: 'ses_a' });
    expect(scatteredSession(elsewhere)).toBeNull();
    expect(scatteredSession(put('session/p/ses_a.json', 'no json'))).toBeNull();
    symlinkSync(folder, join(folder, 'storage/session/p/ses_b.json'));
    expect(scatteredSession(join(folder, 'storage/session/p/ses_b.json'))).toBeNull();
  });
});
