import { describe, expect, it } from 'vitest';
import { whyNoLine, whyNoneAgrees } from '../../../src/editor/marks/nothingDrawn';
import type { ReadRecord, Segment } from '../../../src/tracker/views';
import { hashed, knowledge, readRecord, segment, versionOf } from './lines';

const TEXT = 'one\ntwo\nthree\n';
const by = (...segments: Segment[]) => new Map([['main', segments]]);
const given = by(segment(1, 2));
const nothing = knowledge('');

describe('why a text is drawn as no version', () => {
  const why = (...versions: readonly ReturnType<typeof versionOf>[]) => whyNoneAgrees(hashed(TEXT), versions);

  it('claims no other version where nothing was given', () => {
    expect(why()).toBe('nothing-given');
    expect(why(versionOf('another\n'))).toBe('nothing-given');
    expect(why(versionOf('another\n', { actors: by() }))).toBe('nothing-given');
    const carried = segment(1, 1, { times: 0, carried: true });
    expect(why(versionOf('another\n', { actors: by(carried) }))).toBe('nothing-given');
  });

  it('claims another version where each that was given is proven to be another', () => {
    expect(why(versionOf('another\n', { actors: given }))).toBe('other-version');
    const glimpsed = segment(1, 1, { times: 0, glimpsed: true });
    expect(why(versionOf('another\n', { actors: by(glimpsed) }))).toBe('other-version');
    const byContent = versionOf('', {
      lines: nothing,
      totalLines: null,
      contentHash: 'sha256:00',
      actors: given,
    });
    expect(why(byContent)).toBe('other-version');
  });

  it('says so where one cannot be compared', () => {
    const unknown = versionOf('', { lines: nothing, totalLines: null, actors: given });
    expect(why(unknown)).toBe('unprovable');
    expect(why(versionOf('another\n', { actors: given }), unknown)).toBe('unprovable');
  });

  it('does not call a text another where all that is known is the same', () => {
    const part = versionOf(TEXT, {
      lines: knowledge(TEXT, (line) => line < 3),
      totalLines: null,
      actors: given,
    });
    expect(why(part)).toBe('edited');
    expect(why(versionOf('another\n', { actors: given }), part)).toBe('edited');
  });
});

describe('what became of reads of which no line counts', () => {
  const read = (outcome: ReadRecord['outcome'], more: Partial<ReadRecord> = {}): ReadRecord =>
    readRecord({ outcome, ...more });

  it('is told once for each kind, the last first', () => {
    expect(whyNoLine([])).toEqual(['not-read']);
    expect(whyNoLine([read('failed'), read('failed')])).toEqual(['failed']);
    expect(whyNoLine([read('not-text'), read('unknown-range'), read('not-text')])).toEqual([
      'not-text',
      'unknown-lines',
    ]);
  });

  it('tells cut lines from whole ones', () => {
    expect(whyNoLine([read('truncated', { cutLines: [1, 2, 3] })])).toEqual(['cut']);
    expect(whyNoLine([read('truncated', { returned: [[1, 3]], cutLines: [1, 2, 3] })])).toEqual(['cut']);
    expect(whyNoLine([read('truncated', { returned: [[1, 1]], cutLines: [2, 3] })])).toEqual(['forgotten']);
    expect(whyNoLine([read('truncated')])).toEqual(['unknown-lines']);
  });
});
