import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Pace } from '../../../src/ingest/pace';
import { UnreadableFile } from '../../../src/ingest/regularFile';
import { type ExcerptOptions, transcriptExcerpt } from '../../../src/ingest/transcriptExcerpt';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'excerpt-'));
  path = join(folder, 'session.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const excerpt = (options: Partial<ExcerptOptions> = {}, file = path) =>
  transcriptExcerpt(file, { line: 1, call: null, named: 'first', ...options }, new Pace());

/** Line 1 to `count`, each of which names itself. */
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `{"n":${i + 1}}`);

describe('the part of a transcript around a call', () => {
  it('has the lines around it, wherever they are in a file of many slices', async () => {
    const lines = numbered(60_000);
    writeFileSync(path, `${lines.join('\n')}\n`);
    for (const line of [1, 3, 200, 201, 30_000, 59_999, 60_000]) {
      const found = await excerpt({ line });
      expect(found.line).toBe(line);
      expect(found.firstLine).toBe(Math.max(1, line - 200));
      expect(found.lines).toEqual(lines.slice(found.firstLine - 1, line + 50));
    }
  });

  it('goes from a result back to the call in a record, and not in a log', async () => {
    writeFileSync(path, '{"id":"c1"}\n{"id":"c12"}\n{"result":"c1"}\n{"n":4}\n{"later":"c1"}');
    expect(await excerpt({ line: 4, call: 'c1' })).toMatchObject({ line: 1, firstLine: 1 });
    expect(await excerpt({ line: 4, call: 'c1', named: 'last' })).toMatchObject({ line: 3 });
    expect(await excerpt({ line: 4, call: 'never named' })).toMatchObject({ line: 4 });
  });

  it('holds a part of a long line only, and finds the call in it', async () => {
    const long = `{"id":"c1","text":"${'x'.repeat(3_000_000)}"}`;
    writeFileSync(path, `${long}\n{"result":"c1"}\n`);
    const { lines, line } = await excerpt({ line: 2, call: 'c1' });
    expect(line).toBe(1);
    expect(lines.map((each) => each.length)).toEqual([8_001, 15]);
  });

  it('of a file that has become shorter ends where that does', async () => {
    writeFileSync(path, '{"n":1}\r\n{"n":2}');
    expect(await excerpt({ line: 90 })).toEqual({ lines: ['{"n":1}', '{"n":2}'], firstLine: 1, line: 2 });
    writeFileSync(path, '');
    expect(await excerpt({ line: 900 })).toEqual({ lines: [], firstLine: 700, line: 700 });
  });

  it('is never read through a link, nor from what is no file', async () => {
    writeFileSync(path, '{"n":1}\n');
    symlinkSync(path, join(folder, 'link.jsonl'));
    await expect(excerpt({}, join(folder, 'link.jsonl'))).rejects.toThrow(UnreadableFile);
    await expect(excerpt({}, folder)).rejects.toThrow(UnreadableFile);
    await expect(excerpt({}, join(folder, 'gone.jsonl'))).rejects.toThrow(UnreadableFile);
  });
});
