import { type EditorLines, HashedLines } from '../../../src/editor/marks/hashedLines';
import { LineHasher } from '../../../src/text/lineHash';
import { forEachLine } from '../../../src/text/lines';
import type { LineKnowledge, ReadRecord, Segment, VersionCoverage } from '../../../src/tracker/views';

export const HASHER = new LineHasher([0x1234_5678, 0x9abc_def0]);

/** A text as an editor holds it. */
export function editorLines(text: string): EditorLines {
  const lines = text.split(/\r\n|\n/);
  return { lineCount: lines.length, lineText: (line) => lines[line] ?? '' };
}

export function hashed(text: string): HashedLines {
  const lines = editorLines(text);
  const hashes = new HashedLines(HASHER, lines.lineCount);
  hashes.fill(lines, Number.POSITIVE_INFINITY);
  return hashes;
}

/** Knowledge of the lines of a text, all or those that `isKnown` tells. */
export function knowledge(text: string, isKnown: (line: number) => boolean = () => true): LineKnowledge {
  const known = new Map<number, number>();
  let line = 0;
  forEachLine(text, (start, end) => {
    line++;
    if (isKnown(line)) known.set(line, HASHER.line(text, start, end));
  });
  return { highest: Math.max(0, ...known.keys()), known: known.size, at: (at) => known.get(at) };
}

export function segment(start: number, end: number, more: Partial<Segment> = {}): Segment {
  return { start, end, times: 1, inContext: true, authored: false, carried: false, glimpsed: false, ...more };
}

/** A read of which nothing came, unless `more` says otherwise. */
export function readRecord(more: Partial<ReadRecord>): ReadRecord {
  return {
    ordinal: 1,
    call: null,
    time: null,
    actor: 'main',
    path: '/w/a.ts',
    written: 'a.ts',
    form: 'tool',
    requested: null,
    returned: [],
    cutLines: [],
    outcome: 'complete',
    progress: 'neutral',
    newLines: 0,
    newForLife: 0,
    streak: 0,
    fileStreak: 0,
    fileRepeats: 0,
    stopStreak: 0,
    version: null,
    level: null,
    uncertain: false,
    notes: [],
    ...more,
  };
}

/** A version with every line of the text known and its number of lines, unless `more` says otherwise. */
export function versionOf(text: string, more: Partial<VersionCoverage> = {}): VersionCoverage {
  const lines = more.lines ?? knowledge(text);
  return {
    version: 1,
    current: true,
    totalLines: knowledge(text).known,
    contentHash: null,
    lines,
    actors: new Map(),
    ...more,
  };
}
