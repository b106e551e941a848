import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Adapter } from '../../../src/agents/adapter';
import type { Formats } from '../../../src/ingest/formats';
import { formats, transcriptRow } from './testFormats';
import { MINUTE, NOW, TestWorkspace } from './testWorkspace';

const FOLDER = 'home/.docs/sessions/s1';
let ws: TestWorkspace;

beforeEach(() => {
  ws = new TestWorkspace();
});
afterEach(() => ws.dispose());

const [documents] = formats.adapters.filter(({ kind }) => kind === 'test-documents');
if (documents === undefined) throw new Error('There is no format to test with');
const adapter: Adapter = {
  ...documents,
  transcripts: {
    roots: ({ home }) => [`${home}/.docs`],
    files: [
      {
        main: 'sessions/<session>/<session>.json',
        subagents: 'sessions/<session>/agent_*.json',
        stored: 'document',
        head: () => ({}),
        sidecars: [{ path: 'sessions/<session>/folder.txt', cwd: (text) => text.trim() }],
      },
    ],
  },
};
const withDocuments: Formats = { ...formats, adapters: [adapter] };

const text = (...calls: readonly (readonly [string, number])[]) =>
  JSON.stringify(calls.map(([call, time]) => transcriptRow(call, time)));

/** As careful writers do it: a new file takes the place of the old one. */
function replace(name: string, content: string): void {
  const path = ws.write(`${FOLDER}/${name}.new`, content);
  renameSync(path, join(ws.root, FOLDER, name));
}

describe('the documents of an agent', () => {
  it('are found by a file beside them, followed as they are replaced, and merged by time', async () => {
    ws.write(`${FOLDER}/folder.txt`, `${ws.folder}\n`);
    ws.write('home/.docs/sessions/s2/folder.txt', '/elsewhere');
    ws.write('home/.docs/sessions/s2/s2.json', text(['other', NOW]));
    ws.write(`${FOLDER}/s1.json`, text(['a', NOW], ['c', NOW + 20]));
    ws.write(`${FOLDER}/agent_1.json`, text(['b', NOW + 10]));
    const { ingest, calls } = ws.ingest({ agents: ['test-documents'], formats: withDocuments });
    await ingest.poll();
    expect(calls()).toEqual(['a', 'b', 'c']);
    ws.now += MINUTE;
    replace('s1.json', text(['a', NOW], ['c', NOW + 20], ['d', ws.now]));
    replace('agent_2.json', text(['e', ws.now + 1]));
    await ingest.poll();
    expect(calls()).toEqual(['d!', 'e!']);
    replace('s1.json', '[{"row": "test-ag');
    await ingest.poll();
    expect(calls()).toEqual([]);
    replace('s1.json', text(['a', NOW], ['c', NOW + 20], ['d', ws.now], ['f', ws.now + 2]));
    await ingest.poll();
    expect(calls()).toEqual(['f!']);
    expect(ingest.state().sessions).toMatchObject([{ session: 's1', cwd: ws.folder, followed: true }]);
    expect(ws.faults).toEqual([]);
  });

  it('are not found where nothing beside them tells a folder', async () => {
    ws.write(`${FOLDER}/s1.json`, text(['a', NOW]));
    const { ingest, calls } = ws.ingest({ agents: ['test-documents'], formats: withDocuments });
    await ingest.poll();
    expect(calls()).toEqual([]);
    ws.write(`${FOLDER}/folder.txt`, ws.folder);
    ws.write(`${FOLDER}/s1.json`, text(['a', NOW], ['b', NOW + 1]));
    await ingest.poll();
    expect(calls()).toEqual(['a!', 'b!']);
  });
});
