import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreeingVersions, compareLines, type TextEvidence } from '../../../src/editor/marks/agreement';
import { hashed, knowledge, versionOf } from './lines';

const TEXT = 'one\ntwo\nthree\nfour\n';
const unknownContent: TextEvidence = { hasContent: () => undefined, unchangedSinceAgreed: () => true };
const some = knowledge(TEXT, (line) => line === 2 || line === 3);
const nothing = knowledge('');

describe('compareLines', () => {
  it('compares what is known, and the number of lines', () => {
    const text = hashed(TEXT);
    expect(compareLines(text, versionOf(TEXT))).toBe('same');
    expect(compareLines(text, versionOf(TEXT, { totalLines: null }))).toBe('agrees');
    expect(compareLines(text, versionOf(TEXT, { lines: some }))).toBe('agrees');
    expect(compareLines(text, versionOf(TEXT, { lines: some, totalLines: 5 }))).toBe('differs');
    expect(compareLines(text, versionOf(`${TEXT}five\n`, { totalLines: null }))).toBe('differs');
    expect(compareLines(text, versionOf(TEXT, { lines: nothing, totalLines: null }))).toBe('unknown');
    expect(compareLines(text, versionOf(TEXT, { lines: nothing, totalLines: 3 }))).toBe('differs');
  });

  it('does not see line ends or the end of the last line', () => {
    expect(compareLines(hashed(TEXT.replaceAll('\n', '\r\n')), versionOf(TEXT))).toBe('same');
    expect(compareLines(hashed(TEXT.slice(0, -1)), versionOf(TEXT))).toBe('same');
  });

  it('does not take the empty last line of an editor for a line', () => {
    const version = versionOf('one\n\n', { totalLines: null });
    expect(compareLines(hashed('one\n'), version)).toBe('differs');
    expect(compareLines(hashed('one\n\n'), version)).toBe('agrees');
  });

  it('has nothing to say for an empty text', () => {
    expect(compareLines(hashed(''), versionOf(''))).toBe('unknown');
    expect(compareLines(hashed('\n'), versionOf(''))).toBe('differs');
  });

  it('differs exactly where a known line or the known total differs', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', ''), { maxLength: 6 });
    fc.assert(
      fc.property(
        lines,
        lines,
        fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        (a, b, known, total) => {
          const text = (list: readonly string[]) => list.map((line) => `${line}\n`).join('');
          const version = versionOf(text(b), {
            lines: knowledge(text(b), (line) => known[line - 1] === true),
            totalLines: total ? b.length : null,
          });
          const agree =
            (!total || a.length === b.length) && b.every((line, i) => known[i] !== true || a[i] === line);
          expect(compareLines(hashed(text(a)), version) !== 'differs').toBe(agree);
        },
      ),
    );
  });
});

describe('agreeingVersions', () => {
  it('takes all versions that certainly are the text', () => {
    const versions = [
      versionOf(TEXT, { version: 3 }),
      versionOf(`${TEXT}more\n`, { version: 2 }),
      versionOf(TEXT, { version: 1 }),
    ];
    expect(agreeingVersions(hashed(TEXT), versions, unknownContent)).toEqual({
      versions: [versions[0], versions[2]],
      certain: true,
      pending: false,
    });
  });

  it('prefers what is certain to what is only likely, and the newest of the likely', () => {
    const likely = [2, 1].map((version) => versionOf(TEXT, { version, lines: some }));
    const certain = versionOf(TEXT, { version: 0 });
    expect(agreeingVersions(hashed(TEXT), likely, unknownContent)).toMatchObject({
      versions: [likely[0]],
      certain: false,
    });
    expect(agreeingVersions(hashed(TEXT), [...likely, certain], unknownContent)).toMatchObject({
      versions: [certain],
      certain: true,
    });
  });

  it('lets the content hash decide where not every line is known', () => {
    const version = versionOf(TEXT, { lines: some, contentHash: 'sha256:1' });
    const older = versionOf(TEXT, { lines: some });
    const hash = (has: boolean | undefined): TextEvidence => ({ ...unknownContent, hasContent: () => has });
    expect(agreeingVersions(hashed(TEXT), [version], hash(true))).toMatchObject({
      versions: [version],
      certain: true,
    });
    expect(agreeingVersions(hashed(TEXT), [version], hash(false)).versions).toEqual([]);
    expect(agreeingVersions(hashed(TEXT), [version, older], hash(undefined))).toMatchObject({
      versions: [],
      pending: true,
    });
    const other = hashed(TEXT.replace('two', 'too'));
    expect(agreeingVersions(other, [version], hash(true)).versions).toEqual([]);
  });

  it('says when nothing can be compared', () => {
    const version = versionOf(TEXT, { lines: nothing });
    expect(agreeingVersions(hashed(TEXT), [version], unknownContent)).toMatchObject({
      versions: [],
    });
  });

  it('gives up a likely version once the text was edited, even in a line that is not known', () => {
    const evidence: TextEvidence = { ...unknownContent, unchangedSinceAgreed: () => false };
    expect(agreeingVersions(hashed(TEXT), [versionOf(TEXT, { lines: some })], evidence).versions).toEqual([]);
    expect(agreeingVersions(hashed(TEXT), [versionOf(TEXT)], evidence).versions).toHaveLength(1);
  });
});
