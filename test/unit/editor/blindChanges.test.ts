import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blindPlace, type KnownText } from '../../../src/editor/blindChanges/blindPlace';
import { type BlindWarning, blindWarnings } from '../../../src/editor/blindChanges/blindWarning';
import { recordedText } from '../../../src/editor/blindChanges/recordedText';
import { type TextSources, textBefore } from '../../../src/editor/blindChanges/textBefore';
import { commandLink } from '../../../src/editor/commandLink';
import { evidenceNamed, nameOfRead } from '../../../src/editor/findings/evidenceNamed';
import { LineHasher } from '../../../src/text/lineHash';
import type { BlindChange, LineKnowledge } from '../../../src/tracker/views';
import { text, World } from '../tracker/world';

type Change = Pick<BlindChange, 'by' | 'written' | 'deletedBefore'>;

/** Which line of the version each line is; 0: none. */
const origins = (...lines: readonly number[]) => Float64Array.from(lines);
const identity = (count: number) => Float64Array.from({ length: count }, (_, i) => i + 1);

describe('the place of a blind change', () => {
  const edit: Change = { by: 'edit', written: [[3, 4]], deletedBefore: [] };

  it('is what it wrote, wherever that has moved', () => {
    expect(blindPlace(edit, identity(6), 6)).toEqual([3, 4]);
    expect(blindPlace(edit, origins(0, 0, 1, 2, 3, 4, 5), 7)).toEqual([5, 6]);
  });

  it('is none once a line of it was changed, or another stands between', () => {
    expect(blindPlace(edit, origins(1, 2, 0, 4, 5), 5)).toBeUndefined();
    expect(blindPlace(edit, origins(1, 2, 3, 0, 4, 5), 6)).toBeUndefined();
    expect(blindPlace(edit, origins(1, 2, 4, 3, 5), 5)).toBeUndefined();
  });

  it('is the first of several that still stands', () => {
    const two: Change = {
      ...edit,
      written: [
        [1, 1],
        [5, 6],
      ],
    };
    expect(blindPlace(two, origins(0, 2, 3, 4, 5, 6), 6)).toEqual([5, 6]);
  });

  it('of a deletion is where its neighbours meet, at both ends of the text too', () => {
    const deleted = (line: number): Change => ({ by: 'edit', written: [], deletedBefore: [line] });
    expect(blindPlace(deleted(3), identity(5), 5)).toEqual([3, 3]);
    expect(blindPlace(deleted(3), origins(1, 2, 0, 3, 4, 5), 6)).toBeUndefined();
    expect(blindPlace(deleted(1), identity(5), 5)).toEqual([1, 1]);
    expect(blindPlace(deleted(6), identity(5), 5)).toEqual([5, 5]);
    expect(blindPlace(deleted(1), origins(), 0)).toEqual([1, 1]);
    expect(blindPlace(deleted(6), origins(1, 2, 3, 4, 5, 0), 6)).toBeUndefined();
  });

  it('of a write is its first line, as long as half of it stands', () => {
    const write: Change = { by: 'write', written: [[1, 4]], deletedBefore: [] };
    expect(blindPlace(write, identity(4), 4)).toEqual([1, 1]);
    expect(blindPlace(write, origins(0, 0, 3, 4), 4)).toEqual([3, 3]);
    expect(blindPlace(write, origins(0, 0, 0, 4), 4)).toBeUndefined();
    expect(blindPlace({ ...write, written: [] }, identity(4), 4)).toBeUndefined();
  });

  it('never has a line that is not what was written', () => {
    const lines = fc.array(fc.nat(8), { maxLength: 10 });
    const range = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(3));
    fc.assert(
      fc.property(lines, range, (map, [start, more]) => {
        const change: Change = { by: 'edit', written: [[start, start + more]], deletedBefore: [] };
        const place = blindPlace(change, Float64Array.from(map), map.length);
        if (place === undefined) return;
        expect(map.slice(place[0] - 1, place[1])).toEqual(
          Array.from({ length: more + 1 }, (_, i) => start + i),
        );
      }),
    );
  });
});

describe('warnings of a session', () => {
  const warningsOf = (world: World, known: ReadonlyMap<string, BlindWarning> = new Map()) =>
    blindWarnings(world.key, world.tracker.findings(world.key), known, (path) =>
      world.tracker.coverage(world.key, path),
    );

  it('are those of blind changes, each with what is known of the text before and after it', () => {
    const world = new World();
    world.read(1, 40);
    world.edit(60, 1, ['x']);
    for (let i = 0; i < 3; i++) world.read(1, 10);
    const [warning, ...others] = warningsOf(world).values();
    expect(others).toEqual([]);
    expect(warning?.finding.detector).toBe('blind-change');
    expect(warning?.before?.lines.known).toBe(40);
    expect(warning?.after.lines.at(60)).toBeDefined();
  });

  it('outlive the versions that the tracker keeps, and stay the same as long as their finding does', () => {
    const world = new World();
    world.read(1, 40);
    world.edit(60, 1, ['blind']);
    const first = warningsOf(world);
    for (let i = 0; i < 30; i++) world.edit(1, 1, [`known ${i}`]);
    const coverage = world.tracker.coverage(world.key, '/f');
    expect(coverage?.versions.map(({ version }) => version)).not.toContain(2);
    const later = warningsOf(world, first);
    expect([...later.values()]).toEqual([...first.values()]);
    expect([...warningsOf(world).values()]).toEqual([]);
    // The record tells again what a hook told: another finding, of the same change.
    const retold = world.tracker.findings(world.key).map((finding) => ({ ...finding }));
    const kept = blindWarnings(world.key, retold, first, () => coverage);
    expect([...kept.keys()]).toEqual([...first.keys()]);
    expect([...kept.values()][0]?.after).toBe([...first.values()][0]?.after);
  });
});

describe('the text before a change', () => {
  const hasher = new LineHasher([5, 6]);
  const old = `${text(6).join('\n')}\n`;
  const made = old.replace('a4', 'x');
  const known = (content: string, isKnown: (line: number) => boolean = () => true): KnownText => {
    const hashes = hasher.lines(content);
    const at = (line: number) => (isKnown(line) ? hashes[line - 1] : undefined);
    const lines = Array.from(hashes, (_, i) => i + 1).filter(isKnown);
    const knowledge: LineKnowledge = { highest: Math.max(0, ...lines), known: lines.length, at };
    return { lines: knowledge, totalLines: hashes.length, contentHash: null };
  };
  const found = async (sources: Partial<TextSources>, before = known(old), after = known(made)) =>
    (await textBefore({ editor: [], record: [], git: [], ...sources }, before, after, hasher))?.source;

  it('is believed of Git only where every line is proved', async () => {
    expect(await found({ git: [old] })).toBe('git');
    expect(await found({ git: [old.replace('a4', 'b4')] })).toBeUndefined();
    const partly = known(old, (line) => line !== 4);
    expect(await found({ git: [old] }, partly)).toBeUndefined();
    expect(
      await found({ git: [old] }, { ...partly, contentHash: `sha256:${'0'.repeat(64)}` }),
    ).toBeUndefined();
    const contentHash = `sha256:${createHash('sha256').update(old).digest('hex')}`;
    expect(await found({ git: [old] }, { ...partly, contentHash })).toBe('git');
  });

  it('is what the editor had just before the text that the change made', async () => {
    const partly = known(old, (line) => line < 3);
    expect(await found({ editor: [old, made] }, partly)).toBe('editor');
    // What it had is another version than the agent changed.
    expect(await found({ editor: [old.replace('a1', 'b1'), made] }, partly)).toBeUndefined();
    // What came after is not what the change made.
    expect(await found({ editor: [old, made.replace('a6', 'b6')] }, partly)).toBeUndefined();
    expect(await found({ editor: [made] }, partly)).toBeUndefined();
  });

  it('is what the agent recorded, unless that cannot be', async () => {
    const partly = known(old, (line) => line < 3);
    expect(await found({ record: [old] }, partly)).toBe('record');
    expect(await found({ record: [old.replace('a2', 'b2')] }, partly)).toBeUndefined();
    expect(await found({ record: [`${old}more\n`] }, partly)).toBeUndefined();
  });
});

describe('what a record says of the text before', () => {
  it('is taken where the file is named beside it, and from there only', () => {
    const record = {
      message: {
        content: [
          { type: 'tool_use', input: { file_path: '/ws/a.ts', old_string: 'old a', new_string: 'new a' } },
          { type: 'tool_use', input: { file_path: '/ws/b.ts', old_string: 'old b', new_string: 'new b' } },
        ],
      },
      toolUseResult: { filePath: 'C:\\ws\\a.ts', originalFile: 'whole a' },
      elsewhere: { originalFile: 'of nobody' },
    };
    expect(recordedText([record], 'a.ts')).toEqual({ whole: ['whole a'], parts: ['old a'] });
    expect(recordedText([record], 's')).toEqual({ whole: [], parts: [] });
  });

  it('is looked for so far and no further', () => {
    let deep: Record<string, unknown> = { path: 'a.ts', before: 'too deep' };
    for (let i = 0; i < 50; i++) deep = { deep };
    expect(recordedText([deep], 'a.ts').whole).toEqual([]);
  });
});

describe('a link to evidence', () => {
  it('says what is meant, and cannot be left by what a record named', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (session, actor, ordinal) => {
        const named = nameOfRead(session as never, { actor, ordinal });
        const link = commandLink('1', 'readCoverage.showInTranscript', named);
        expect(link).toMatch(/^\[1\]\(command:readCoverage\.showInTranscript\?[A-Za-z0-9%]*\)$/);
        const [argument] = JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1, -1)));
        expect(evidenceNamed(argument)).toEqual({ kind: 'read', session, actor, ordinal });
      }),
    );
  });

  it.each([undefined, null, 3, [], {}, { blindChange: 4 }, { read: { session: 's', actor: 'a' } }])(
    '%j is none',
    (context) => expect(evidenceNamed(context)).toBeUndefined(),
  );
});
