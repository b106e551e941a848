import { rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject, RecordReader } from '../../../src/agents/adapter';
import { FollowedDocument } from '../../../src/ingest/followedDocument';
import { FollowedGroup } from '../../../src/ingest/followedGroup';
import { Pace } from '../../../src/ingest/pace';
import { formats, transcriptRow } from './testFormats';
import { MINUTE, NOW, TestWorkspace } from './testWorkspace';

const NAME = 'session.json';
let ws: TestWorkspace;
let records: JsonObject[];

beforeEach(() => {
  ws = new TestWorkspace();
  records = [];
});
afterEach(() => ws.dispose());

function follow(options: { readonly wasThere?: boolean; readonly largest?: number } = {}) {
  const { wasThere = true, largest } = options;
  const document = new FollowedDocument(
    {
      path: join(ws.root, NAME),
      openedAt: NOW,
      wasThere,
      now: () => ws.now,
      onFault: (fault) => ws.faults.push(fault),
      reader: () => {
        const context = { hasher: ws.hasher, source: 's', baseFolder: ws.folder, sessionFallback: 's' };
        const [adapter] = formats.adapters.filter(({ kind }) => kind === 'test-documents');
        return remembering(adapter?.reader(context));
      },
    },
    largest,
  );
  const group = new FollowedGroup();
  group.add(NAME, document);
  /** Looks once, and tells the calls that came, live ones with a `!`. */
  const look = async () => {
    await group.check(true);
    const found = await group.read(1000, new Pace());
    return found.map(({ event, live, line }) => {
      expect(line).toBe(1);
      return `${event.call}${live ? '!' : ''}`;
    });
  };
  return { document, look };
}

function remembering(reader: RecordReader | undefined): RecordReader {
  if (reader === undefined) throw new Error('No such format');
  return {
    read: (record) => {
      records.push(record);
      return reader.read(record);
    },
    flush: () => reader.flush(),
    get rejected() {
      return reader.rejected;
    },
  };
}

const text = (...calls: readonly string[]) =>
  JSON.stringify(
    calls.map((call, at) => transcriptRow(call, NOW + at)),
    null,
    1,
  );

describe('a document that is rewritten whole', () => {
  it('is given again when it changed, and only then', async () => {
    ws.write(NAME, text('a'));
    const { document, look } = follow();
    expect(await look()).toEqual(['a']);
    expect(await look()).toEqual([]);
    ws.write(NAME, text('a', 'b'));
    expect(await look()).toEqual(['b!']);
    ws.write(NAME, text('a', 'b'));
    expect(await look()).toEqual([]);
    expect(document.records).toBe(2);
  });

  it('may be replaced by another file under its name, or be gone for a while', async () => {
    const { document, look } = follow({ wasThere: false });
    expect(await look()).toEqual([]);
    expect(document.state).toBe('missing');
    ws.write(NAME, text('a'));
    expect(await look()).toEqual(['a!']);
    rmSync(join(ws.root, NAME));
    expect(await look()).toEqual([]);
    ws.write(NAME, text('a', 'b'));
    expect(await look()).toEqual(['b!']);
    expect(document.state).toBe('following');
  });

  it('that is half-written is tried again before it is called damaged', async () => {
    const whole = text('a', 'b');
    ws.write(NAME, whole.slice(0, 40));
    const { document, look } = follow();
    expect(await look()).toEqual([]);
    expect(document.state).toBe('following');
    ws.now += 4000;
    expect(await look()).toEqual([]);
    expect(document.state).toBe('following');
    ws.now += 2000;
    expect(await look()).toEqual([]);
    expect(document.state).toBe('damaged');
    ws.write(NAME, whole);
    expect(await look()).toEqual(['a', 'b']);
    expect(document.state).toBe('following');
    expect(ws.faults).toEqual([]);
  });

  it('that is finished just when it would be called damaged is read all the same', async () => {
    ws.write(NAME, '[');
    const { document, look } = follow();
    await look();
    ws.now += 10_000;
    ws.write(NAME, text('a'));
    expect(await look()).toEqual(['a']);
    expect(document.state).toBe('following');
  });

  it('is not read where it is too large, or no file', async () => {
    ws.write(NAME, text('a', 'b', 'c'));
    const { document, look } = follow({ largest: 100 });
    expect(await look()).toEqual([]);
    expect(document.state).toBe('too-large');
    expect(document.hasMore).toBe(false);
    ws.write(NAME, '{ "items": [] }');
    await look();
    expect(document.state).toBe('following');
  });

  it('tells of the present only what was written while it was followed', async () => {
    ws.write(NAME, text('a'));
    const { look } = follow();
    ws.write(NAME, text('a', 'b'));
    expect(await look()).toEqual(['a', 'b']);
    ws.now += 20 * MINUTE;
    ws.write(NAME, text('a', 'b', 'c'));
    utimesSync(join(ws.root, NAME), NOW / 1000, NOW / 1000);
    expect(await look()).toEqual(['c']);
  });

  it('is read again though its time and size are the same, as long as the clock may not have ticked', async () => {
    ws.write(NAME, text('a'));
    const { look } = follow();
    await look();
    const before = statSync(join(ws.root, NAME));
    writeFileSync(join(ws.root, NAME), text('b'));
    utimesSync(join(ws.root, NAME), before.atime, before.mtime);
    expect(await look()).toEqual(['b!']);
  });

  it('is given in the end as it is, whatever happened to it', async () => {
    const write = fc.record({
      calls: fc.integer({ min: 0, max: 6 }),
      how: fc.constantFrom('whole', 'cut', 'replaced', 'gone', 'empty', 'touched'),
      looks: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
        const path = join(ws.root, NAME);
        rmSync(path, { force: true });
        records = [];
        const { document, look } = follow();
        const told: string[] = [];
        const expected = new Set<string>();
        let last: string | null = null;
        for (const [step, { calls, how, looks }] of writes.entries()) {
          const names = Array.from({ length: calls }, (_, at) => `${at}`);
          ws.now += 100;
          if (how === 'gone') rmSync(path, { force: true });
          else if (how === 'replaced') rmSync(path, { force: true });
          if (how === 'touched' && last !== null) ws.write(NAME, last);
          if (how === 'whole' || how === 'replaced') last = text(...names);
          if (how === 'whole' || how === 'replaced') ws.write(NAME, last ?? '');
          if (how === 'cut') {
            ws.write(NAME, text(...names, `cut ${step}`));
            truncateSync(path, statSync(path).size - 2);
          }
          if (how === 'empty') ws.write(NAME, '');
          if (looks) {
            told.push(...(await look()));
            if (how === 'whole' || how === 'replaced') for (const name of names) expected.add(name);
            if (how === 'touched') for (const name of callsIn(last)) expected.add(name);
          }
        }
        const end = text('0', '1', 'end');
        ws.write(NAME, end);
        told.push(...(await look()));
        for (const name of callsIn(end)) expected.add(name);
        expect(new Set(told.map((call) => call.replace('!', '')))).toEqual(expected);
        expect(told.length).toBe(expected.size);
        expect(records.at(-1)).toEqual({ items: JSON.parse(end) });
        expect(document.state).toBe('following');
        expect(document.hasMore).toBe(false);
      }),
      { numRuns: 150 },
    );
  });
});

function callsIn(document: string | null): string[] {
  if (document === null) return [];
  const items: { readonly call: string }[] = JSON.parse(document);
  return items.map(({ call }) => call);
}
