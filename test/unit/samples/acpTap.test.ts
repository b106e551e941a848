import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { mixedLogReader } from '../../../src/agents/mixedLog';
import { LineHasher } from '../../../src/text/lineHash';

const TAP = fileURLToPath(new URL('../../../samples/acp/acp-tap.mjs', import.meta.url));
/** Answers each request; a prompt only once it is cancelled. */
const AGENT = `
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
let prompt;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'session/new') send({ id, result: { sessionId: 's1' } });
  if (method === 'session/prompt') {
    prompt = id;
    send({ method: 'session/update', params: { sessionId: 's1', update: {
      sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Read a.ts', kind: 'read', status: 'completed',
      locations: [{ path: '/ws/a.ts' }] } } });
  }
  if (method === 'session/cancel') send({ id: prompt, result: { stopReason: 'cancelled' } });
});`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the tap between an ACP client and its agent', () => {
  it('passes everything on, keeps a log that is understood, and cancels when asked to stop', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'acp-tap-'));
    folders.push(cwd);
    const client = spawn(process.execPath, [TAP, process.execPath, '-e', AGENT], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
    const send = (message: object) =>
      client.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const next = async () => JSON.parse((await lines.next()).value ?? 'null');

    send({ id: 1, method: 'session/new', params: { cwd, mcpServers: [] } });
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 1, result: { sessionId: 's1' } });
    send({ id: 2, method: 'session/prompt', params: { sessionId: 's1', prompt: [] } });
    expect(await next()).toMatchObject({ method: 'session/update' });
    const requestedAt = new Date().toISOString();
    const stop = { v: 1, session: 's1', actor: null, requestedAt, reason: 'enough' };
    writeFileSync(join(cwd, '.read-coverage', 'stop.json'), JSON.stringify(stop));
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 2, result: { stopReason: 'cancelled' } });
    const ended = new Promise((resolve) => client.on('exit', resolve));
    client.stdin.end();
    expect(await ended).toBe(0);

    expect(existsSync(join(cwd, '.read-coverage', '.gitignore'))).toBe(true);
    const reader = mixedLogReader({
      hasher: new LineHasher([1, 2]),
      source: 'log:acp',
      baseFolder: cwd,
      sessionFallback: 'acp',
    });
    const log = readFileSync(join(cwd, '.read-coverage', 'acp.jsonl'), 'utf8');
    const records = log.split('\n').filter(Boolean);
    const events = [...records.flatMap((line) => reader.read(JSON.parse(line))), ...reader.flush()];
    expect(events.map(({ kind, session }) => [kind, session])).toEqual(
      expect.arrayContaining([
        ['session-start', 's1'],
        ['prompt', 's1'],
        ['read', 's1'],
        ['stop-acknowledged', 's1'],
        ['interrupted', 's1'],
      ]),
    );
    expect(reader.rejected).toBe(0);
  });
});
