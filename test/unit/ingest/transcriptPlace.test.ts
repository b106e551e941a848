import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UNKNOWN_FOLDER } from '../../../src/agents/unknownFolder';
import { KNOWN_FORMATS } from '../../../src/ingest/knownFormats';
import { openStored } from '../../../src/ingest/storedFile';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'place-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, ...records: readonly object[]): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}

const messages = { version: 1, agent: 'lead', sessionId: 's1', origin: { source: 'cli' }, messages: [] };
const row = (type: string, data: object, id: string) => ({
  type,
  data,
  id,
  timestamp: '2026-11-30T08:00:00.000Z',
  parentId: null,
});

describe('a transcript, wherever it was moved to', () => {
  it('starts its paths from the folder that a file beside it tells', () => {
    const path = file('moved/sessions/s1/s1.messages.json', messages);
    expect(openStored(path, KNOWN_FORMATS).baseFolder).toBe(UNKNOWN_FOLDER);
    file('moved/sessions/s1/s1.json', { cwd: 'relative' });
    expect(openStored(path, KNOWN_FORMATS).baseFolder).toBe(UNKNOWN_FOLDER);
    file('moved/sessions/s1/s1.json', { cwd: '/ws' });
    expect(openStored(path, KNOWN_FORMATS).baseFolder).toBe('/ws');
  });

  it('is not told by what lies beside a file of another name', () => {
    file('moved/sessions/s1/s1.json', { cwd: '/ws' });
    const path = file('moved/sessions/s1/s2.messages.json', { ...messages, sessionId: 's2' });
    expect(openStored(path, KNOWN_FORMATS).baseFolder).toBe(UNKNOWN_FOLDER);
  });

  it('is told by its place, where two agents write records in one form', () => {
    const rows = [
      row('user.message', { content: 'go' }, '1'),
      row('assistant.turn_start', { turnId: '0' }, '2'),
      row('assistant.turn_end', { turnId: '0' }, '3'),
    ];
    const own = file('User/workspaceStorage/w/GitHub.copilot-chat/transcripts/s1.jsonl', ...rows);
    expect(openStored(own, KNOWN_FORMATS).adapter?.kind).toBe('vscode-chat');
    expect(openStored(file('elsewhere.jsonl', ...rows), KNOWN_FORMATS).adapter).toBeNull();
  });
});
