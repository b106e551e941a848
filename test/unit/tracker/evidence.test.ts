import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreeingVersions } from '../../../src/editor/marks/agreement';
import type { TextLines } from '../../../src/editor/marks/hashedLines';
import { knownParts } from '../../../src/editor/marks/lineStates';
import type { DiskEvidence, ReadEvent } from '../../../src/tracker/event';
import { DISK_SOURCE } from '../../../src/tracker/event';
import { hash, hashes, text, World } from './world';

const LINES = 12;
const contentHash = (lines: readonly string[]) =>
  `sha256:${hash(lines.join('\n')).toString(16).padStart(64, '0')}`;
const disk = (lines: readonly string[]): DiskEvidence => ({
  contentHash: contentHash(lines),
  lineHashes: hashes(lines),
});
/** Hashes that mean nothing to this installation. */
const foreign = (lines: readonly string[]) => ({
  lineHashes: hashes(lines.map((line) => `other ${line}`)),
  hashScheme: 'log',
});

/** What a record tells of a read beside its range. */
const TOLD = ['range', 'lines', 'foreign', 'whole', 'disk', 'foreign-disk'] as const;
type Told = (typeof TOLD)[number];

function evidence(told: Told, all: readonly string[], given: readonly string[]): Partial<ReadEvent> {
  switch (told) {
    case 'range':
      return {};
    case 'lines':
      return { lineHashes: hashes(given) };
    case 'foreign':
      return foreign(given);
    case 'whole':
      return { contentHash: contentHash(all) };
    case 'disk':
      return { disk: disk(all) };
    case 'foreign-disk':
      return { ...foreign(given), disk: disk(all) };
  }
}

function read(world: World, start: number, end: number, told: Told, over: Partial<ReadEvent> = {}) {
  const all = world.files.get('/f') ?? [];
  return world.read(
    start,
    end,
    {},
    {
      totalLines: null,
      lineHashes: new Uint32Array(),
      ...evidence(told, all, all.slice(start - 1, end)),
      ...over,
    },
  );
}

function seenOnDisk(world: World) {
  return world.apply({
    ...world.envelope({ call: null }),
    source: DISK_SOURCE,
    session: '',
    kind: 'document-changed',
    path: '/f',
    disk: disk(world.files.get('/f') ?? []),
  });
}

/** Lines that an editor with this text would draw as given to an actor. */
function drawn(world: World, lines: readonly string[], actor = 'main'): number[] {
  const coverage = world.tracker.coverage(world.key, '/f');
  const shown: TextLines = {
    count: lines.length,
    at: (line) => hash(lines[line - 1] ?? ''),
    matches: (line, known) => hash(lines[line - 1] ?? '') === known,
  };
  const { versions, certain } = agreeingVersions(shown, coverage?.versions ?? [], {
    hasContent: (known) => known === contentHash(lines),
    unchangedSinceAgreed: () => true,
  });
  const given = new Set<number>();
  for (const version of versions) {
    const segments = version.actors.get(actor) ?? [];
    for (const { start, end, times } of certain ? segments : knownParts(segments, version.lines)) {
      for (let line = start; line <= end && times > 0; line++) given.add(line);
    }
  }
  return [...given].sort((a, b) => a - b);
}

const numbers = (start: number, end: number) => Array.from({ length: end - start + 1 }, (_, i) => start + i);

describe('lines that were told of as a mere range', () => {
  it.each(['range', 'foreign'] as const)(
    'are not drawn in a text that only a later read proved (%s)',
    (told) => {
      for (const proof of ['disk', 'whole', 'foreign-disk'] as const) {
        const world = new World();
        world.files.set('/f', text(LINES));
        read(world, 1, 5, told);
        world.files.set('/f', text(LINES).with(1, 'changed unseen'));
        read(world, 8, 9, proof);
        expect(drawn(world, world.files.get('/f') ?? [])).toEqual([8, 9]);
        read(world, 1, 3, proof);
        expect(drawn(world, world.files.get('/f') ?? [])).toEqual([1, 2, 3, 8, 9]);
      }
    },
  );

  it('are not drawn where a change on disk agrees with the hashes that are known', () => {
    const world = new World();
    world.files.set('/f', text(LINES));
    read(world, 8, 9, 'lines');
    read(world, 1, 5, 'range');
    world.files.set('/f', text(LINES).with(1, 'changed'));
    seenOnDisk(world);
    expect(drawn(world, world.files.get('/f') ?? [])).toEqual([8, 9]);
    expect(world.file().versions.at(-1)).toMatchObject({ covered: [[8, 9]] });
    expect(world.file()).toMatchObject({
      whole: false,
      missing: [
        [1, 7],
        [10, LINES],
      ],
    });
  });

  it('are not drawn as those that another actor was given with their text', () => {
    const world = new World();
    world.files.set('/f', text(LINES));
    read(world, 1, 5, 'range');
    world.files.set('/f', text(LINES).with(1, 'changed'));
    const lines = world.files.get('/f')?.slice(0, 5) ?? [];
    world.read(1, 5, { actor: 'sub' }, { totalLines: null, lineHashes: hashes(lines) });
    expect(drawn(world, world.files.get('/f') ?? [], 'sub')).toEqual([1, 2, 3, 4, 5]);
    expect(drawn(world, world.files.get('/f') ?? [])).toEqual([]);
  });

  it('still count as known: no streak ends, and no edit of them is blind', () => {
    const world = new World();
    world.files.set('/f', text(LINES));
    read(world, 1, 5, 'range');
    read(world, 8, 9, 'disk');
    expect(read(world, 1, 5, 'disk')).toMatchObject({ newLines: 0, uncertain: true, fileStreak: 1 });
    world.edit(3, 1, ['edited']);
    expect(world.findings.filter(({ detector }) => detector === 'blind-change')).toEqual([]);
  });

  it('are believed while nothing else is known of the file', () => {
    const world = new World();
    world.rangesOnly = true;
    world.read(1, 5);
    expect(world.file().versions).toMatchObject([{ covered: [[1, 5]] }]);
  });
});

describe('hashes of another scheme', () => {
  it('that differ make another version, also where the disk is at hand', () => {
    const world = new World();
    world.files.set('/f', text(LINES));
    read(world, 1, 5, 'foreign');
    world.files.set('/f', text(LINES, 'b'));
    expect(read(world, 1, 5, 'foreign-disk')).toMatchObject({ newLines: 5, version: 2, streak: 0 });
  });
});

describe('lines of an older content', () => {
  it('are not those of a text whose hash alone came later', () => {
    const world = new World();
    world.files.set('/f', text(LINES));
    read(world, 1, 1, 'disk');
    world.edit(1, 1, ['edited']);
    const edited = [...(world.files.get('/f') ?? [])];
    world.files.set('/f', text(LINES));
    read(world, 1, 1, 'whole');
    read(world, 1, 1, 'whole');
    expect(drawn(world, edited)).toEqual([]);
  });

  it('are not taken for those of a hash that came later, when the disk shows them', () => {
    const world = new World();
    world.files.set('/f', text(LINES));
    read(world, 1, 5, 'lines');
    world.files.set('/f', text(LINES).with(1, 'changed unseen'));
    read(world, 8, 9, 'whole');
    read(world, 8, 9, 'disk');
    expect(drawn(world, world.files.get('/f') ?? [])).toEqual([8, 9]);
  });
});

describe('an edit that the disk showed before it was told', () => {
  it.each(['edit', 'write'] as const)('is one, also of a file of which little was known (%s)', (kind) => {
    const world = new World();
    world.files.set('/f', text(LINES));
    read(world, 3, 3, 'lines');
    expect(read(world, 3, 3, 'lines')).toMatchObject({ streak: 1 });
    const made = { call: 'made', time: world.clock + 1000 };
    world.clock += 5000;
    world.files.set('/f', text(LINES).with(0, 'edited'));
    seenOnDisk(world);
    if (kind === 'edit') world.edit(1, 1, ['edited'], made);
    else world.write(world.files.get('/f') ?? [], made);
    expect(world.summary()).toMatchObject({ streak: 0, idleTurns: 0 });
    expect(read(world, 3, 3, 'lines')).toMatchObject({ newLines: 1, fileStreak: 0 });
    expect(read(world, 3, 3, 'lines')).toMatchObject({ newLines: 0, fileStreak: 1 });
    expect(drawn(world, world.files.get('/f') ?? [])).toEqual([3]);
  });
});

type Step =
  | {
      readonly do: 'read';
      readonly actor: string;
      readonly start: number;
      readonly length: number;
      readonly told: Told;
      readonly total: boolean;
    }
  | { readonly do: 'outside'; readonly at: number; readonly seen: boolean }
  | { readonly do: 'back' }
  | { readonly do: 'told' }
  | { readonly do: 'edit'; readonly at: number; readonly disk: boolean };

const at = fc.integer({ min: 1, max: LINES });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      actor: fc.constantFrom('main', 'sub'),
      start: at,
      length: fc.integer({ min: 1, max: 6 }),
      told: fc.constantFrom(...TOLD),
      total: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('outside' as const), at, seen: fc.boolean() }),
  },
  fc.constantFrom<Step>({ do: 'back' }, { do: 'told' }),
  fc.record({ do: fc.constant('edit' as const), at, disk: fc.boolean() }),
);

it('no line is drawn as given that was not given as it stands there, whatever told of it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const world = new World();
      world.files.set('/f', text(LINES));
      const texts = [text(LINES)];
      const given = new Map([
        ['main', new Set<string>()],
        ['sub', new Set<string>()],
      ]);
      const now = () => world.files.get('/f') ?? [];
      for (const [i, one] of steps.entries()) {
        if (one.do === 'read') {
          const end = Math.min(LINES, one.start + one.length - 1);
          const lines = now().slice(one.start - 1, end);
          const total = one.total ? { totalLines: LINES } : { totalLines: null };
          const told = { ...evidence(one.told, now(), lines), ...total };
          world.rangesOnly = true;
          world.read(one.start, end, { actor: one.actor }, told);
          for (const [k, line] of lines.entries()) given.get(one.actor)?.add(`${one.start + k} ${line}`);
        } else if (one.do === 'back') {
          world.files.set('/f', texts[0] ?? []);
        } else if (one.do === 'outside') {
          world.files.set('/f', now().with(one.at - 1, `o${i}`));
          if (one.seen) seenOnDisk(world);
        } else if (one.do === 'told') {
          world.apply({ ...world.envelope({ call: null }), kind: 'document-changed', path: '/f' });
        } else {
          const after = now().with(one.at - 1, `e${i}`);
          world.edit(one.at, 1, [`e${i}`], {}, one.disk ? { disk: disk(after) } : {});
        }
        texts.push([...now()]);
        for (const shown of texts) {
          for (const [actor, lines] of given) {
            for (const line of drawn(world, shown, actor))
              expect(lines).toContain(`${line} ${shown[line - 1]}`);
          }
        }
      }
    }),
    { numRuns: 400 },
  );
});

it('what is proven is drawn', () => {
  const world = new World();
  world.files.set('/f', text(LINES));
  for (const [start, told] of [
    [1, 'disk'],
    [3, 'lines'],
    [5, 'foreign-disk'],
    [7, 'whole'],
  ] as const) {
    read(world, start, start + 1, told);
  }
  expect(drawn(world, text(LINES))).toEqual(numbers(1, 8));
});
