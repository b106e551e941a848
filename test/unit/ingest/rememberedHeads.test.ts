import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownHead, readHeads, writeHeads } from '../../../src/ingest/headsFile';
import { type AskedTranscript, keyOfHead, RememberedHeads } from '../../../src/ingest/rememberedHeads';
import type { HeadQuestion } from '../../../src/ingest/transcriptHead';
import { claudeRow } from './testFormats';
import { eachInWorkspace, NOW, type TestWorkspace } from './testWorkspace';

let ws: TestWorkspace;
eachInWorkspace((made) => {
  ws = made;
});

const place = () => ({ file: join(ws.root, 'storage', 'heads.json'), version: '1.2.3' });
const transcript = (session: string) => `home/.claude/projects/-ws/${session}.jsonl`;
const add = (session: string, cwd = ws.folder) =>
  ws.append(transcript(session), claudeRow(`call-${session}`, NOW - 1000, cwd, session));
/** Of the same length as the open folder. */
const elsewhere = () => `${ws.folder.slice(0, -2)}zz`;

/** The sessions of the open folder that a window finds when it starts. */
async function start(version = place().version): Promise<readonly string[]> {
  const { ingest } = ws.ingest({ heads: { ...place(), version } });
  await ingest.poll();
  await ingest.dispose();
  return ingest
    .state()
    .sessions.map(({ session }) => session)
    .sort();
}

/** Changes the bytes of a file in its place, as no agent does: who reads its head now finds another folder. */
function moveInPlace(path: string, from: string, to: string): void {
  const bytes = readFileSync(path, 'utf8').replaceAll(from, to);
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0);
  closeSync(file);
}

describe('what heads told', () => {
  it('is not read again in the next window', async () => {
    const [here, there] = [add('here'), add('there', elsewhere())];
    expect(await start()).toEqual(['here']);
    moveInPlace(here, ws.folder, elsewhere());
    moveInPlace(there, elsewhere(), ws.folder);
    expect(await start()).toEqual(['here']);
    rmSync(place().file);
    expect(await start()).toEqual(['there']);
  });

  it('stays known as the transcript grows', async () => {
    const path = add('s');
    await start();
    moveInPlace(path, ws.folder, elsewhere());
    ws.append(transcript('s'), claudeRow('more', NOW, elsewhere(), 's'));
    expect(await start()).toEqual(['s']);
  });

  it('is read again where the file is another one, or shorter', async () => {
    const [replaced, shorter] = [add('replaced'), add('shorter')];
    ws.append(transcript('shorter'), claudeRow('more', NOW, ws.folder, 'shorter'));
    expect(await start()).toEqual(['replaced', 'shorter']);
    const { size } = statSync(shorter);
    moveInPlace(shorter, ws.folder, elsewhere());
    truncateSync(shorter, size - 1);
    rmSync(replaced);
    add('replaced', elsewhere());
    ws.append(transcript('replaced'), claudeRow('more', NOW, elsewhere(), 'replaced'));
    expect(await start()).toEqual([]);
  });

  it('is read again by another version of the product', async () => {
    const path = add('s');
    await start();
    moveInPlace(path, ws.folder, elsewhere());
    expect(await start('1.2.4')).toEqual([]);
  });

  it('is not remembered before it is all told', async () => {
    ws.append(transcript('s'), { type: 'summary', summary: 'nothing yet' });
    expect(await start()).toEqual([]);
    expect(readdirSync(ws.root)).not.toContain('storage');
    add('s');
    expect(await start()).toEqual(['s']);
  });

  it('stands in a private file without any text of the transcript', async () => {
    add('s');
    ws.append(transcript('s'), { type: 'user', message: { content: 'a secret prompt' }, cwd: ws.folder });
    await start();
    const text = readFileSync(place().file, 'utf8');
    expect(JSON.parse(text)).toEqual({
      format: 1,
      version: '1.2.3',
      heads: [[expect.stringMatching(/^[0-9a-f]{32}$/), expect.any(Number), ws.folder, null, null]],
    });
    if (process.platform !== 'win32') expect(statSync(place().file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(ws.root, 'storage'))).toEqual(['heads.json']);
  });

  it('is written only where something is new, and keeps what another window wrote', async () => {
    add('s1');
    await start();
    const before = statSync(place().file).ino;
    await start();
    expect(statSync(place().file).ino).toBe(before);
    const [one, other] = [await RememberedHeads.open(place()), await RememberedHeads.open(place())];
    for (const [heads, session] of [
      [one, 's2'],
      [other, 's3'],
    ] as const) {
      const path = add(session);
      await heads.headOf({ path, pattern: '', stats: lstatSync(path, { bigint: true }) }, question);
    }
    await one.keep();
    await other.keep();
    expect((await readHeads(place())).size).toBe(3);
  });
});

const question: HeadQuestion = {
  stored: 'lines',
  ask: (record) => ({ cwd: String(record['cwd']) }),
  knowsCwd: false,
  knowsSession: true,
};

describe('which transcript it is', () => {
  const stats = { dev: 1n, ino: 2n, birthtimeNs: 3n, size: 4n, mtimeNs: 5n };
  const asked: AskedTranscript = { path: '/p', pattern: '*', stats };
  const key = (over: Partial<typeof stats>, more: Partial<HeadQuestion> = {}) =>
    keyOfHead({ ...asked, stats: { ...stats, ...over } }, { ...question, ...more });

  it('is told by the file, its birth and its name: a number can be given to a new file', () => {
    const others = [
      key({ dev: 9n }),
      key({ ino: 9n }),
      key({ birthtimeNs: 9n }),
      key({}, { knowsCwd: true }),
      key({}, { knowsSession: false }),
      keyOfHead({ ...asked, path: '/q' }, question),
      keyOfHead({ ...asked, pattern: '**' }, question),
      key({}, { stored: 'document' }),
      key({ size: 9n }, { stored: 'document' }),
      key({ mtimeNs: 9n }, { stored: 'document' }),
    ];
    expect(new Set([key({}), ...others]).size).toBe(others.length + 1);
    expect(key({ size: 9n, mtimeNs: 9n })).toBe(key({}));
  });

  it('is not known where the file system tells no birth', () => {
    expect(key({ birthtimeNs: 0n })).toBeNull();
  });
});

describe('the file of heads', () => {
  const head = (cwd: string): KnownHead => ({ bytes: 1, cwd, session: null, parent: null });
  const name = (number: number) => number.toString(16).padStart(32, '0');

  it('is bounded: what was used last stays', async () => {
    const many = new Map(Array.from({ length: 20_003 }, (_, at) => [name(at), head('/a')]));
    await writeHeads(place(), many);
    expect([...(await readHeads(place())).keys()]).toEqual([...many.keys()].slice(3));
    const long = new Map(Array.from({ length: 6000 }, (_, at) => [name(at), head(`/${'é'.repeat(4000)}`)]));
    await writeHeads(place(), long);
    expect(statSync(place().file).size).toBeLessThan(4 * 1024 * 1024);
    const kept = [...(await readHeads(place())).keys()];
    expect(kept.length).toBeGreaterThan(400);
    expect(kept).toEqual([...long.keys()].slice(-kept.length));
    await writeHeads(place(), new Map([[name(0), head('x'.repeat(5000))]]));
    expect((await readHeads(place())).size).toBe(0);
  });

  it('of any kind changes nothing that is found', async () => {
    add('here');
    add('there', elsewhere());
    await start();
    const { heads } = JSON.parse(readFileSync(place().file, 'utf8'));
    const [[key]] = heads;
    const row = fc.oneof(
      fc.anything(),
      fc.array(fc.anything()),
      fc.tuple(fc.constant(key), fc.anything(), fc.anything(), fc.anything(), fc.anything()),
    );
    const content = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant('{"format":1,"version":"1.2.3","__proto__":{"heads":[]}}'),
      fc.record({ format: fc.constantFrom(1, 2, '1'), version: fc.string(), heads: fc.array(row) }).map(json),
      fc.record({ format: fc.constant(1), version: fc.constant('1.2.3'), heads: fc.anything() }).map(json),
    );
    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        writeFileSync(place().file, text);
        const size = (await readHeads(place())).size;
        if (size === 0) expect(await start()).toEqual(['here']);
      }),
      { numRuns: 60 },
    );
    expect(Object.keys({})).toEqual([]);
  });

  it('is not followed by drafts that windows left as they were closed', async () => {
    const hour = 3_600_000;
    for (const [name, age] of [
      ['.heads.json.left', 2 * hour],
      ['.heads.json.fresh', 0],
      ['other', 2 * hour],
    ] as const) {
      ws.write(`storage/${name}`, '');
      ws.touch(`storage/${name}`, Date.now() - age);
    }
    await writeHeads(place(), new Map());
    expect(readdirSync(join(ws.root, 'storage')).sort()).toEqual([
      '.heads.json.fresh',
      'heads.json',
      'other',
    ]);
  });

  it('is believed no further than its rows are sound', async () => {
    const sound = [name(1), 7, '/a', 's', null];
    const rows = [
      sound,
      [name(2), -1, '/a', 's', null],
      [name(3), 1e300, '/a', 's', null],
      [name(4), 1, ['/a'], 's', null],
      [name(5), 1, '/a', 3, null],
      [name(6), 1, '/a', 's', {}],
      [name(7), 1, '/a', 's'],
      ['__proto__', 1, '/a', 's', null],
      'row',
      null,
    ];
    ws.write('storage/heads.json', JSON.stringify({ format: 1, version: '1.2.3', heads: rows }));
    expect(await readHeads(place())).toEqual(
      new Map([[name(1), { bytes: 7, cwd: '/a', session: 's', parent: null }]]),
    );
  });

  it('is not read where it is huge, a link or a folder; what can be written is written anew', async () => {
    add('s');
    ws.write('storage/heads.json', '');
    truncateSync(place().file, 100 * 1024 * 1024);
    expect(await start()).toEqual(['s']);
    expect((await readHeads(place())).size).toBe(1);
    const target = ws.write('target', readFileSync(place().file));
    rmSync(place().file);
    symlinkSync(target, place().file);
    expect((await readHeads(place())).size).toBe(0);
    ws.write('target', 'untouched');
    expect(await start()).toEqual(['s']);
    expect(readFileSync(target, 'utf8')).toBe('untouched');
    rmSync(place().file);
    ws.write('storage/heads.json/folder', '');
    expect(await start()).toEqual(['s']);
  });
});

function json(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each)) ?? '';
}
