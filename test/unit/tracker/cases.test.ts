import { describe, expect, it } from 'vitest';
import { DISK_SOURCE } from '../../../src/tracker/event';
import { RangeSet } from '../../../src/tracker/rangeSet';
import { hashes, seen, text, World } from './world';

/** The cases of the specification, each under its number. */
describe('case', () => {
  it('1: new lines of ranges beside, over and within what is covered', () => {
    const asked = [
      [12, 18, 0],
      [15, 25, 5],
      [5, 12, 5],
      [30, 32, 3],
    ] as const;
    for (const [start, end, expected] of asked) {
      const world = new World();
      world.read(10, 20);
      expect(world.read(start, end).newLines).toBe(expected);
    }
  });

  it('2: adjacent ranges merge', () => {
    const world = new World();
    expect(seen(world.read(1, 40))).toEqual({ n: 40, g: 0, f: 0 });
    expect(world.read(41, 80).newLines).toBe(40);
    expect(world.file().versions[0]?.covered).toEqual([[1, 80]]);
    expect(seen(world.read(38, 45))).toEqual({ n: 0, g: 1, f: 1 });
  });

  it('3: a range that closes a gap', () => {
    const world = new World();
    world.read(1, 10);
    world.read(20, 30);
    expect(world.read(11, 19).newLines).toBe(9);
    expect(world.file().versions[0]?.covered).toEqual([[1, 30]]);
  });

  it('4: a range over several', () => {
    const world = new World();
    expect(
      [world.read(50, 60), world.read(1, 10), world.read(20, 30), world.read(5, 55)].map((r) => r.newLines),
    ).toEqual([11, 10, 11, 28]);
    expect(world.file().versions[0]?.covered).toEqual([[1, 60]]);
  });

  it('5: two contained reads are a notice', () => {
    const world = new World();
    world.read(1, 100);
    expect(world.read(10, 20).level).toBeNull();
    expect(world.read(30, 40)).toMatchObject({ streak: 2, level: 'notice', uncertain: false });
    expect(world.levels()).toEqual(['notice@streak']);
  });

  it('6: progress in between', () => {
    const world = new World();
    expect([world.read(1, 50), world.read(40, 80), world.read(60, 75), world.read(81, 90)].map(seen)).toEqual(
      [
        { n: 50, g: 0, f: 0 },
        { n: 30, g: 0, f: 0 },
        { n: 0, g: 1, f: 1 },
        { n: 10, g: 0, f: 0 },
      ],
    );
  });

  it('7: paging is progress, and many small pages are a hint', () => {
    const world = new World();
    world.files.set('/f', text(4000));
    const pages = Array.from({ length: 100 }, (_, i) => world.read(40 * i + 1, 40 * i + 40));
    expect(pages.every(({ streak }) => streak === 0)).toBe(true);
    expect(pages.slice(0, 6).reduce((sum, { newLines }) => sum + newLines, 0)).toBe(240);
    expect(world.findings).toEqual([]);
    expect(pages.filter(({ notes }) => notes.includes('one larger read would do'))).toHaveLength(1);
  });

  it('8: many files scanned are fine', () => {
    const world = new World();
    for (let i = 0; i < 50; i++) {
      world.files.set(`/f${i}`, text(120, `f${i}-`));
      expect(world.read(1, 120, { path: `/f${i}` })).toMatchObject({ newLines: 120, streak: 0 });
    }
    expect(world.findings).toEqual([]);
  });

  it('9: two files in turn', () => {
    const world = new World();
    world.files.set('/b', text(50, 'b'));
    for (const path of ['/f', '/b']) world.read(1, 100, { path });
    const reads = ['/f', '/b', '/f', '/b'].map((path) => world.read(1, 100, { path }));
    expect(reads.map(({ streak }) => streak)).toEqual([1, 2, 3, 4]);
    expect(reads.filter(({ path }) => path === '/f').map(({ fileStreak }) => fileStreak)).toEqual([1, 2]);
  });

  it('10: one file again and again among new ones', () => {
    const world = new World();
    world.read();
    const streaks: number[] = [];
    let last = 0;
    for (let i = 0; i < 5; i++) {
      const again = world.read();
      world.files.set(`/new${i}`, text(10, `new${i}`));
      streaks.push(again.streak, world.read(1, 10, { path: `/new${i}` }).streak);
      last = again.fileStreak;
    }
    expect(streaks).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
    expect(last).toBe(5);
  });

  it('11: shifted windows have low yield', () => {
    const world = new World();
    world.files.set('/f', text(300));
    const reads = [
      [1, 100],
      [101, 200],
      [1, 105],
      [101, 205],
      [1, 110],
    ].map(([a, b]) => world.read(a, b));
    expect(reads.map(({ newLines, streak }) => [newLines, streak])).toEqual([
      [100, 0],
      [100, 0],
      [0, 1],
      [5, 0],
      [0, 1],
    ]);
    expect(world.findings.map(({ detector, level, call }) => [detector, level, call])).toEqual([
      ['low-yield', 'advisory', reads[4]?.call],
    ]);
  });

  it('12: creeping windows have low yield', () => {
    const growing = new World();
    growing.files.set('/f', text(400));
    expect([growing.read(1, 220), growing.read(1, 260), growing.read(1, 320)].map((r) => r.newLines)).toEqual(
      [220, 40, 60],
    );
    expect(growing.findings.map(({ detector }) => detector)).toEqual(['low-yield']);
    const moving = new World();
    moving.files.set('/f', text(400));
    const reads = [0, 1, 2, 3].map((i) => moving.read(1 + i, 100 + i));
    expect(reads.map(({ newLines, streak }) => [newLines, streak])).toEqual([
      [100, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(moving.findings.map(({ detector }) => detector)).toEqual(['low-yield']);
  });

  it('13: one pass over a file, then another with other offsets', () => {
    const world = new World();
    world.files.set('/f', text(3943));
    const page = (offset: number) => world.read(offset, offset + 39);
    for (let offset = 580; offset <= 3943; offset += 40) expect(page(offset).streak).toBe(0);
    const streaks = new Map<number, number>();
    for (let offset = 1; offset <= 841; offset += offset === 1 ? 39 : 40)
      streaks.set(offset, page(offset).streak);
    expect(streaks.get(560)).toBe(0);
    expect(streaks.get(600)).toBe(1);
    expect(streaks.get(800)).toBe(6);
  });

  it('14: forty-seven reads while only the time of the file moves', () => {
    const world = new World();
    world.read();
    let last = 0;
    for (let i = 0; i < 47; i++) {
      world.apply({ ...world.envelope({ call: null }), kind: 'document-changed', path: '/f' });
      last = world.read(1 + i, 50 + i).streak;
    }
    expect(last).toBe(47);
  });

  it('15: new content, then the same ranges', () => {
    const world = new World();
    world.read(1, 100);
    expect(world.read(10, 20).streak).toBe(1);
    world.files.set('/f', text(100, 'other'));
    expect(seen(world.read(10, 20))).toEqual({ n: 11, g: 0, f: 0 });
    expect(world.read(1, 100).newLines).toBe(89);
  });

  it('15: a line that differs is new, whatever hash of the whole came in between', () => {
    const world = new World();
    const contentHash = `sha256:${'b'.repeat(64)}`;
    world.read(1, 10);
    world.files.set('/f', text(100, 'b'));
    world.read(20, 30, {}, { contentHash });
    expect(world.read(1, 10, {}, { contentHash })).toMatchObject({ newLines: 10, streak: 0 });
  });

  it('16: other bytes of the same size', () => {
    const world = new World();
    world.files.set('/f', ['aaa', 'bbb', 'ccc']);
    world.read(1, 3);
    world.files.set('/f', ['aaa', 'xxx', 'ccc']);
    expect(world.read(1, 3)).toMatchObject({ newLines: 3, version: 2 });
  });

  it('17: read, edit, read is progress every time', () => {
    const world = new World();
    for (let i = 0; i < 40; i++) {
      expect(world.read()).toMatchObject({ streak: 0, fileStreak: 0 });
      world.edit(50, 1, [`edited ${i}`]);
    }
    expect(world.summary().maxStreak).toBe(0);
  });

  it('18: back to an earlier content is new, and said to be earlier', () => {
    const world = new World();
    world.read(1, 50);
    world.edit(10, 1, ['other']);
    world.edit(10, 1, ['a10']);
    const again = world.read(1, 50);
    expect(again).toMatchObject({ newLines: 50, newForLife: 0, streak: 0, version: 1 });
    expect(again.notes).toContain('returned to an earlier version');
    expect(world.read(1, 50).notes).not.toContain('returned to an earlier version');
    const outside = new World();
    outside.read();
    outside.files.set('/f', text(100, 'b'));
    outside.read();
    outside.files.set('/f', text(100, 'a'));
    const back = outside.read();
    expect(back).toMatchObject({ newLines: 100, version: 1 });
    expect(back.notes).toContain('returned to an earlier version');
  });

  it('18: edits whose text is not known lead back to no earlier content', () => {
    const world = new World();
    world.read(1, 5);
    const unknown = (line: number) =>
      world.apply({
        ...world.envelope(),
        kind: 'edit',
        path: '/f',
        written: '/f',
        outcome: 'ok',
        hunks: [{ oldStart: line, oldLines: 1, newStart: line, newLines: 1 }],
      });
    unknown(50);
    unknown(60);
    expect(world.file().versions.at(-1)).toMatchObject({ version: 3, covered: [], carried: [[1, 5]] });
    expect(world.read(1, 5).notes).not.toContain('returned to an earlier version');
  });

  it('19: a file that grew is not whole', () => {
    const world = new World();
    world.read(1, 100);
    expect(world.file()).toMatchObject({ whole: true, missing: [] });
    world.files.set('/f', text(200));
    world.read(1, 100);
    expect(world.file()).toMatchObject({ whole: false, missing: [[101, 200]] });
  });

  it('20: two paths with equal content are two files', () => {
    const world = new World();
    world.files.set('/g', text(100));
    expect(world.read().newLines).toBe(100);
    expect(world.read(1, 100, { path: '/g' }).newLines).toBe(100);
    expect(world.read(1, 100, {}, { written: './f' }).newLines).toBe(0);
  });

  it('21: a cap returns part of a file', () => {
    const world = new World();
    world.files.set('/f', text(200));
    const capped = world.read(1, 120, {}, { requested: null, outcome: 'truncated' });
    expect(capped).toMatchObject({ newLines: 120 });
    expect(capped.notes).toContain('not the whole file: limit >= 200');
    expect(world.read(5, 9).newLines).toBe(0);
    expect(world.file()).toMatchObject({ whole: false, missing: [[121, 200]] });
  });

  it('22: past the end', () => {
    const world = new World();
    world.read();
    expect(world.read(500, 600)).toMatchObject({ fileStreak: 1, uncertain: false, notes: ['stay in 1-100'] });
    expect(world.read(500, 600).fileStreak).toBe(2);
    const first = new World();
    expect(first.read(500, 600)).toMatchObject({ fileStreak: 0, streak: 0 });
  });

  it('23: failures touch no streak', () => {
    const world = new World();
    world.readNothing('failed', { path: '/none' }, { error: 'not-found' });
    world.readNothing('failed', { path: '/none' }, { error: 'not-found' });
    expect(world.summary()).toMatchObject({ failures: 2, failureRepeats: 1, streak: 0 });
    world.read();
    const streaks = [world.read(), world.readNothing('failed', {}, { error: 'permission' }), world.read()];
    expect(streaks.map(({ streak }) => streak)).toEqual([1, 1, 2]);
  });

  it('24: stubs', () => {
    const world = new World();
    world.read();
    const stubs = [1, 2, 3].map(() => world.readNothing('unchanged'));
    expect(stubs.map(({ newLines, streak, uncertain }) => [newLines, streak, uncertain])).toEqual([
      [0, 1, false],
      [0, 2, false],
      [0, 3, false],
    ]);
    world.compact();
    const after = world.readNothing('unchanged');
    expect(after).toMatchObject({ streak: 0, fileStreak: 0, fileRepeats: 3 });
    expect(after.notes).toEqual(['points at lines it no longer has']);
  });

  it('25: what was returned counts, not what was asked', () => {
    const world = new World();
    world.read(1, 76, {}, { requested: { start: 500, end: 600 } });
    expect(world.file().versions[0]?.covered).toEqual([[1, 76]]);
  });

  it('26: compactions', () => {
    const world = new World();
    world.read();
    world.compact();
    const again = world.read();
    expect(again).toMatchObject({ newLines: 100, newForLife: 0, streak: 0, fileRepeats: 0 });
    expect(again.notes).toContain('re-read after compaction');
    expect(world.read()).toMatchObject({ newLines: 0, streak: 1, fileRepeats: 1 });

    const once = new World();
    once.read();
    for (let i = 0; i < 20; i++) {
      once.compact();
      expect(once.read().fileRepeats).toBe(0);
    }
    expect(once.findings).toEqual([]);

    const pages = new World();
    pages.files.set('/f', text(1000));
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 10; i++) expect(pages.read(100 * i + 1, 100 * i + 100).fileRepeats).toBe(0);
      pages.compact();
    }

    const twice = new World();
    twice.read();
    twice.read();
    for (let round = 2; round <= 4; round++) {
      twice.compact();
      twice.read();
      const second = twice.read();
      expect(second).toMatchObject({ fileRepeats: round, streak: 1 });
      expect(second.level).toBe(round === 2 ? 'notice' : round === 4 ? 'warning' : null);
    }
    expect(twice.levels()).toEqual(['notice@file-repeats', 'warning@file-repeats']);
  });

  it('27: a rewind takes lines out of the context', () => {
    const world = new World();
    world.read(1, 100, { call: 'first' });
    world.apply({
      ...world.envelope({ call: null }),
      kind: 'context-lost',
      reason: 'rewind',
      toCall: 'first',
    });
    expect(world.read(1, 100).newLines).toBe(100);
    world.read(1, 100, { call: 'again' });
    world.apply({
      ...world.envelope({ call: null }),
      kind: 'context-lost',
      reason: 'rewind',
      toCall: 'again',
    });
    expect(world.read(1, 100).newLines).toBe(0);
  });

  it('27: a rewind to a call that gave no lines keeps what came before it', () => {
    const world = new World();
    world.read(1, 50);
    world.apply({ ...world.envelope({ call: 'test' }), kind: 'command', command: 'npm test', outcome: 'ok' });
    world.read(51, 100);
    world.apply({
      ...world.envelope({ call: null }),
      kind: 'context-lost',
      reason: 'rewind',
      toCall: 'test',
    });
    expect(world.read(1, 50).newLines).toBe(0);
    expect(world.read(51, 100).newLines).toBe(50);
  });

  it('28: a prompt changes no streak', () => {
    const world = new World();
    world.read();
    world.read();
    world.prompt();
    expect(world.read().fileStreak).toBe(2);
  });

  it('29: actors are apart', () => {
    const world = new World();
    expect(world.read().newLines).toBe(100);
    expect(world.read(1, 100, { actor: 'sub' }).newLines).toBe(100);
    expect(world.read().streak).toBe(1);
    world.files.set('/g', text(10, 'g'));
    world.read(1, 10, { actor: 'sub', path: '/g' });
    expect(world.read().streak).toBe(2);
    world.edit(5, 1, ['changed'], { actor: 'sub' });
    expect(world.read()).toMatchObject({ newLines: 100, fileStreak: 0 });
  });

  it('30: first reads in parallel', () => {
    const world = new World();
    for (let i = 0; i < 5; i++) {
      world.files.set(`/p${i}`, text(10, `p${i}`));
      expect(world.read(1, 10, { path: `/p${i}`, time: 5000 }).streak).toBe(0);
    }
  });

  it('31: the same call from two sources counts once', () => {
    const world = new World();
    world.read(1, 100, { call: 'c' });
    const event = world.events[0];
    if (event === undefined) throw new Error('no event');
    expect(world.apply(event).duplicate).toBe(true);
    world.read(10, 20, { call: 'd' });
    expect(world.apply(event).duplicate).toBe(true);
    expect(world.apply({ ...event, actor: 'sub' }).duplicate).toBe(true);
    expect(world.summary()).toMatchObject({ reads: 2, streak: 1 });
  });

  it('32: searching and scanning are no loop', () => {
    const world = new World();
    world.files.set('/f', text(1000));
    for (let i = 0; i < 10; i++) {
      world.apply({ ...world.envelope(), kind: 'search', tool: 'grep', question: `p${i}`, glimpsed: [] });
      world.read(100 * i + 1, 100 * i + 50);
    }
    for (let i = 0; i < 120; i++) {
      world.files.set(`/s${i}`, text(5, `s${i}`));
      world.read(1, 5, { path: `/s${i}` });
    }
    expect(world.findings).toEqual([]);
  });

  it('33: levels fire once, and are armed again', () => {
    const world = new World();
    world.read();
    const levels = () => Array.from({ length: 8 }, () => world.read().level);
    expect(levels()).toEqual([null, 'notice', null, 'warning', null, 'stop', null, null]);
    world.files.set('/f', text(200));
    world.read(1, 200);
    expect(levels()).toEqual([null, 'notice', null, 'warning', null, 'stop', null, null]);

    const among = new World();
    among.read();
    for (let i = 0; i < 8; i++) {
      among.read();
      among.files.set(`/n${i}`, text(3, `n${i}`));
      among.read(1, 3, { path: `/n${i}` });
    }
    expect(among.levels()).toEqual(['notice@file-streak', 'warning@file-streak', 'stop@file-streak']);

    const prompted = new World();
    prompted.read();
    for (let i = 0; i < 7; i++) prompted.read();
    prompted.prompt();
    expect(
      Array.from({ length: 6 }, () => prompted.read()).map(({ streak, level }) => [streak, level]),
    ).toEqual([
      [8, null],
      [9, 'notice'],
      [10, null],
      [11, 'warning'],
      [12, null],
      [13, 'stop'],
    ]);

    const off = new World({ levels: { notice: 0, warning: -1, stop: 0 } });
    off.read();
    for (let i = 0; i < 20; i++) expect(off.read().level).toBeNull();
    const noWarning = new World({ levels: { notice: 0, warning: 0, stop: 3 } });
    noWarning.read();
    expect([1, 2, 3, 4].map(() => noWarning.read().level)).toEqual([null, null, 'stop', null]);
    const late = new World({ levels: { notice: 0, warning: 5, stop: 3 } });
    late.read();
    expect([1, 2, 3, 4, 5].map(() => late.read().level)).toEqual([null, null, null, null, 'stop']);
  });

  it('34: a shell read counts like any other', () => {
    const world = new World();
    expect(world.read(1, 100, { form: 'shell' })).toMatchObject({ newLines: 100, streak: 0 });
    expect(world.readNothing('unknown-range', { form: 'shell' })).toMatchObject({
      streak: 0,
      progress: 'neutral',
    });
    expect(world.read(10, 20, { form: 'shell' })).toMatchObject({ newLines: 0, streak: 1, uncertain: false });
  });

  it('35: a read tool after the shell, as an edit tool requires', () => {
    const world = new World();
    world.read(1, 100, { form: 'shell' });
    const required = world.read();
    expect(required).toMatchObject({ newLines: 0, fileStreak: 1, uncertain: true, stopStreak: 0 });
    expect(required.notes).toContain('required by an edit tool');
    expect(world.read()).toMatchObject({ fileStreak: 2, uncertain: false, stopStreak: 1 });
  });

  it('35: the same where the shell read was settled later', () => {
    const world = new World();
    const shown = { lineHashes: hashes(text(100)), totalLines: 100, returned: [[1, 100]] as const };
    world.apply({
      ...world.envelope(),
      ...shown,
      kind: 'delivered',
      path: '/f',
      written: 'f',
      form: 'shell',
    });
    expect(world.read()).toMatchObject({ newLines: 0, fileStreak: 1, uncertain: true, stopStreak: 0 });
    expect(world.read()).toMatchObject({ fileStreak: 2, uncertain: false, stopStreak: 1 });
  });

  it('35: what a call showed may be known only after other calls, and counts once', () => {
    const world = new World();
    const shell = { call: 'shell', form: 'shell' } as const;
    const settle = (start: number, end: number) =>
      world.apply({
        ...world.envelope(shell),
        kind: 'delivered',
        path: '/f',
        written: 'f',
        form: 'shell',
        returned: [[start, end]],
        totalLines: 100,
        lineHashes: hashes(text(100).slice(start - 1, end)),
      }).duplicate;
    world.readNothing('unknown-range', shell);
    world.read(1, 10, { path: '/g', call: 'two' });
    expect(settle(1, 60)).toBe(false);
    expect(settle(1, 60)).toBe(true);
    expect(world.read(41, 100, { call: 'two' }).newLines).toBe(40);
  });

  it('36: reading back what was just written is new once', () => {
    const world = new World();
    world.write(text(12, 'new'), { path: '/new' });
    expect(world.file('/new')).toMatchObject({ whole: true });
    expect(world.read(1, 12, { path: '/new' })).toMatchObject({ newLines: 12, streak: 0 });
    expect(world.read(1, 12, { path: '/new' })).toMatchObject({ newLines: 0, streak: 1 });
  });

  it('37: idle turns', () => {
    const ask = (world: World, question: string) =>
      world.apply({ ...world.envelope(), kind: 'search', tool: 'grep', question, glimpsed: [] });
    const curious = new World();
    for (let i = 0; i < 40; i++) ask(curious, `q${i}`);
    expect(curious.summary().idleTurns).toBe(0);
    curious.write(text(3, 'w'), { path: '/w' });
    for (let i = 0; i < 40; i++) ask(curious, `q${i}`);
    expect(curious.summary().idleTurns).toBe(40);
    const stuck = new World();
    for (let i = 0; i < 41; i++) ask(stuck, 'the same');
    expect(stuck.summary().idleTurns).toBe(40);
  });

  it('39: a workspace log that claims the id of a transcript’s session', () => {
    const world = new World({}, { source: 'claude-code', session: 'id' });
    world.read();
    world.read();
    const event = world.events[1];
    if (event?.kind !== 'read') throw new Error('no read');
    for (let i = 0; i < 9; i++) world.tracker.apply({ ...event, source: 'log:x', call: `x${i}` });
    world.tracker.apply({
      ...event,
      kind: 'write',
      source: 'log:x',
      call: 'w',
      outcome: 'ok',
      totalLines: 1,
    });
    expect(world.tracker.sessions()).toHaveLength(2);
    expect(world.summary()).toMatchObject({ streak: 1, reads: 2 });
    expect(world.read()).toMatchObject({ streak: 2, stopStreak: 2 });
  });

  it('40: after a long silence, what was read before it is doubtful', () => {
    const world = new World({}, { agent: 'claude-code' });
    world.read();
    world.clock += 70 * 60_000;
    expect(world.read()).toMatchObject({ streak: 1, uncertain: true, stopStreak: 0 });
    expect(world.read()).toMatchObject({ streak: 2, uncertain: false, stopStreak: 1 });
    const other = new World({}, { agent: 'codex' });
    other.read();
    other.clock += 70 * 60_000;
    expect(other.read()).toMatchObject({ streak: 1, uncertain: false });
  });
});

describe('the disk', () => {
  const disk = (lines: readonly string[]) => ({
    contentHash: `sha256:${lines.join().length.toString(16).padStart(64, '0')}`,
    lineHashes: hashes(lines),
  });

  it('proves a read of a range and nothing else', () => {
    const world = new World();
    world.rangesOnly = true;
    world.read(1, 50);
    expect(world.read(1, 50)).toMatchObject({ uncertain: true, notes: ['range evidence only'] });
    const live = new World();
    live.rangesOnly = true;
    live.read(1, 50, {}, { disk: disk(text(100)) });
    expect(live.read(1, 50, {}, { disk: disk(text(100)) })).toMatchObject({ uncertain: false, streak: 1 });
    expect(live.read(1, 50, {}, { disk: disk(text(99, 'b')), totalLines: null })).toMatchObject({
      newLines: 50,
      version: 2,
    });
  });

  it('that was read too late proves nothing', () => {
    const world = new World();
    world.read();
    expect(world.read(1, 50, {}, { disk: disk(text(100, 'b')) })).toMatchObject({ newLines: 0, version: 1 });
  });

  it('tells every source of a change, and an edit of the agent is then no second one', () => {
    const world = new World();
    world.read();
    world.read();
    const changed = text(100).with(49, 'edited');
    const at = world.clock + 10_000;
    world.apply({
      ...world.envelope({ call: null, time: at }),
      source: DISK_SOURCE,
      session: '',
      kind: 'document-changed',
      path: '/f',
      disk: disk(changed),
    });
    world.edit(50, 1, ['edited']);
    const coverage = world.tracker.coverage(world.key, '/f');
    expect(coverage?.versions.map(({ version, current }) => [version, current])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(coverage?.versions[0]?.actors.get('main')).toEqual([
      { start: 1, end: 49, times: 0, inContext: true, authored: false, carried: true, glimpsed: false },
      { start: 50, end: 50, times: 0, inContext: true, authored: true, carried: false, glimpsed: false },
      { start: 51, end: 100, times: 0, inContext: true, authored: false, carried: true, glimpsed: false },
    ]);
    expect(world.summary().streak).toBe(0);
    world.clock = at;
    expect(world.read()).toMatchObject({ newLines: 100, version: 2 });
  });

  it('an edit of one actor carries what the others know around it', () => {
    const world = new World();
    world.read(1, 60);
    world.read(50, 70, { actor: 'sub' });
    world.edit(50, 1, ['edited', 'and more'], { actor: 'sub' });
    const drawn = (actor: string) =>
      world.tracker
        .coverage(world.key, '/f')
        ?.versions[0]?.actors.get(actor)
        ?.map(({ start, end, times, carried, authored }) => [start, end, times, carried, authored]);
    expect(drawn('main')).toEqual([
      [1, 49, 0, true, false],
      [52, 61, 0, true, false],
    ]);
    expect(drawn('sub')).toEqual([
      [50, 51, 0, false, true],
      [52, 71, 0, true, false],
    ]);
    expect(world.read(1, 61)).toMatchObject({ newLines: 61 });
  });

  it('an edit that tells neither hunks nor a count may have moved the rest, though it wrote what stood there', () => {
    const versionAfter = (totals: { totalLines?: number }) => {
      const world = new World();
      world.read(1, 100);
      const told = { ...world.envelope(), kind: 'edit', path: '/f', written: '/f', outcome: 'ok' } as const;
      world.apply({ ...told, lines: [[1, 1]], lineHashes: hashes(text(1)), ...totals });
      return world.file().versions.at(-1)?.version;
    };
    expect(versionAfter({})).toBe(2);
    expect(versionAfter({ totalLines: 100 })).toBe(1);
  });

  it('what is carried leaves the context with what it stands for', () => {
    const world = new World();
    world.read(1, 60);
    world.compact();
    world.read(1, 20);
    world.edit(50, 1, ['edited']);
    const drawn = () =>
      world.tracker
        .coverage(world.key, '/f')
        ?.versions[0]?.actors.get('main')
        ?.map(({ start, end, authored, inContext }) => [start, end, authored, inContext]);
    expect(drawn()).toEqual([
      [1, 20, false, true],
      [21, 49, false, false],
      [50, 50, true, true],
      [51, 60, false, false],
    ]);
    world.compact();
    expect(drawn()?.map(([, , , inContext]) => inContext)).toEqual([false, false, false]);
    const { call } = world.envelope();
    world.edit(55, 1, ['edited later'], { call });
    const later = [
      [1, 49, false, false],
      [50, 50, true, false],
      [51, 54, false, false],
      [55, 55, true, true],
      [56, 60, false, false],
    ];
    expect(drawn()).toEqual(later);
    world.compact({ kept: [call ?? ''] });
    expect(drawn()).toEqual(later);
  });

  it('and a read from before a change that is told of late is of the version before', () => {
    const world = new World();
    world.read(1, 50);
    const late = { ...world.envelope(), call: 'late' };
    world.apply({
      ...world.envelope({ call: null, time: world.clock + 60_000 }),
      source: DISK_SOURCE,
      session: '',
      kind: 'document-changed',
      path: '/f',
      disk: disk(text(100, 'b')),
    });
    const read = world.read(1, 50, { call: 'late', time: late.time });
    expect(read).toMatchObject({ version: 1 });
    world.files.set('/f', text(100, 'b'));
    world.clock += 120_000;
    expect(world.read(1, 50)).toMatchObject({ version: 2, newLines: 50 });
  });
});

describe('evidence that comes late', () => {
  it('of the whole does not prove lines that were given as a mere range', () => {
    const world = new World();
    world.rangesOnly = true;
    world.read(1, 10);
    world.read(20, 30, {}, { contentHash: `sha256:${'1'.repeat(64)}` });
    const again = world.read(1, 10, {}, { contentHash: `sha256:${'1'.repeat(64)}` });
    expect(again).toMatchObject({ newLines: 0, streak: 1, uncertain: true, stopStreak: 0 });
    expect(world.read(1, 10, {}, { contentHash: `sha256:${'1'.repeat(64)}` })).toMatchObject({
      uncertain: false,
    });
  });

  it('tells that edits led back to a text that was read before', () => {
    const world = new World();
    world.read(1, 100);
    for (const line of ['other', 'a10']) {
      world.files.set('/f', text(100).with(9, line));
      const { time, ...envelope } = world.envelope();
      world.apply({
        ...envelope,
        time,
        kind: 'edit',
        path: '/f',
        written: '/f',
        outcome: 'ok',
        lines: [[10, 10]],
        lineHashes: hashes([line]),
      });
    }
    const back = world.read(1, 100);
    expect(back).toMatchObject({ newLines: 100, version: 1 });
    expect(back.notes).toContain('returned to an earlier version');
  });

  it('never makes a stop of an uncertain read', () => {
    const world = new World({ levels: { notice: 0, warning: 4, stop: 3 } });
    world.read();
    for (let i = 0; i < 3; i++) expect(world.read().level).toBeNull();
    world.apply({ ...world.envelope({ call: null }), kind: 'document-changed', path: '/f' });
    expect(world.readNothing('unchanged')).toMatchObject({ uncertain: true, level: 'warning' });
    expect(world.read()).toMatchObject({ uncertain: false, level: 'stop' });
  });
});

describe('single results that leave the context', () => {
  it('are new when they are given again', () => {
    const world = new World();
    world.read(1, 50, { call: 'a' });
    world.read(40, 100, { call: 'b' });
    world.apply({
      ...world.envelope({ call: null }),
      kind: 'context-lost',
      reason: 'eviction',
      calls: ['a'],
    });
    expect(world.read(1, 50).newLines).toBe(39);
  });

  it('stay where a compaction keeps them', () => {
    const world = new World();
    world.read(1, 50, { call: 'a' });
    world.read(51, 100, { call: 'b' });
    world.compact({ kept: ['b'] });
    expect(world.read(1, 100).newLines).toBe(50);
  });

  it('may have been put back unseen: uncertain', () => {
    const world = new World();
    world.read(1, 50);
    world.compact({ unseenRestore: true });
    expect(world.read(1, 50)).toMatchObject({ newLines: 50, uncertain: true });
    expect(world.read(1, 50)).toMatchObject({ newLines: 0, uncertain: false });
  });
});

describe('a rangeset', () => {
  it('counts lines', () => expect(RangeSet.of([[1, 3]]).count(2, 9)).toBe(2));
});
