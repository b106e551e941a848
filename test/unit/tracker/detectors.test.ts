import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadEvent } from '../../../src/tracker/event';
import { NOTES } from '../../../src/tracker/notes';
import type { TrackerSettings } from '../../../src/tracker/settings';
import type { Detector, Finding } from '../../../src/tracker/views';
import { hashes, text, World } from './world';

const found = (world: World, detector: Detector): Finding[] =>
  world.findings.filter((finding) => finding.detector === detector);

const ask = (world: World, question: string) =>
  world.apply({ ...world.envelope(), kind: 'search', tool: 'grep', question, glimpsed: [] });

const run = (world: World, command: string) =>
  world.apply({ ...world.envelope(), kind: 'command', command, outcome: 'ok' });

describe('an agent that works is left alone', () => {
  it('forty questions before a write', () => {
    const world = new World();
    for (let i = 0; i < 40; i++) ask(world, `q${i}`);
    expect(world.findings).toEqual([]);
    expect(world.summary().idleTurns).toBe(0);
  });

  it('twenty reads after a change that is staged', () => {
    const world = new World();
    const turn = () => world.apply({ ...world.envelope({ call: null }), kind: 'turn' });
    turn();
    world.read();
    turn();
    world.edit(5, 1, ['x']);
    run(world, 'git add -A');
    for (let i = 0; i < 20; i++) {
      turn();
      world.files.set(`/r${i}`, text(50, `r${i}-`));
      world.read(1, 50, { path: `/r${i}` });
    }
    expect(world.findings).toEqual([]);
    // The next would be one too many: that is told, and leads to no stop.
    turn();
    expect(world.findings.map(({ detector, level }) => [detector, level])).toEqual([
      ['idle-turns', 'advisory'],
    ]);
  });

  it('a hundred and twenty files read for research, and nothing written', () => {
    const world = new World();
    for (let i = 0; i < 120; i++) {
      world.files.set(`/r${i}`, text(80, `r${i}-`));
      world.read(1, 80, { path: `/r${i}` });
    }
    expect(world.findings).toEqual([]);
    expect(world.summary()).toMatchObject({ maxStreak: 0, idleTurns: 0 });
  });

  it('four thousand lines in pages', () => {
    const world = new World();
    world.files.set('/f', text(4000));
    for (let from = 1; from <= 4000; from += 40) world.read(from, from + 39);
    expect(world.findings).toEqual([]);
    expect(world.file()).toMatchObject({ knowledge: 'whole', hint: null });
  });

  it('read, edit, read, forty times', () => {
    const world = new World();
    for (let i = 0; i < 40; i++) {
      expect(world.read()).toMatchObject({ progress: 'progress', streak: 0, notes: [] });
      world.edit(1 + i, 1, [`x${i}`]);
    }
    expect(world.findings).toEqual([]);
  });

  it('first reads side by side', () => {
    const world = new World();
    for (let i = 0; i < 12; i++) {
      world.files.set(`/p${i}`, text(30, `p${i}-`));
      world.read(1, 30, { path: `/p${i}`, time: 5_000 }, { isUnordered: true });
    }
    expect(world.findings).toEqual([]);
  });

  it('what it reads once more after each compaction', () => {
    const world = new World();
    for (let i = 0; i < 20; i++) {
      world.read();
      world.files.set('/g', text(30, 'g'));
      world.read(1, 30, { path: '/g' });
      world.compact();
    }
    expect(world.findings).toEqual([]);
  });
});

describe('an agent that does not', () => {
  it('two passes over 3,943 lines in 164 pages: the second is a stop at its sixth page', () => {
    const world = new World();
    world.files.set('/f', text(3943));
    const pass = Array.from({ length: 82 }, (_, page) => [
      48 * page + 1,
      page === 81 ? 3943 : 48 * page + 48,
    ]);
    const reads = [...pass, ...pass].map(([from, to]) => world.read(from, to));
    expect(reads).toHaveLength(164);
    expect(reads.findIndex(({ progress }) => progress === 'no-progress')).toBe(82);
    expect(reads.findIndex(({ level }) => level === 'stop')).toBe(87);
    expect(reads.at(-1)).toMatchObject({ streak: 82, stopStreak: 82 });
    expect(world.summary().cost).toMatchObject({ repeatedLines: 3943, regainedLines: 0 });
    const stop = world.findings.find(({ level }) => level === 'stop');
    expect(stop?.history.map(({ call }) => call)).toEqual(reads.slice(82, 88).map(({ call }) => call));
    expect(stop?.hint).toBe('nothing is left to read: it knows all 3943 lines');
  });

  it('says which reads led to it, and none from before the last that brought something', () => {
    const world = new World();
    world.read();
    world.read();
    world.files.set('/g', text(10, 'g'));
    world.read(1, 10, { path: '/g' });
    const again = [world.read(1, 10, { path: '/g' }), world.read(1, 5, { path: '/g' })];
    expect(world.findings.at(-1)?.history.map(({ call }) => call)).toEqual(again.map(({ call }) => call));
  });

  it('one file again and again', () => {
    const world = new World();
    for (let i = 0; i < 7; i++) world.read(1, 40);
    expect(world.levels()).toEqual(['notice@streak', 'warning@streak', 'stop@streak']);
    expect(world.findings.at(-1)?.hint).toBe('the rest: lines 41–100');
  });
});

describe('idle turns', () => {
  const turn = (world: World) => world.apply({ ...world.envelope({ call: null }), kind: 'turn' });
  const untilTold = (world: World, act: () => void) => {
    for (let turns = 1; turns <= 200; turns++) {
      act();
      if (found(world, 'idle-turns').length > 0) return turns;
    }
    return Number.POSITIVE_INFINITY;
  };

  it('are told after the allowance, which is doubled before the first write', () => {
    const before = new World({ idleTurns: 5 });
    expect(untilTold(before, () => ask(before, 'the same'))).toBe(12);
    expect(found(before, 'idle-turns')[0]?.reason).toMatch(/^10 turns/);
    const after = new World({ idleTurns: 5 });
    after.write(['x'], { path: '/w' });
    let question = 0;
    expect(untilTold(after, () => ask(after, `q${question++}`))).toBe(6);
  });

  it('are never told where the allowance is 0', () => {
    const world = new World({ idleTurns: 0 });
    expect(untilTold(world, () => ask(world, 'the same'))).toBe(Number.POSITIVE_INFINITY);
  });

  it('end with a test of a change, once a change', () => {
    const world = new World({ idleTurns: 5 });
    world.write(['x'], { path: '/w' });
    for (let i = 0; i < 3; i++) run(world, 'ls');
    run(world, 'npm test');
    expect(world.summary().idleTurns).toBe(0);
    for (let i = 0; i < 4; i++) run(world, 'npm test');
    expect(world.summary().idleTurns).toBe(4);
    world.edit(1, 1, ['y'], { path: '/w' });
    run(world, 'npm test');
    expect(world.summary().idleTurns).toBe(0);
  });

  it('go by the commands that are set', () => {
    const idleAfter = (settings: Partial<TrackerSettings>, command: string) => {
      const world = new World(settings);
      world.write(['x'], { path: '/w' });
      run(world, 'ls');
      run(world, command);
      return world.summary().idleTurns;
    };
    expect(idleAfter({}, 'cargo test')).toBe(0);
    expect(idleAfter({}, 'verify-it all')).toBe(2);
    expect(idleAfter({ testCommands: ['verify-it'] }, 'verify-it all')).toBe(0);
    expect(idleAfter({ testCommands: ['verify-it'] }, 'cargo test')).toBe(2);
  });

  it('a test of nothing that was changed, and a write that changes nothing, are no progress', () => {
    const world = new World({ idleTurns: 5 });
    run(world, 'npm test');
    world.files.set('/f', text(10));
    world.read(1, 10);
    world.write(text(10));
    expect(world.summary().idleTurns).toBe(2);
  });

  it('a turn counts once, whatever it does', () => {
    const world = new World();
    world.write(['x'], { path: '/w' });
    for (let i = 0; i < 3; i++) {
      turn(world);
      ask(world, 'a');
      ask(world, 'b');
    }
    expect(world.summary().idleTurns).toBe(3);
  });

  it('are those of a naive oracle', () => {
    const deed = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant('ask' as const), question: fc.nat(4) }) },
      fc.record({ do: fc.constantFrom('write' as const, 'test' as const, 'other' as const) }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(deed, { maxLength: 3 }), { maxLength: 60 }), (turns) => {
        const world = new World({ idleTurns: 3 });
        const asked = new Set<number>();
        let [idle, wrote, untested, files, told, isArmed] = [0, false, false, 0, 0, true];
        for (const deeds of turns) {
          turn(world);
          let [progress, isNew] = [false, false];
          for (const one of deeds) {
            if (one.do === 'ask') {
              isNew ||= !asked.has(one.question) && !wrote;
              asked.add(one.question);
              ask(world, `q${one.question}`);
            } else if (one.do === 'write') {
              progress = true;
              wrote = true;
              untested = true;
              world.write([`w${files}`], { path: `/w${files++}` });
            } else if (one.do === 'test') {
              progress ||= untested;
              untested = false;
              run(world, 'make test');
            } else run(world, 'ls');
          }
          if (progress) idle = 0;
          else if (!isNew) idle++;
          if (progress) isArmed = true;
          if (isArmed && idle >= (wrote ? 3 : 6)) {
            told++;
            isArmed = false;
          }
          expect(world.summary().idleTurns).toBe(idle);
        }
        world.tracker.closeTurns();
        expect(world.tracker.findings(world.key).map(({ detector }) => detector)).toEqual(
          Array.from({ length: told }, () => 'idle-turns'),
        );
      }),
      { numRuns: 150 },
    );
  });
});

describe('creeping windows', () => {
  it('say what the windows were', () => {
    const world = new World();
    world.files.set('/f', text(400));
    const reads = [world.read(1, 220), world.read(1, 260), world.read(1, 320)];
    const [finding, ...others] = found(world, 'low-yield');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ level: 'advisory', uncertain: false, hint: 'the rest: lines 321–400' });
    expect(finding?.history).toEqual(
      reads.map(({ call, time, returned, newLines }) => ({ call, time, returned, newLines })),
    );
    expect(finding?.reason).toBe(
      'Reads in a row of this file (lines 1–220; 1–260; 1–320) gave 800 lines, 320 of them new.',
    );
  });

  it('are told once a row, with ten windows at most', () => {
    const world = new World();
    world.files.set('/f', text(400));
    for (let i = 0; i < 40; i++) world.read(1 + i, 100 + i);
    expect(found(world, 'low-yield')).toHaveLength(1);
    world.read(200, 300);
    for (let i = 0; i < 40; i++) world.read(201 + i, 300 + i);
    for (let i = 0; i < 15; i++) world.read(1, 100);
    world.read(340, 399);
    for (let i = 0; i < 15; i++) world.read(340, 399);
    world.read(340, 400);
    expect(found(world, 'low-yield').map(({ history }) => history.length)).toEqual([3, 3, 10]);
  });

  it('are doubtful where nothing proves that the lines were given before', () => {
    const world = new World();
    world.rangesOnly = true;
    world.files.set('/f', text(400));
    for (const end of [220, 260, 320]) world.read(1, end);
    expect(found(world, 'low-yield')).toMatchObject([{ uncertain: true }]);
  });

  it('are none where each brings a fifth or more', () => {
    const world = new World();
    world.files.set('/f', text(400));
    for (let i = 0; i < 10; i++) world.read(1 + 20 * i, 100 + 20 * i);
    expect(world.findings).toEqual([]);
  });
});

describe('failing reads', () => {
  const fail = (world: World, error: string, over = {}) =>
    world.readNothing('failed', { path: '/x' }, { error, ...over });

  it('the same again, with nothing done about it: told once', () => {
    const world = new World();
    expect(fail(world, 'not-found').notes).toEqual([]);
    expect(world.findings).toEqual([]);
    expect(fail(world, 'not-found').notes).toContain(NOTES.failedBefore);
    expect(fail(world, 'not-found').notes).toContain(NOTES.failedBefore);
    expect(found(world, 'failure-loop')).toMatchObject([
      { level: 'advisory', path: '/x', call: 'c2', hint: 'there is no such file: search for its name' },
    ]);
    expect(world.summary()).toMatchObject({ failures: 3, failureRepeats: 2, streak: 0 });
  });

  it.each([
    ['a command', (world: World) => run(world, 'make x')],
    ['a write', (world: World) => world.write(['x'], { path: '/y' })],
    ['a person’s word', (world: World) => world.prompt()],
  ])('to try again after %s is no loop', (_, act) => {
    const world = new World();
    for (let i = 0; i < 4; i++) {
      fail(world, 'not-found');
      act(world);
    }
    expect(found(world, 'failure-loop')).toEqual([]);
    fail(world, 'not-found');
    fail(world, 'not-found');
    expect(found(world, 'failure-loop')).toHaveLength(1);
  });

  it('another path, another error, another part, calls side by side: no loop', () => {
    const world = new World();
    fail(world, 'not-found');
    fail(world, 'not-found', { path: '/z' });
    fail(world, 'permission');
    fail(world, 'too-large');
    fail(world, 'too-large', { requested: { start: 1, end: 900 } });
    fail(world, 'other', { isUnordered: true });
    fail(world, 'other', { isUnordered: true });
    expect(world.findings).toEqual([]);
  });

  it('say what would help, in the terms of the agent', () => {
    const notes = (agent: string, error: string) => {
      const world = new World({}, { agent });
      return fail(world, error).notes;
    };
    expect(notes('claude-code', 'too-large')).toEqual([
      'too large to be read at once: ask for a part (offset 1, limit 500)',
    ]);
    expect(notes('gemini', 'too-large')[0]).toContain('(start_line 1, end_line 500)');
    expect(notes('codex', 'permission')).toEqual([
      'the system does not let the agent read it: check the permissions of the file',
    ]);
    expect(notes('pi', 'denied')).toEqual(['a person or a rule refused it: to ask again changes nothing']);
    expect(notes('pi', 'other')).toEqual([]);
  });
});

describe('the whole file', () => {
  it('is unknown, partly read, whole', () => {
    const world = new World();
    world.files.set('/f', text(200));
    world.readNothing('failed', {}, { error: 'other' });
    world.read(1, 1, { path: '/f', actor: 'sub' });
    expect(world.file('/f', 'sub')).toMatchObject({ knowledge: 'partly', missing: [[2, 200]] });
    world.read(1, 120);
    expect(world.file()).toMatchObject({
      knowledge: 'partly',
      whole: false,
      hint: 'the rest: lines 121–200',
    });
    world.read(130, 200);
    expect(world.file()).toMatchObject({ missing: [[121, 129]], hint: 'the rest: lines 121–129' });
    world.read(121, 129);
    expect(world.file()).toMatchObject({ knowledge: 'whole', whole: true, missing: [], hint: null });
    expect(world.file().versions.map(({ knowledge }) => knowledge)).toEqual(['whole']);
    world.write(text(12, 'n'));
    expect(world.file()).toMatchObject({ knowledge: 'authored', whole: true });
    expect(world.file().versions.map(({ knowledge }) => knowledge)).toEqual(['whole', 'authored']);
    world.read(1, 12);
    expect(world.file()).toMatchObject({ knowledge: 'whole' });
  });

  it('is not known of a file whose length is not', () => {
    const world = new World();
    world.read(1, 100, {}, { totalLines: null });
    expect(world.file()).toMatchObject({ knowledge: 'partly', whole: false, missing: null, hint: null });
  });

  it('of an empty file is known to who looked, or made it so', () => {
    const world = new World();
    world.files.set('/empty', []);
    world.read(1, 5, { path: '/empty' }, { outcome: 'complete', totalLines: 0 });
    expect(world.file('/empty')).toMatchObject({ knowledge: 'whole', missing: [] });
    world.write([], { path: '/made' });
    expect(world.file('/made')).toMatchObject({ knowledge: 'authored', whole: true });
  });

  it('is never made of lines that were cut', () => {
    const world = new World({}, { agent: 'gemini' });
    const read = world.read(
      1,
      100,
      {},
      {
        requested: null,
        outcome: 'truncated',
        returned: [
          [1, 49],
          [51, 100],
        ],
        cutLines: [50],
        lineHashes: hashes([...text(49), ...text(100).slice(50)]),
      },
    );
    expect(read.notes).toEqual(['line 50 is longer than the tool shows']);
    expect(world.file()).toMatchObject({
      knowledge: 'partly',
      whole: false,
      missing: [[50, 50]],
      hint: 'line 50 is longer than the tool shows',
    });
  });

  it.each<[string, Partial<ReadEvent>, string]>([
    [
      'a limit cut the middle of the answer',
      {
        returned: [
          [1, 40],
          [61, 100],
        ],
        cutLines: [41, 60],
      },
      'the rest: lines 41–60',
    ],
    ['a limit cut the end of the answer', { returned: [[1, 40]], cutLines: [41] }, 'the rest: lines 41–100'],
    ['the last line was cut', { returned: [[1, 99]], cutLines: [100] }, 'the rest: line 100'],
    [
      'long lines in a row were cut, each by itself',
      {
        returned: [
          [1, 40],
          [44, 100],
        ],
        cutLines: [41, 42, 43],
      },
      'lines 41–43 are longer than the tool shows',
    ],
    [
      'the middle of an answer was cut from its first line on',
      { requested: { start: 7, end: 20 }, returned: [[12, 20]], cutLines: [7, 11] },
      'the rest: lines 1–6; lines 8–11; lines 21–100; line 7 is longer than the tool shows',
    ],
    [
      'the first line was cut, and all others shown',
      { returned: [[2, 100]], cutLines: [1] },
      'line 1 is longer than the tool shows',
    ],
  ])('lines are called too long only where nothing else can have cut them: %s', (_, told, hint) => {
    const world = new World();
    const lines = text(100);
    const lineHashes = hashes((told.returned ?? []).flatMap(([start, end]) => lines.slice(start - 1, end)));
    world.read(1, 100, {}, { requested: null, outcome: 'truncated', ...told, lineHashes });
    expect(world.file().hint).toBe(hint);
  });

  it('needs no lines again that are known from an earlier version', () => {
    const world = new World();
    world.read(1, 80);
    world.edit(5, 1, ['x']);
    expect(world.file()).toMatchObject({ knowledge: 'partly', hint: 'the rest: lines 81–100' });
  });

  it.each([
    ['claude-code', 'limit >= 100', 'offset 41, limit 60'],
    ['opencode', 'limit >= 100', 'offset 41, limit 60'],
    ['pi', 'limit >= 100', 'offset 41, limit 60'],
    ['qwen-code', 'limit >= 100', 'offset 40, limit 60'],
    ['gemini', 'end_line >= 100', 'start_line 41, end_line 100'],
    ['cline', 'end_line >= 100', 'start_line 41, end_line 100'],
    ['copilot-cli', 'view_range [1, 100]', 'view_range [41, 100]'],
    ['codex', "sed -n '1,100p'", "sed -n '41,100p'"],
    ['vscode-chat', 'endLine >= 100', 'startLine 41, endLine 100'],
    ['some-harness', 'limit >= 100', 'lines 41–100'],
  ])('%s is told what to ask for', (agent, all, rest) => {
    const world = new World({}, { agent });
    const capped = world.read(1, 40, {}, { requested: null, outcome: 'truncated' });
    expect(capped.notes).toEqual([`not the whole file: ${all}`, `the rest: ${rest}`]);
    expect(world.file().hint).toBe(`the rest: ${rest}`);
  });

  it('is not to be had by a limit that was asked for already', () => {
    const world = new World();
    const capped = world.read(1, 40, {}, { requested: { start: 1, end: 100 }, outcome: 'truncated' });
    expect(capped.notes).toEqual(['the rest: lines 41–100']);
  });
});

describe('what happened to a file in between', () => {
  it('touched, not changed: said of the read and of what it fires', () => {
    const world = new World();
    world.read();
    for (let i = 0; i < 2; i++) {
      world.apply({ ...world.envelope({ call: null }), kind: 'document-changed', path: '/f' });
      expect(world.read().notes).toEqual([NOTES.touched]);
    }
    expect(world.findings).toMatchObject([{ level: 'notice', notes: [NOTES.touched] }]);
  });

  it('changed behind the agent’s back, and back again', () => {
    const world = new World();
    world.read();
    world.files.set('/f', text(100, 'other'));
    expect(world.read().notes).toEqual([NOTES.behindBack]);
    expect(world.read().notes).toEqual([]);
    world.files.set('/f', text(100));
    expect(world.read().notes).toEqual([NOTES.behindBack, NOTES.returned]);
  });

  it('changed by the other actor is behind its back too', () => {
    const world = new World();
    world.read();
    world.edit(5, 1, ['x'], { actor: 'sub' });
    expect(world.read().notes).toEqual([NOTES.behindBack]);
  });

  it('changed by itself is not, and after a command of its own that is not certain', () => {
    const world = new World();
    world.read();
    world.edit(5, 1, ['x']);
    expect(world.read().notes).toEqual([]);
    run(world, 'npx prettier --write f');
    world.files.set('/f', text(100, 'formatted'));
    expect(world.read().notes).toEqual([NOTES.perhapsByCommand]);
    world.apply({ ...world.envelope(), kind: 'document-changed', path: '/f' });
    world.files.set('/f', text(100, 'again'));
    expect(world.read().notes).toEqual([]);
  });
});

describe('cost', () => {
  it('counts what was given again, by file, actor and session', () => {
    const world = new World();
    world.files.set('/g', text(50, 'g'));
    world.read(1, 100, {}, { bytes: 1000 });
    world.read(1, 40, {}, { bytes: 400 });
    world.read(1, 50, { path: '/g' }, { bytes: 500 });
    world.read(1, 100, { actor: 'sub' }, { bytes: 1000 });
    const again = { repeatedLines: 40, regainedLines: 0, repeatedBytes: 400, repeatedTokens: 100 };
    expect(world.file().cost).toEqual({ returnedLines: 140, returnedBytes: 1400, ...again });
    expect(world.file('/g').cost).toMatchObject({ returnedLines: 50, repeatedLines: 0, repeatedTokens: 0 });
    expect(world.summary().cost).toEqual({ returnedLines: 190, returnedBytes: 1900, ...again });
    expect(world.summary('sub').cost).toMatchObject({ returnedLines: 100, repeatedLines: 0 });
    const [session] = world.tracker.sessions();
    expect(session?.cost).toEqual({ returnedLines: 290, returnedBytes: 2900, ...again });
    expect(world.tracker.files(world.key)[0]?.cost).toEqual({
      returnedLines: 240,
      returnedBytes: 2400,
      ...again,
    });
  });

  it('tells what was given again since the context had lost it', () => {
    const world = new World();
    world.read();
    world.compact();
    world.read(1, 60);
    world.read(1, 10);
    expect(world.summary().cost).toMatchObject({ returnedLines: 170, repeatedLines: 70, regainedLines: 60 });
  });

  it('counts shares of partly new reads', () => {
    const world = new World();
    world.read(1, 40, {}, { bytes: 400 });
    world.read(21, 60, {}, { bytes: 800 });
    expect(world.summary().cost).toMatchObject({
      repeatedLines: 20,
      repeatedBytes: 400,
      repeatedTokens: 100,
    });
  });
});
