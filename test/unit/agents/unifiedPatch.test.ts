import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedPatch } from '../../../src/agents/patch';

const files = fc.array(fc.constantFrom('a', 'b', '', '-', '+', '@@', ' x'), { maxLength: 30 });

describe('a unified diff', () => {
  it('tells what replaced what', () => {
    expect(unifiedPatch('--- a\n+++ b\n@@ -2,3 +2,3 @@\n beta\n-gamma\n+GAMMA\n delta\n')).toEqual({
      hunks: [{ oldStart: 3, oldLines: 1, newStart: 3, newLines: 1 }],
      lines: [[3, 3]],
      written: ['GAMMA'],
    });
  });

  it('is not believed where its counts are wrong, or it has no hunk', () => {
    expect(unifiedPatch('@@ -2,3 +2,4 @@\n beta\n-gamma\n+GAMMA\n delta\n')).toBeNull();
    expect(unifiedPatch('')).toBeNull();
    expect(unifiedPatch('no diff at all')).toBeNull();
  });

  it('turns the old lines into the new ones', () => {
    fc.assert(
      fc.property(files, files, (before, after) => {
        const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
        const patch = unifiedPatch(createTwoFilesPatch('f', 'f', text(before), text(after)));
        fc.pre(patch !== null);
        const made: string[] = [];
        let at = 0;
        let used = 0;
        for (const { oldStart, oldLines, newLines } of patch?.hunks ?? []) {
          made.push(...before.slice(at, oldStart - 1), ...patch.written.slice(used, used + newLines));
          used += newLines;
          at = oldStart - 1 + oldLines;
        }
        expect([...made, ...before.slice(at)]).toEqual(after);
      }),
    );
  });
});
