import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Applied, Finding } from '../../../src/tracker/views';
import { hashes, text, World } from './world';

/** The one blind change that an event led to, if it is one. */
function blindOf({ findings }: Applied): Finding | undefined {
  const found = findings.filter(({ detector }) => detector === 'blind-change');
  expect(found.length).toBeLessThan(2);
  return found[0];
}

const diskOf = (lines: readonly string[]) => ({
  contentHash: `sha256:${lines.join('\n')}`,
  lineHashes: hashes(lines),
});

describe('an edit', () => {
  it('of lines that were never given is blind, and says which', () => {
    const world = new World();
    world.read(1, 40);
    const finding = blindOf(world.edit(39, 4, ['x', 'y']));
    expect(finding).toMatchObject({
      level: 'advisory',
      path: '/f',
      fromVersion: 1,
      toVersion: 2,
      uncertain: false,
      blind: {
        by: 'edit',
        unread: [[41, 42]],
        unreadLines: 2,
        glimpsed: [],
        dropped: null,
        written: [[39, 40]],
      },
    });
    expect(finding?.call).toBe(world.events.at(-1)?.call);
  });

  it('of lines that were given, at any time, is not', () => {
    const world = new World();
    world.read(1, 40);
    world.compact();
    expect(blindOf(world.edit(10, 5, ['x']))).toBeUndefined();
  });

  it('is certain however often it happens, as nothing is hidden in between', () => {
    const world = new World();
    world.read(1, 40);
    const findings = [60, 70, 80].map((line) => blindOf(world.edit(line, 1, ['x', 'y'])));
    expect(findings.map((finding) => finding?.uncertain)).toEqual([false, false, false]);
  });

  it('of carried lines, and of lines that it wrote itself, is not', () => {
    const world = new World();
    world.read();
    world.edit(1, 1, ['a', 'b', 'c']);
    world.edit(50, 1, []);
    expect(blindOf(world.edit(60, 20, ['x']))).toBeUndefined();
    expect(blindOf(world.edit(2, 1, ['y']))).toBeUndefined();
    world.write(text(5, 'n'), { path: '/n' });
    expect(blindOf(world.edit(2, 2, ['y'], { path: '/n' }))).toBeUndefined();
  });

  it('that only inserts lines puts none at risk', () => {
    const world = new World();
    world.read(1, 10);
    expect(blindOf(world.edit(70, 0, ['x', 'y']))).toBeUndefined();
  });

  it('of a file that nothing is known of is blind', () => {
    const world = new World();
    const finding = blindOf(world.edit(3, 1, ['x']));
    expect(finding).toMatchObject({ fromVersion: null, uncertain: false, blind: { unread: [[3, 3]] } });
  });

  it('is judged for each actor by itself', () => {
    const world = new World();
    world.read();
    expect(blindOf(world.edit(3, 1, ['x'], { actor: 'sub' }))?.actor).toBe('sub');
  });

  it('of lines that a search showed is doubtful', () => {
    const world = new World();
    world.read(1, 10);
    world.apply({
      ...world.envelope(),
      kind: 'search',
      tool: 'grep',
      question: 'q',
      glimpsed: [{ path: '/f', lines: [[50, 50]] }],
    });
    expect(blindOf(world.edit(50, 1, ['x']))).toMatchObject({
      uncertain: true,
      blind: { unread: [[50, 50]], glimpsed: [[50, 50]] },
    });
  });

  it('after an edit that does not say what it changed, or a command that wrote, is not judged', () => {
    const edited = new World();
    edited.read(1, 10);
    edited.apply({ ...edited.envelope(), kind: 'edit', path: '/f', written: '/f', outcome: 'ok' });
    expect(blindOf(edited.edit(50, 1, ['x']))).toBeUndefined();
    const commanded = new World();
    commanded.apply({ ...commanded.envelope(), kind: 'document-changed', path: '/f' });
    expect(blindOf(commanded.edit(50, 1, ['x']))).toBeUndefined();
  });

  it('without its lines is blind only where nothing at all was given', () => {
    const world = new World();
    const edit = (actor: string) =>
      world.apply({ ...world.envelope({ actor }), kind: 'edit', path: '/f', written: '/f', outcome: 'ok' });
    world.read(1, 10);
    expect(blindOf(edit('main'))).toBeUndefined();
    world.read(1, 10);
    expect(blindOf(edit('sub'))).toMatchObject({ blind: { unread: [], unreadLines: null } });
  });

  it('that fails, or changes nothing, is none', () => {
    const world = new World();
    world.read(1, 10);
    expect(
      blindOf(
        world.apply({
          ...world.envelope(),
          kind: 'edit',
          path: '/f',
          written: '/f',
          outcome: 'failed',
          hunks: [{ oldStart: 50, oldLines: 1, newStart: 50, newLines: 1 }],
        }),
      ),
    ).toBeUndefined();
    world.read(50, 50, { actor: 'sub' });
    expect(blindOf(world.edit(50, 1, ['a50']))).toBeUndefined();
  });

  it('is where the lines stood that were not given, whatever else it changed', () => {
    const world = new World();
    world.read(1, 40);
    const hunks = [
      { oldStart: 10, oldLines: 1, newStart: 10, newLines: 2 },
      { oldStart: 60, oldLines: 1, newStart: 61, newLines: 1 },
      { oldStart: 70, oldLines: 2, newStart: 71, newLines: 0 },
    ];
    const lines = [
      [10, 11],
      [61, 61],
    ] as const;
    expect(blindOf(world.edit(10, 1, ['x', 'y', 'z'], {}, { hunks, lines }))?.blind).toMatchObject({
      unread: [
        [60, 60],
        [70, 71],
      ],
      written: [[61, 61]],
      deletedBefore: [71],
    });
  });

  it('says which lines are gone where their text is known', () => {
    const world = new World();
    world.read(1, 100, { actor: 'sub' });
    world.read(1, 10);
    expect(blindOf(world.edit(50, 3, ['a50', 'x', 'a52']))?.blind).toMatchObject({
      unread: [[50, 52]],
      dropped: [[51, 51]],
    });
    const deleting = new World();
    deleting.read(1, 10);
    expect(blindOf(deleting.edit(50, 3, []))?.blind).toMatchObject({
      dropped: [[50, 52]],
      written: [],
      deletedBefore: [50],
    });
  });
});

describe('after a change from outside', () => {
  const outside = (world: World, lines: readonly string[]) => {
    world.files.set('/f', [...lines]);
    return world.apply({
      ...world.envelope({ call: null }),
      source: 'disk',
      session: 'disk',
      kind: 'document-changed',
      path: '/f',
      disk: diskOf(lines),
    });
  };

  it('lines that a diff finds unchanged are known, the others are not', () => {
    const world = new World();
    world.read();
    outside(world, ['new', ...text(49), 'changed', ...text(100).slice(50)]);
    expect(blindOf(world.edit(30, 5, ['x']))).toBeUndefined();
    // The line numbers of now: one was added at the top, four were taken out.
    expect(blindOf(world.edit(46, 3, ['y']))).toMatchObject({
      uncertain: false,
      blind: { unread: [[47, 47]] },
    });
    expect(world.file().versions.at(-1)?.covered).toEqual([]);
  });

  it('says that the file was changed behind the back of the agent', () => {
    const world = new World();
    world.read();
    outside(world, text(100, 'other'));
    expect(blindOf(world.edit(30, 1, ['x']))).toMatchObject({
      notes: ["changed behind the agent's back"],
      uncertain: false,
    });
  });

  it('is doubtful where the text of a line is not known in both versions', () => {
    const world = new World();
    world.read();
    world.files.set('/f', ['new', ...text(100)]);
    world.read(1, 5, { actor: 'sub' });
    expect(blindOf(world.edit(30, 1, ['x']))).toMatchObject({ uncertain: true });
  });

  it('is seen again once more of the text is known', () => {
    const world = new World();
    world.read();
    world.files.set('/f', ['new', ...text(100)]);
    world.read(1, 5, { actor: 'sub' });
    expect(blindOf(world.edit(30, 1, ['x']))).toMatchObject({ uncertain: true });
    world.read(31, 60, { actor: 'sub' });
    expect(blindOf(world.edit(50, 1, ['y']))).toBeUndefined();
  });

  it('what the disk showed already is not held against the edit that made it', () => {
    const world = new World();
    world.read();
    const after = [...text(10), 'x', ...text(100).slice(10)];
    outside(world, after);
    expect(blindOf(world.edit(11, 0, ['x'], { time: world.clock - 10 }))).toBeUndefined();
    world.files.set('/f', after);
    expect(blindOf(world.edit(50, 1, ['y']))).toBeUndefined();
  });

  it('nor are the edits after it, which the disk showed as well', () => {
    const world = new World();
    world.read();
    const after = [...text(10), 'x', ...text(49).slice(10), 'p', 'q', ...text(100).slice(50)];
    outside(world, after);
    expect(blindOf(world.edit(11, 0, ['x'], { time: world.clock - 20 }))).toBeUndefined();
    world.files.set('/f', [...text(10), 'x', ...text(100).slice(10)]);
    expect(blindOf(world.edit(51, 1, ['p', 'q'], { time: world.clock - 10 }))).toBeUndefined();
  });
});

describe('a write', () => {
  it('over a file that was not read whole is blind, and says what it dropped where that is known', () => {
    const world = new World();
    world.read(1, 40);
    expect(blindOf(world.write(text(50)))).toMatchObject({
      uncertain: false,
      fromVersion: 1,
      toVersion: 2,
      blind: { by: 'write', unread: [[41, 100]], unreadLines: 60, dropped: null, written: [[1, 50]] },
    });
    const known = new World();
    known.read(1, 100, { actor: 'sub' });
    known.read(1, 40);
    const finding = blindOf(known.write([...text(60), 'new', ...text(100).slice(70)]));
    expect(finding?.blind).toMatchObject({ unread: [[41, 100]], dropped: [[61, 70]] });
    expect(finding?.reason).toContain('gone: 61–70');
    const kept = new World();
    kept.read(1, 100, { actor: 'sub' });
    kept.read(1, 40);
    expect(blindOf(kept.write([...text(100), 'more']))?.blind?.dropped).toEqual([]);
  });

  it('over a file that was read whole, written by itself, or edited since, is not', () => {
    const whole = new World();
    whole.read(1, 50);
    whole.read(51, 100);
    expect(blindOf(whole.write(['x']))).toBeUndefined();
    expect(blindOf(whole.write(['y']))).toBeUndefined();
    const edited = new World();
    edited.read();
    edited.edit(5, 2, ['x']);
    expect(blindOf(edited.write(['y']))).toBeUndefined();
  });

  it('of a new file, or over an empty one, is not', () => {
    const world = new World();
    expect(blindOf(world.write(['x'], { path: '/new' }))).toBeUndefined();
    world.files.set('/empty', []);
    world.read(1, 10, { path: '/empty' }, { outcome: 'complete', totalLines: 0 });
    expect(blindOf(world.write(['x'], { path: '/empty' }))).toBeUndefined();
  });

  it('that made the file anew, by its own record, is not: nobody told that it had gone', () => {
    const made = new World();
    made.read(1, 40);
    expect(blindOf(made.write(['x', 'y'], {}, { isNew: true }))).toBeUndefined();
    const over = new World();
    over.read(1, 40);
    expect(blindOf(over.write(['x', 'y']))).toBeDefined();
  });

  it('over a file whose length is not known is doubtful', () => {
    const world = new World();
    world.read(1, 40, {}, { totalLines: null });
    expect(blindOf(world.write(['x']))).toMatchObject({
      uncertain: true,
      blind: { unread: [], unreadLines: null },
    });
  });

  it('over what only another session knew is doubtful', () => {
    const world = new World();
    world.read();
    const other = { ...world.envelope(), session: 'other' };
    const applied = world.apply({
      ...other,
      kind: 'write',
      path: '/f',
      written: '/f',
      outcome: 'ok',
      totalLines: 1,
      lineHashes: hashes(['x']),
    });
    expect(blindOf(applied)).toMatchObject({ session: 'other', uncertain: true });
  });

  it('says nothing of the text', () => {
    const world = new World();
    world.read(1, 40);
    const finding = JSON.stringify(blindOf(world.write(['secret'])));
    expect(finding).not.toMatch(/secret|a41/);
  });
});

/** A file is a list of lines with names of their own; each actor knows a set of names. */
describe('against a naive oracle', () => {
  const actor = fc.constantFrom('main', 'sub');
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('read' as const),
        actor,
        start: fc.integer({ min: 1, max: 30 }),
        length: fc.integer({ min: 1, max: 12 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        actor,
        at: fc.integer({ min: 1, max: 30 }),
        old: fc.nat(4),
        lines: fc.nat(3),
      }),
    },
    fc.record({ do: fc.constant('write' as const), actor, lines: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ do: fc.constantFrom('compact' as const, 'prompt' as const), actor }),
  );

  it('names the unread lines, and no others', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const world = new World();
        world.files.set('/f', text(30));
        const known = new Map([
          ['main', new Set<string>()],
          ['sub', new Set<string>()],
        ]);
        let names = 0;
        let isTracked = false;
        for (const one of steps) {
          const mine = known.get(one.actor) ?? new Set();
          const lines = world.files.get('/f') ?? [];
          if (one.do === 'read') {
            const end = Math.min(one.start + one.length - 1, lines.length);
            if (one.start > lines.length) continue;
            world.read(one.start, end, { actor: one.actor });
            isTracked = true;
            for (const line of lines.slice(one.start - 1, end)) mine.add(line);
          } else if (one.do === 'edit') {
            const at = Math.min(one.at, lines.length + 1);
            const old = Math.min(one.old, lines.length - at + 1);
            const written = Array.from({ length: one.lines }, () => `e${names++}`);
            if (old === 0 && written.length === 0) continue;
            const unread = lines.slice(at - 1, at - 1 + old).filter((line) => !mine.has(line));
            const finding = blindOf(world.edit(at, old, written, { actor: one.actor }));
            isTracked = true;
            expect(finding?.blind?.unreadLines ?? 0).toBe(unread.length);
            expect(linesIn(finding, lines)).toEqual(unread);
            for (const line of written) mine.add(line);
          } else if (one.do === 'write') {
            const written = Array.from({ length: one.lines }, () => `w${names++}`);
            const unread = isTracked ? lines.filter((line) => !mine.has(line)) : [];
            const finding = blindOf(world.write(written, { actor: one.actor }));
            // An edit of a file that nobody had read does not tell how long the file is.
            if (finding?.blind?.unreadLines === null) expect(unread).not.toEqual([]);
            else if (finding !== undefined) expect(linesIn(finding, lines)).toEqual(unread);
            else expect(unread).toEqual([]);
            isTracked = true;
            for (const line of written) mine.add(line);
          } else if (one.do === 'compact') world.compact({ actor: one.actor });
          else world.prompt();
        }
      }),
      { numRuns: 200 },
    );
  });

  function linesIn(finding: Finding | undefined, lines: readonly string[]): string[] {
    return (finding?.blind?.unread ?? []).flatMap(([start, end]) => lines.slice(start - 1, end));
  }
});
