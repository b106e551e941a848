import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskEvidenceFinder } from '../../../src/ingest/diskEvidence';
import { Pace } from '../../../src/ingest/pace';
import { isWithin } from '../../../src/ingest/workspaceFolders';
import { LineHasher } from '../../../src/text/lineHash';
import { type AgentEvent, DISK_SOURCE, type LineRange, type ReadEvent } from '../../../src/tracker/event';

const hasher = new LineHasher([5, 6]);
let root: string;
let folder: string;
let path: string;
let now: number;
let finder: DiskEvidenceFinder;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'evidence-')));
  folder = join(root, 'ws');
  mkdirSync(folder);
  path = join(folder, 'a.ts');
  now = 0;
  finder = new DiskEvidenceFinder({
    hasher,
    now: () => now,
    pace: new Pace(),
    mayOpen: (file) => isWithin(file, folder),
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Well after every change of a file in these tests. */
const later = () => Date.now() + 60_000;
const envelope = () => ({ source: 's', session: 's', agent: 'a', actor: 'main', time: later(), call: 'c' });

function read(returned: LineRange[], more: Partial<ReadEvent> = {}): ReadEvent {
  return {
    ...envelope(),
    kind: 'read',
    path,
    written: 'a.ts',
    form: 'tool',
    requested: null,
    returned,
    totalLines: null,
    outcome: 'complete',
    ...more,
  };
}

const edit = (): AgentEvent => ({ ...envelope(), kind: 'edit', path, written: 'a.ts', outcome: 'ok' });

function shown(
  lines: readonly string[],
  claim: NonNullable<ReadEvent['unplaced']>['claim'],
  cut = false,
): ReadEvent {
  return read([], {
    outcome: 'unknown-range',
    form: 'shell',
    unplaced: { lineHashes: hasher.each(lines), claim, cut },
  });
}

const sha = (bytes: string | Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const diskOf = (event: AgentEvent | undefined) =>
  event !== undefined && 'disk' in event ? event.disk : undefined;
const attached = async (event: AgentEvent) => diskOf((await finder.attach([event]))[0]);

describe('evidence for live events', () => {
  it('is the bytes and the lines of the file', async () => {
    for (const text of ['one\ntwo\n', 'one\r\ntwo', '', '\n\n', `${'x'.repeat(200)}\n`.repeat(3000)]) {
      writeFileSync(path, text);
      expect(await attached(read([[1, 1]]))).toEqual({
        contentHash: sha(text),
        lineHashes: hasher.lines(text),
      });
    }
  });

  it('leaves a byte order mark out of the lines, not out of the bytes', async () => {
    writeFileSync(path, '\ufeffone\n');
    expect(await attached(edit())).toEqual({
      contentHash: sha('\ufeffone\n'),
      lineHashes: hasher.lines('one\n'),
    });
  });

  it('is not given for what is no text, too large, no file, a link, or outside', async () => {
    writeFileSync(path, Buffer.from([0x61, 0xff, 0x0a]));
    expect(await attached(read([[1, 1]]))).toBeUndefined();
    writeFileSync(path, Buffer.alloc(8 * 1024 * 1024 + 1, 'x'));
    expect(await attached(read([[1, 1]]))).toBeUndefined();
    rmSync(path);
    expect(await attached(read([[1, 1]]))).toBeUndefined();
    mkdirSync(path);
    expect(await attached(read([[1, 1]]))).toBeUndefined();
    rmSync(path, { recursive: true });
    writeFileSync(join(root, 'secret'), 'secret\n');
    symlinkSync(join(root, 'secret'), path);
    expect(await attached(read([[1, 1]]))).toBeUndefined();
    expect(await attached(read([[1, 1]], { path: join(root, 'secret') }))).toBeUndefined();
  });

  it('is not taken from a file that changed after the read', async () => {
    writeFileSync(path, 'one\n');
    expect(await attached(read([[1, 1]], { time: Date.now() - 60_000 }))).toBeUndefined();
    expect(await attached(read([[1, 1]], { time: null }))).toBeUndefined();
    expect(await attached(read([[1, 1]], { time: null, lineHashes: hasher.each(['one']) }))).toBeDefined();
  });

  it('is not taken where a later event changes the file', async () => {
    writeFileSync(path, 'one\n');
    const before = read([[1, 1]]);
    const events = await finder.attach([before, edit(), read([[1, 1]])]);
    expect(events.map((event) => diskOf(event) !== undefined)).toEqual([false, true, true]);
    expect(events[0]).toBe(before);
    const rename: AgentEvent = { ...envelope(), kind: 'rename', from: path, to: `${path}x`, written: 'a.ts' };
    expect((await finder.attach([read([[1, 1]]), rename])).map(diskOf)).toEqual([undefined, undefined]);
  });

  it('is not taken where the file was said to change meanwhile', async () => {
    writeFileSync(path, 'one\n');
    const attaching = attached(read([[1, 1]]));
    finder.documentChanged(path);
    expect(await attaching).toBeUndefined();
  });

  it('is not looked for where it could prove nothing', async () => {
    writeFileSync(path, 'one\n');
    expect(await attached(read([], { outcome: 'failed' }))).toBeUndefined();
    expect(await attached({ ...envelope(), kind: 'prompt' })).toBeUndefined();
  });
});

describe('lines that a command showed', () => {
  const lines = ['a', '', 'b', 'c', '', 'a', ''];
  const placed = async (event: ReadEvent) => {
    const [found] = await finder.attach([event]);
    return found?.kind === 'read' ? found : undefined;
  };
  beforeEach(() => writeFileSync(path, lines.map((line) => `${line}\n`).join('')));

  it('are placed where the file agrees with all of them', async () => {
    const event = await placed(shown(['b', 'c'], { from: 2, to: 5 }));
    expect(event).toMatchObject({
      outcome: 'complete',
      returned: [[3, 4]],
      lineHashes: hasher.each(['b', 'c']),
    });
    expect(event?.disk).toBeDefined();
    expect(event).not.toHaveProperty('unplaced');
  });

  it('are placed from the end, without the blank lines there', async () => {
    expect((await placed(shown(['c', '', 'a'], { last: 4 })))?.returned).toEqual([[4, 6]]);
  });

  it('are not placed where the file holds other lines, or more than was shown', async () => {
    for (const event of [
      shown(['b', 'x'], { from: 3, to: 4 }),
      shown(['x', 'c'], { from: 3, to: 4 }),
      shown(['b'], { from: 3, to: 4 }),
      shown(['b', 'c'], { from: 1, to: 4 }),
    ]) {
      expect(await placed(event)).toBe(event);
    }
  });

  it('are not whole at the end of output that was cut', async () => {
    const event = await placed(shown(['a', '', 'b', 'c so'], { from: 1, to: null }, true));
    expect(event).toMatchObject({ outcome: 'truncated', returned: [[1, 3]], cutLines: [4] });
  });
});

describe('documents that changed', () => {
  async function told(): Promise<AgentEvent[]> {
    return finder.settled();
  }

  it('are told once they are left alone for a second', async () => {
    writeFileSync(path, 'one\n');
    finder.documentChanged(path);
    now = 900;
    finder.documentChanged(path);
    now = 1899;
    expect(await told()).toEqual([]);
    now = 1900;
    expect(await told()).toMatchObject([
      { kind: 'document-changed', source: DISK_SOURCE, path, contentHash: sha('one\n'), totalLines: 1 },
    ]);
    expect(finder.waiting).toBe(0);
  });

  it('are told again only with other bytes, or after an event about them', async () => {
    writeFileSync(path, 'one\n');
    const changes = async () => {
      finder.documentChanged(path);
      now += 1000;
      return (await told()).length;
    };
    expect(await changes()).toBe(1);
    writeFileSync(path, 'one\n');
    expect(await changes()).toBe(0);
    writeFileSync(path, 'two\n');
    expect(await changes()).toBe(1);
    finder.forget([edit()]);
    expect(await changes()).toBe(1);
  });

  it('have bytes where they are no text, and nothing where they are gone or outside', async () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x00]);
    writeFileSync(path, bytes);
    writeFileSync(join(root, 'secret'), 'secret\n');
    for (const file of [path, join(folder, 'gone'), join(root, 'secret')]) finder.documentChanged(file);
    now = 1000;
    const events = await told();
    expect(events).toMatchObject([{ path, contentHash: sha(bytes) }]);
    expect(events[0]).not.toHaveProperty('disk');
  });

  it('wait in turn when there are many', async () => {
    for (let i = 0; i < 40; i++) {
      const file = join(folder, `${i}.ts`);
      writeFileSync(file, `${i}\n`);
      finder.documentChanged(file);
    }
    now = 1000;
    const rounds: number[] = [];
    while (finder.waiting > 0) rounds.push((await told()).length);
    expect(rounds).toEqual([16, 16, 8]);
  });

  it.skipIf(process.getuid?.() === 0)('are passed over without permission', async () => {
    writeFileSync(path, 'one\n');
    chmodSync(path, 0);
    finder.documentChanged(path);
    now = 1000;
    expect(await told()).toEqual([]);
  });
});
