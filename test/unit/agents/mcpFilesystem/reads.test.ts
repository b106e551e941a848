import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorkshop } from '../../../../src/agents/workshop';
import { splitLines } from '../../../../src/text/lines';
import { hasher, head, many, ofKind, readOf, tail, told } from './server';

const READ = 'mcp__filesystem__read_text_file';
const MANY = 'mcp__filesystem__read_multiple_files';

const line = fc.constantFrom(
  '',
  '',
  'a',
  '  b',
  '---',
  '/ws/b.ts:',
  '/ws/a.ts: Error - x',
  '```',
  '[FILE] a',
);
const file = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.boolean(), fc.constantFrom('\n', '\r\n'))
  .map(([lines, hasEnd, end]) => (lines.length === 0 ? '' : lines.join(end) + (hasEnd ? end : '')));

describe('one file', () => {
  it('is given whole', () => {
    fc.assert(
      fc.property(file, (text) => {
        const event = readOf(READ, { path: '/ws/a.ts' }, text);
        const lines = splitLines(text);
        expect(event.returned).toEqual(lines.length === 0 ? [] : [[1, lines.length]]);
        expect(event).toMatchObject({ path: '/ws/a.ts', requested: null, totalLines: lines.length });
        expect(event.outcome).toBe(lines.length === 0 ? 'empty' : 'complete');
        expect(event.lineHashes ?? new Uint32Array()).toEqual(hasher.each(lines));
      }),
    );
  });

  it('gives its first lines', () => {
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 10 }), (text, count) => {
        const event = readOf(READ, { path: 'a.ts', head: count }, head(text, count));
        const lines = splitLines(text).slice(0, count);
        // One blank line looks like none.
        const given = head(text, count) === '' ? [] : lines;
        expect(event.returned).toEqual(given.length === 0 ? [] : [[1, given.length]]);
        expect(event.lineHashes ?? new Uint32Array()).toEqual(hasher.each(given));
        expect(event).toMatchObject({ path: '/ws/a.ts', requested: { start: 1, end: count } });
        const total = splitLines(text).length;
        expect(given.length > 0 && given.length < count ? total : null).toBe(event.totalLines);
      }),
    );
  });

  it('gives its last lines, where the end of the file is known or there are no others', () => {
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 10 }), fc.boolean(), (text, count, isKnown) => {
        const workshop = openWorkshop(hasher);
        if (isKnown) told(READ, { path: '/ws/a.ts' }, text, {}, workshop);
        const event = readOf(READ, { path: '/ws/a.ts', tail: count }, tail(text, count), {}, workshop);
        const lines = splitLines(text);
        // The empty text after the last line end counts.
        const first = Math.max(1, text.split('\n').length - count + 1);
        const given = lines.slice(first - 1);
        const shown = event.returned[0];
        if (shown !== undefined) {
          expect(shown).toEqual([first, lines.length]);
          expect(event.lineHashes).toEqual(hasher.each(given));
        }
        if (text.split('\n').length < count && lines.length > 0) expect(event.returned).toHaveLength(1);
        if (isKnown && given.some((one) => one.trim() !== '')) expect(event.returned).toHaveLength(1);
      }),
    );
  });

  it('waits for a place for its last lines', () => {
    const workshop = openWorkshop(hasher);
    const event = readOf(READ, { path: '/ws/a.ts', tail: 3 }, 'y\nz\n', {}, workshop);
    expect(event).toMatchObject({ outcome: 'unknown-range', returned: [] });
    expect(event.unplaced).toEqual({ lineHashes: hasher.each(['y', 'z']), claim: { last: 2 }, cut: false });
    told(READ, { path: '/ws/a.ts' }, 'w\nx\ny\nz\n', {}, workshop);
    expect(workshop.unsettled.settle('/ws/a.ts')).toMatchObject([
      { kind: 'delivered', call: 'c1', returned: [[3, 4]] },
    ]);
  });

  it('is not believed to show more lines than were asked for', () => {
    expect(readOf(READ, { path: 'a.ts', head: 2 }, 'a\nb\nc').outcome).toBe('unknown-range');
    expect(readOf(READ, { path: 'a.ts', tail: 2 }, 'a\nb\nc').outcome).toBe('unknown-range');
  });

  it('credits nothing where the answer is not known, failed, or is no text', () => {
    expect(readOf(READ, { path: 'a.ts' }, null)).toMatchObject({ outcome: 'unknown-range', returned: [] });
    expect(readOf(READ, { path: 'a.ts' }, 'x\u0000y')).toMatchObject({ outcome: 'unknown-range' });
    expect(readOf('mcp__filesystem__read_media_file', { path: 'a.png' }, '…').outcome).toBe('not-text');
    const error = "ENOENT: no such file or directory, open '/ws/a.ts'";
    expect(readOf(READ, { path: 'a.ts' }, error, { isError: true })).toMatchObject({
      outcome: 'failed',
      error: 'not-found',
      returned: [],
    });
  });

  it('of a home folder that nobody tells has no path', () => {
    expect(told(READ, { path: '~/a.ts' }, 'a\n')).toEqual([]);
  });
});

describe('structured content', () => {
  const json = JSON.stringify({ content: 'a\nb\n' });

  it('is what the model was given, where the record says so', () => {
    expect(readOf(READ, { path: 'a.json' }, json, { form: 'json' }).returned).toEqual([[1, 2]]);
    expect(readOf(READ, { path: 'a.json' }, json, { form: 'text' }).returned).toEqual([[1, 1]]);
    const list = JSON.stringify({ content: [{ type: 'text', text: 'a\nb\n' }] });
    expect(readOf(READ, { path: 'a.ts' }, list, { form: 'json' }).returned).toEqual([[1, 2]]);
  });

  it('credits nothing where it may be a file that looks like it', () => {
    const event = readOf(READ, { path: 'a.json' }, json, { form: 'either' });
    expect(event).toMatchObject({ outcome: 'unknown-range', returned: [] });
    expect(event.unplaced?.claim).toEqual({ from: 1, to: null });
  });

  it('credits nothing where it was cut', () => {
    const cut = readOf(READ, { path: 'a.ts' }, json.slice(0, -4), { form: 'json' });
    expect(cut).toMatchObject({ outcome: 'unknown-range', returned: [] });
    expect(cut).not.toHaveProperty('unplaced');
  });
});

describe('the server', () => {
  it.each([
    ['mcp__my-files__read_text_file', undefined],
    ['mcp_my_files_read_text_file', undefined],
    ['docs_read_text_file', undefined],
    ['docs-read_text_file', undefined],
    ['read_text_file', 'docs'],
  ])('is known by its tool: %s of %s', (tool, server) => {
    expect(readOf(tool, { path: 'a.ts' }, 'a\n', { ...(server && { server }) }).returned).toEqual([[1, 1]]);
  });

  it('may have no name', () => {
    expect(readOf('read_text_file', { path: 'a.ts' }, 'a\n', { server: '' }).returned).toEqual([[1, 1]]);
    expect(told('fs_read_text_file', { path: 'a.ts' }, 'a\n', { server: '' })).toBeNull();
  });

  it.each([
    ['read_text_file', { path: 'a.ts' }],
    ['_read_text_file', { path: 'a.ts' }],
    ['mcp____read_text_file', { path: 'a.ts' }],
    ['mcp__x__batch_read_text_file', { path: 'a.ts' }],
    ['fs_read_text_file', { path: 'a.ts', offset: 3 }],
    ['fs_read_text_file', { file_path: 'a.ts' }],
    ['fs_read_text_file', { path: 7 }],
    ['fs_read_text_file', { path: 'a.ts', head: 2, tail: 2 }],
    ['fs_read_text_file', { path: 'a.ts', head: -2 }],
    ['fs_read_text_file', { path: 'a.ts', head: '2' }],
    ['fs_read_multiple_files', { paths: [] }],
    ['fs_read_multiple_files', { paths: ['a', 1] }],
    ['fs_edit_file', { path: 'a', edits: [{ old: 'a', new: 'b' }] }],
    ['fs_constructor', {}],
  ])('has no %s %j', (tool, args) => {
    expect(told(tool, args, 'a\n')).toBeNull();
  });

  it('has an old tool of a name that others use: its structured content or its own name tells', () => {
    const other = readOf('mcp__commander__read_file', { path: 'a.ts' }, '[Reading 1 line]\n\na\n');
    expect(other).toMatchObject({ outcome: 'unknown-range', returned: [] });
    const structured = { content: 'a\n' };
    const own = readOf('mcp__files__read_file', { path: 'a.ts' }, 'a\n', { structured });
    expect(own.returned).toEqual([[1, 1]]);
    expect(readOf('mcp__filesystem__read_file', { path: 'a.ts' }, 'a\n').returned).toEqual([[1, 1]]);
  });

  it('answers questions', () => {
    for (const tool of ['list_directory', 'directory_tree', 'list_directory_with_sizes']) {
      const events = told(`mcp__filesystem__${tool}`, { path: '/ws' }, '[FILE] a.ts');
      expect(events).toMatchObject([{ kind: 'search', tool, glimpsed: [] }]);
    }
    const args = { path: '/ws', pattern: '*.ts' };
    expect(told('mcp__filesystem__search_files', args, '/ws/a.ts')).toMatchObject([{ kind: 'search' }]);
    expect(told('mcp__filesystem__get_file_info', { path: '/ws/a.ts' }, 'size: 1')).toEqual([]);
  });
});

describe('several files', () => {
  const paths = fc.shuffledSubarray(['/ws/a.ts', '/ws/b.ts', 'c/ d', '/ws/b.ts'], { minLength: 1 });

  it('credits no line that was not given, and all of those whose place is certain', () => {
    fc.assert(
      fc.property(paths, fc.array(fc.option(file), { minLength: 4, maxLength: 4 }), (names, texts) => {
        const files = names.map((name, i) => [name, texts[i] ?? new Error('ENOENT: no such file')] as const);
        const answer = many(files);
        const events = ofKind(told(MANY, { paths: names }, answer), 'read');
        expect(events).toHaveLength(names.length);
        for (const [i, event] of events.entries()) {
          const text = texts[i];
          const lines = typeof text === 'string' ? splitLines(text) : [];
          const [start, end] = event.returned[0] ?? [1, 0];
          expect(start).toBe(1);
          expect(event.lineHashes ?? new Uint32Array()).toEqual(hasher.each(lines.slice(0, end)));
          expect(end).toBeLessThanOrEqual(lines.length);
          if (event.totalLines !== null) expect(event.totalLines).toBe(lines.length);
          if (event.outcome === 'failed') expect(text).toBeNull();
        }
        const isPlain = !answer.includes('\n---\n') || names.length === new Set(names).size;
        const isMarked = texts.some((text) => text?.includes('---'));
        if (isPlain && !isMarked) {
          for (const [i, event] of events.entries()) {
            const text = texts[i];
            expect(event.outcome).toBe(
              typeof text !== 'string' ? 'failed' : text === '' ? 'empty' : 'complete',
            );
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('credits the start of a file that holds what looks like the next', () => {
    const answer = many([
      ['/ws/a.ts', 'a\n\n---\n/ws/b.ts:\nno b\n'],
      ['/ws/b.ts', 'b\n'],
    ]);
    expect(told(MANY, { paths: ['/ws/a.ts', '/ws/b.ts'] }, answer)).toMatchObject([
      { path: '/ws/a.ts', returned: [[1, 1]], totalLines: null, outcome: 'truncated' },
      { path: '/ws/b.ts', returned: [], outcome: 'unknown-range' },
    ]);
  });

  it('has an error for each file that could not be read', () => {
    const answer = many([
      ['/ws/a.ts', new Error('ENOENT: no such file or directory')],
      ['/ws/b.ts', 'b\n\n'],
    ]);
    expect(told(MANY, { paths: ['/ws/a.ts', '/ws/b.ts'] }, answer)).toMatchObject([
      { path: '/ws/a.ts', outcome: 'failed', error: 'not-found' },
      { path: '/ws/b.ts', returned: [[1, 2]], totalLines: 2, outcome: 'complete' },
    ]);
  });
});
