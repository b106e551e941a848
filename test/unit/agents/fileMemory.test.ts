import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileMemory } from '../../../src/agents/fileMemory';
import type { Hunk } from '../../../src/tracker/event';

/** The same by one entry a line. */
class Oracle {
  lines: (number | undefined)[] = [];
  total: number | null = null;

  saw(start: number, hashes: readonly number[], total: number | null): void {
    const agrees = hashes.every((hash, i) => (this.lines[start - 1 + i] ?? hash) === hash);
    if (!agrees || (total !== null && this.total !== null && total !== this.total)) {
      this.lines = [];
      this.total = null;
    }
    const behind = hashes.length === 0 ? 0 : start + hashes.length - 1;
    while (this.lines.length < behind) this.lines.push(undefined);
    this.lines.splice(start - 1, hashes.length, ...hashes);
    this.total = total ?? this.total;
  }

  edited(hunks: readonly Hunk[], written: readonly number[]): void {
    let used = 0;
    let moved = 0;
    for (const { oldStart, oldLines, newLines } of hunks) {
      const at = oldStart - 1 + moved;
      while (this.lines.length < at) this.lines.push(undefined);
      const made = Array.from({ length: newLines }, () => written[used++]);
      this.lines.splice(at, oldLines, ...made);
      moved += newLines - oldLines;
    }
    if (this.total !== null) this.total += moved;
  }
}

// Few hashes, so that some lines agree; some are larger than any signed number.
const hash = fc.constantFrom(1, 2, 0xffffffff);
const hashes = fc.array(hash, { maxLength: 200, size: 'max' });
const line = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 300 }));
const inOrder = (parts: readonly (readonly [gap: number, oldLines: number, newLines: number])[]): Hunk[] => {
  let next = 0;
  return parts.map(([gap, oldLines, newLines]) => {
    const oldStart = next + gap;
    next = oldStart + oldLines;
    return { oldStart, oldLines, newStart: 1, newLines };
  });
};
const deed = fc.oneof(
  fc.record({
    kind: fc.constant('saw' as const),
    start: line,
    hashes,
    total: fc.option(fc.constantFrom(50, 500)),
  }),
  fc.record({
    kind: fc.constant('edited' as const),
    hunks: fc.array(fc.tuple(line, fc.nat(30), fc.nat(30)), { minLength: 1, maxLength: 3 }).map(inOrder),
    hashes,
  }),
  fc.record({ kind: fc.constant('wrote' as const), hashes }),
);

describe('FileMemory', () => {
  it('knows what was seen, written and edited, each line at its place', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 8 }), (deeds) => {
        const memory = new FileMemory();
        const oracle = new Oracle();
        for (const each of deeds) {
          const given = Uint32Array.from(each.hashes);
          if (each.kind === 'saw') {
            memory.saw('/a', each.start, given, each.total);
            oracle.saw(each.start, each.hashes, each.total);
          } else if (each.kind === 'wrote') {
            memory.wrote('/a', given);
            oracle.lines = [...each.hashes];
            oracle.total = given.length;
          } else {
            memory.edited('/a', each.hunks, given);
            oracle.edited(each.hunks, each.hashes);
          }
        }
        const file = memory.get('/a');
        expect(file?.highest ?? 0).toBe(oracle.lines.length);
        expect(file?.total ?? null).toBe(oracle.total);
        for (let at = 0; at <= oracle.lines.length + 1; at++) {
          expect(file?.at(at)).toBe(at === 0 ? undefined : oracle.lines[at - 1]);
        }
      }),
    );
  });
});
