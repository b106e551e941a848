import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangesOf } from '../../../../src/agents/lineRanges';
import { isNative, parseNative } from '../../../../src/agents/native/parse';
import { toNative } from '../../../../src/agents/native/print';
import { LineHasher } from '../../../../src/text/lineHash';
import type { LineRange } from '../../../../src/text/ranges';
import type { AgentEvent, ContentEvidence, Hunk } from '../../../../src/tracker/event';

const hasher = new LineHasher([3, 5]);
const context = { hasher, source: 'log:a', baseFolder: '/ws', sessionFallback: 'fallback' };

const id = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' });
const maybe = <T>(name: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((one) => (one === undefined ? {} : { [name]: one }));

const envelope = fc.record({
  source: fc.constant('log:a'),
  session: id,
  agent: id,
  actor: id,
  time: fc.option(fc.integer({ min: 0, max: 4e12 })),
  call: fc.option(id),
});

const file = fc.record({
  path: fc
    .stringMatching(/^\/[\w .-]{1,8}\/x[\w.-]{0,8}$/)
    .filter((path) => !path.startsWith('/./') && !path.startsWith('/../')),
  written: fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0')),
});

const sha = fc.stringMatching(/^sha256:[0-9a-f]{64}$/);
const hash = fc.nat({ max: 0xffffffff });

const evidence = (count: number): fc.Arbitrary<ContentEvidence> =>
  fc
    .tuple(
      maybe('contentHash', sha),
      fc.boolean(),
      fc.array(hash, { minLength: count, maxLength: count }),
      maybe('hashScheme', fc.constantFrom('log', 'other', '32:x')),
    )
    .map(([content, hasHashes, hashes, scheme]) => ({
      ...content,
      ...(hasHashes ? { lineHashes: Uint32Array.from(hashes), ...scheme } : {}),
    }));

const disk = maybe(
  'disk',
  fc.record({
    contentHash: sha,
    lineHashes: fc.array(hash, { maxLength: 5 }).map((list) => Uint32Array.from(list)),
  }),
);

const lineSet = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 12 });
const lines = lineSet.map((numbers): LineRange[] => rangesOf(numbers));
const total = fc.option(fc.integer({ min: 60, max: 9999 }));

const requested = fc.option(
  fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.option(fc.integer({ min: 0, max: 99 })))
    .map(([start, more]) => ({ start, end: more === null ? null : start + more })),
);

const shownRead = fc
  .tuple(
    lineSet.filter((set) => set.length > 1),
    fc.boolean(),
  )
  .chain(([numbers, isCut]) => {
    const [cut, ...rest] = numbers;
    const kept = isCut ? rest : numbers;
    return evidence(kept.length).map((known) => ({
      returned: rangesOf(kept),
      ...(isCut && cut !== undefined ? { cutLines: [cut], outcome: 'truncated' } : { outcome: 'complete' }),
      ...known,
    }));
  });

const unplaced = fc.record({
  lineHashes: fc.array(hash, { minLength: 1, maxLength: 4 }).map((list) => Uint32Array.from(list)),
  claim: fc.constantFrom({ last: 5 }, { from: 3, to: null }, { from: 3, to: 9 }),
  cut: fc.boolean(),
});

const silentRead = fc.oneof(
  fc
    .constantFrom('unchanged', 'empty', 'not-text', 'truncated')
    .map((outcome) => ({ outcome, returned: [] })),
  maybe('unplaced', unplaced).map((open) => ({ outcome: 'unknown-range', returned: [], ...open })),
  maybe('error', fc.constantFrom('not-found', 'other')).map((error) => ({
    outcome: 'failed',
    returned: [],
    ...error,
  })),
);

const common = fc
  .tuple(envelope, file, maybe('agentTotal', fc.nat(999)), disk)
  .map((parts) => Object.assign({}, ...parts));

const read = fc
  .tuple(
    common,
    requested,
    total,
    fc.oneof(shownRead, silentRead),
    maybe('bytes', fc.nat(9999)),
    fc.constantFrom('tool', 'shell'),
  )
  .map(([base, asked, totalLines, shown, bytes, form]) => ({
    kind: 'read',
    ...base,
    requested: asked,
    totalLines,
    ...bytes,
    form,
    ...shown,
  }));

const hunks = fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(3)), { maxLength: 4 }).map((parts): Hunk[] => {
  let [oldStart, newStart] = [1, 1];
  return parts.map(([gap, oldLines, newLines]) => {
    const hunk = { oldStart: oldStart + gap, oldLines, newStart: newStart + gap, newLines };
    oldStart = hunk.oldStart + oldLines;
    newStart = hunk.newStart + newLines;
    return hunk;
  });
});

const change = fc
  .tuple(
    envelope,
    file,
    maybe('lines', lines),
    maybe('hunks', hunks),
    maybe('totalLines', fc.nat(99)),
    evidence(2),
    disk,
  )
  .map((parts) => ({ kind: 'edit', outcome: 'ok', ...Object.assign({}, ...parts) }));

const write = fc
  .tuple(envelope, file, fc.option(fc.nat(99)), fc.constantFrom({}, { isNew: true }), evidence(2), disk)
  .map(([base, where, totalLines, how, known, seen]) => ({
    kind: 'write',
    outcome: 'ok',
    ...base,
    ...where,
    totalLines,
    ...how,
    ...known,
    ...seen,
  }));

const came = fc.constantFrom({}, { form: 'shell' });
const delivered = fc.tuple(common, total, lineSet, came).chain(([base, totalLines, set, how]) =>
  evidence(set.length).map((known) => ({
    kind: 'delivered',
    ...base,
    ...how,
    totalLines,
    returned: rangesOf(set),
    ...known,
  })),
);

const others = fc
  .tuple(envelope, file, id, lines, fc.uniqueArray(id, { maxLength: 3 }))
  .chain(([base, { path, written }, name, some, calls]) =>
    fc.constantFrom(
      { kind: 'prompt', ...base },
      { kind: 'turn', ...base },
      { kind: 'session-end', ...base },
      { kind: 'interrupted', ...base },
      { kind: 'stop-acknowledged', ...base },
      { kind: 'session-start', ...base, cwd: path, parent: name },
      { kind: 'session-start', ...base, cwd: null, parent: null },
      { kind: 'delete', ...base, path, written },
      { kind: 'rename', ...base, from: path, to: `${path}2`, written },
      { kind: 'edit', ...base, path, written, outcome: 'failed' },
      { kind: 'write', ...base, path, written, outcome: 'failed', totalLines: null },
      { kind: 'document-changed', ...base, path, totalLines: 4 },
      { kind: 'search', ...base, tool: name, question: name, glimpsed: [{ path, lines: some }] },
      { kind: 'command', ...base, command: 'npm test', outcome: 'ok' },
      { kind: 'context-lost', ...base, reason: 'compaction', kept: calls, unseenRestore: true },
      { kind: 'context-lost', ...base, reason: 'eviction', calls },
      { kind: 'context-lost', ...base, reason: 'rewind', toCall: name },
      { kind: 'context-lost', ...base, reason: 'clear' },
    ),
  );

const event = fc.oneof({ weight: 4, arbitrary: read }, change, write, delivered, {
  weight: 3,
  arbitrary: others,
}) as fc.Arbitrary<AgentEvent>;

describe('native lines', () => {
  it('are read back as the event they were printed from', () => {
    fc.assert(
      fc.property(event, (original) => {
        const line = JSON.parse(JSON.stringify(toNative(original, hasher)));
        expect(isNative(line)).toBe(true);
        expect(parseNative(line, context)).toEqual(original);
      }),
      { numRuns: 800 },
    );
  });

  it('compare hashes of another installation only with themselves', () => {
    const original: AgentEvent = {
      kind: 'read',
      ...{ source: 'log:a', session: 's', agent: 'a', actor: 'main', time: 5, call: 'c' },
      ...{ path: '/ws/a', written: 'a', form: 'tool', requested: null, returned: [[1, 2]], totalLines: 2 },
      outcome: 'complete',
      lineHashes: Uint32Array.of(7, 9),
    };
    const line = JSON.parse(JSON.stringify(toNative(original, hasher)));
    const elsewhere = { ...context, hasher: new LineHasher([1, 1]) };
    const there = parseNative(line, elsewhere);
    expect(there).toMatchObject({ hashScheme: hasher.fingerprint });
    expect(
      parseNative(JSON.parse(JSON.stringify(toNative(there as AgentEvent, elsewhere.hasher))), context),
    ).toMatchObject({
      hashScheme: hasher.fingerprint,
    });
  });
});
