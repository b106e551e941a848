import { describe, expect, it } from 'vitest';
import { HashedLines } from '../../../src/editor/marks/hashedLines';
import { DocumentEvidence } from '../../../src/editor/marks/textEvidence';
import { editorLines, HASHER, knowledge, versionOf } from './lines';

const TEXT = 'one\ntwo\nthree\nfour\n';
const EDITED = TEXT.replace('four', 'for');

/** A document whose fourth line can be edited. */
function document() {
  const text = new HashedLines(HASHER, editorLines(TEXT).lineCount);
  const evidence = new DocumentEvidence(text);
  const show = (content: string, saved: boolean): void => {
    text.apply([{ first: 3, last: 3, lines: 1 }], editorLines(content).lineCount);
    text.fill(editorLines(content), Number.POSITIVE_INFINITY);
    evidence.textChanged();
    evidence.setSaved(saved);
  };
  show(TEXT, true);
  return { evidence, show };
}

describe('content hashes', () => {
  it('are asked for, learned, and known again when the text comes back', () => {
    const { evidence, show } = document();
    expect(evidence.hasContent('sha256:1')).toBeUndefined();
    expect(evidence.asked).toBe(true);
    evidence.learn('sha256:1');
    evidence.digested();
    expect(evidence.asked).toBe(false);
    expect(evidence.hasContent('sha256:1')).toBe(true);
    expect(evidence.hasContent('sha256:2')).toBe(false);

    show(EDITED, false);
    expect(evidence.hasContent('sha256:1')).toBeUndefined();
    evidence.learn('sha256:2');
    evidence.digested();
    expect(evidence.hasContent('sha256:1')).toBe(false);
    expect(evidence.hasContent('sha256:2')).toBe(true);

    show(TEXT, true);
    expect(evidence.hasContent('sha256:1')).toBe(true);
    expect(evidence.asked).toBe(false);
  });

  it('give the lines of a content that was seen', () => {
    const { evidence, show } = document();
    evidence.learn('sha256:1');
    show(EDITED, false);
    const lines = evidence.linesOf('sha256:1');
    expect([lines?.highest, lines?.at(4), lines?.at(5)]).toEqual([4, HASHER.line('four'), undefined]);
    expect(evidence.linesOf('sha256:2')).toBeUndefined();
  });

  it('are forgotten when there are many', () => {
    const { evidence } = document();
    for (let i = 0; i < 9; i++) evidence.learn(`sha256:${i}`);
    expect(evidence.linesOf('sha256:0')).toBeUndefined();
    expect(evidence.linesOf('sha256:1')).toBeDefined();
  });
});

describe('a version of which some lines are known', () => {
  const some = versionOf(TEXT, { lines: knowledge(TEXT, (line) => line < 3) });
  const more = versionOf(TEXT, { lines: knowledge(TEXT, (line) => line < 4) });

  it('is left by an edit of a line that is not known, and is back when that is undone', () => {
    const { evidence, show } = document();
    expect(evidence.unchangedSinceAgreed(some)).toBe(true);
    evidence.agreed(some);
    show(EDITED, false);
    expect(evidence.unchangedSinceAgreed(some)).toBe(false);
    expect(evidence.unchangedSinceAgreed(more)).toBe(false);
    show(TEXT, true);
    expect(evidence.unchangedSinceAgreed(some)).toBe(true);
  });

  it('stays left when the edit is saved, until more of it is read', () => {
    const { evidence, show } = document();
    evidence.agreed(some);
    show(EDITED, true);
    expect(evidence.unchangedSinceAgreed(some)).toBe(false);
    expect(evidence.unchangedSinceAgreed(more)).toBe(true);
    evidence.agreed(more);
    show(TEXT, false);
    expect(evidence.unchangedSinceAgreed(more)).toBe(false);
  });

  it('is not measured by an unsaved text', () => {
    const { evidence, show } = document();
    show(EDITED, false);
    evidence.agreed(some);
    show(TEXT, true);
    expect(evidence.unchangedSinceAgreed(some)).toBe(true);
  });
});
