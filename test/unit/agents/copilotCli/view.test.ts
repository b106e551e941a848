import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../../src/text/lines';
import { events, failure, hasher, message, ofKind, result, row, START, viewDiff, viewOf } from './sessions';

/** What the view tool answers: the text, the diff beside it, and the last line that it gives whole. */
function answer(text: string, start: number, end: number | null, most: number, isNumbered: boolean) {
  const all = text.split('\n');
  const asked = all.slice(start - 1, end ?? undefined);
  const count = end === null ? asked.length : end - start + 1;
  const plain = asked.map((line, i) => (isNumbered ? `${start + i}. ${line}` : line)).join('\n');
  const detailedContent = viewDiff(asked, start, count);
  if (plain.length <= most) return { content: plain, detailedContent, last: start + asked.length - 1 };
  const head = plain.slice(0, most);
  const next = start + head.split('\n').length;
  const note = `[Output truncated. Use view_range=[${next}, ...] to continue reading. File has at least ${all.length} lines.]`;
  return { content: `${head}\n\n${note}`, detailedContent, last: next - 2 };
}

const lineText = fc.constantFrom(
  '',
  '',
  'a',
  '  b',
  'ü☕',
  '1. a',
  '2. ',
  '[Output truncated. Use view_range=[3, ...] to continue reading. File has at least 9 lines.]',
);

describe('a view of Copilot CLI', () => {
  it.each([false, true])('is credited with the lines that were shown whole (numbered: %s)', (isNumbered) => {
    const file = fc.tuple(fc.array(lineText, { minLength: 1, maxLength: 8 }), fc.boolean());
    const window = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.integer({ min: 0, max: 9 })));
    let exact = 0;
    let runs = 0;
    fc.assert(
      fc.property(
        file,
        window,
        fc.integer({ min: 5, max: 300 }),
        fc.boolean(),
        ([lines, hasEnd], [start, more], most, hasDiff) => {
          const text = lines.join('\n') + (hasEnd ? '\n' : '');
          fc.pre(start <= text.split('\n').length);
          const end = more === null ? null : start + more;
          const { last, ...given } = answer(text, start, end, most, isNumbered);
          const isWhole = start === 1 && end === null;
          const args = isWhole ? {} : { view_range: [start, end ?? -1] };
          const shown = hasDiff ? given : { content: given.content };
          const event = viewOf(args, given.content, { result: shown });
          const real = splitLines(text);
          const [[from, to] = [1, 0]] = event?.returned ?? [];
          expect([from >= 1, to <= Math.min(last, real.length)]).toEqual([true, true]);
          if (to > 0) expect(from).toBe(start);
          // Without the diff, a list with numbers cannot be told from a file that was shown with numbers.
          if (hasDiff || isNumbered) {
            expect(event?.lineHashes ?? new Uint32Array()).toEqual(hasher.each(real.slice(from - 1, to)));
          }
          if (event?.totalLines != null) expect(event.totalLines).toBe(real.length);
          runs++;
          if (to === Math.min(last, real.length)) exact++;
        },
      ),
      { numRuns: 300 },
    );
    expect(exact / runs).toBeGreaterThan(0.65);
  });

  it('knows the end of the file only where it saw it', () => {
    expect(viewOf({}, 'a\nb\n')).toMatchObject({ returned: [[1, 2]], totalLines: 2, outcome: 'complete' });
    expect(viewOf({ view_range: [2, -1] }, 'b\n')).toMatchObject({ returned: [[2, 2]], totalLines: 2 });
    expect(viewOf({ view_range: [1, 2] }, 'a\nb')).toMatchObject({ returned: [[1, 2]], totalLines: null });
    // An empty last line of all that was asked for may be the end of the file.
    expect(viewOf({ view_range: [1, 2] }, 'a\n')).toMatchObject({ returned: [[1, 1]], totalLines: null });
    expect(viewOf({ view_range: [2, 2] }, '')?.returned).toEqual([]);
    expect(viewOf({ view_range: [1, 2] }, 'a\nb\nc')?.outcome).toBe('unknown-range');
  });

  it('is credited with nothing where another text was given, or none that is known', () => {
    const given = (resultForLlmLength: number) => ({
      toolTelemetry: { properties: { viewType: 'file' }, metrics: { resultForLlmLength } },
    });
    expect(viewOf({}, 'a\nb\n', given(4))?.returned).toEqual([[1, 2]]);
    expect(viewOf({}, 'a\nb\n', given(3))).toMatchObject({ returned: [], outcome: 'unknown-range' });
    expect(viewOf({}, 'a\nb\n', { toolTelemetry: {} })?.outcome).toBe('unknown-range');
    expect(viewOf({}, '', { result: {} })?.outcome).toBe('unknown-range');
  });

  it('is credited with nothing where the diff is of other lines, or of more', () => {
    const shown = (start: number, lines: readonly string[]) =>
      viewOf({ view_range: [5, -1] }, 'a\nb\n', {
        result: { content: 'a\nb\n', detailedContent: viewDiff(lines, start) },
      });
    expect(shown(5, ['a', 'b', ''])?.returned).toEqual([[5, 6]]);
    expect(shown(1, ['a', 'b', ''])?.outcome).toBe('unknown-range');
    expect(shown(5, ['a', 'x', 'y', 'b', ''])?.outcome).toBe('unknown-range');
  });

  it('shows nothing of files that are too large, folders, images, and files without lines', () => {
    const large =
      'File too large to read at once (48.7 KB). Consider using the grep tool to search within the file.';
    expect(viewOf({}, large)).toMatchObject({ returned: [], outcome: 'failed', error: 'too-large' });
    const folder = { toolTelemetry: { properties: { viewType: 'directory' } } };
    expect(viewOf({}, 'a.txt\nb.txt', folder)).toMatchObject({ returned: [], outcome: 'not-text' });
    const listed =
      '\ndiff --git a/ws/src b/ws/src\ncreate file mode 100644\n--- a/dev/null\n+++ b/ws/src\n@@ -1,0 +1,1 @@\n a.txt\n';
    const untold = { result: { content: 'a.txt', detailedContent: listed }, toolTelemetry: {} };
    expect(viewOf({}, 'a.txt', untold)?.outcome).toBe('not-text');
    expect(viewOf({}, 'Viewed image file successfully.')?.outcome).toBe('not-text');
    const binary = { result: { content: 'x', binaryResultsForLlm: [{ type: 'image' }] } };
    expect(viewOf({}, 'x', binary)?.outcome).toBe('not-text');
    const empty = viewDiff([], 1);
    const none = { result: { content: empty, detailedContent: empty } };
    expect(viewOf({}, empty, none)).toMatchObject({ returned: [], totalLines: 0, outcome: 'empty' });
  });

  it('tells failures and refusals', () => {
    const call = { id: 'c', name: 'view', args: { path: '/ws/a.txt', view_range: [9, 12] } };
    const ended = (one: object) => ofKind(events([START, ...message('m', [call]), { ...one }]), 'read')[0];
    expect(ended(failure('c', 'Path does not exist'))).toMatchObject({
      outcome: 'failed',
      error: 'not-found',
    });
    expect(ended(failure('c', 'Denied by a hook', 'denied'))).toMatchObject({
      outcome: 'failed',
      error: 'denied',
    });
    expect(viewOf({ view_range: [3, 2] }, 'a')?.outcome).toBe('unknown-range');
    expect(viewOf({ view_range: ['1', '2'] }, 'a\nb')?.outcome).toBe('unknown-range');
  });

  it('is not believed where a hook changed the call or the result', () => {
    const call = { id: 'c', name: 'view', args: { path: '/ws/a.txt' } };
    const hookedBefore = (output: object) => [
      row('hook.start', {
        hookInvocationId: 'h',
        hookType: 'preToolUse',
        input: { toolCalls: [{ id: 'c', name: 'view', args: call.args }] },
      }),
      row('hook.end', { hookInvocationId: 'h', hookType: 'preToolUse', success: true, output }),
    ];
    const hookedAfter = (toolArgs: unknown, output: object) => [
      row('hook.start', {
        hookInvocationId: 'k',
        hookType: 'postToolUse',
        input: { toolName: 'view', toolArgs },
      }),
      row('hook.end', { hookInvocationId: 'k', hookType: 'postToolUse', success: true, output }),
    ];
    const shown = (hooks: object[]) =>
      ofKind(
        events([START, ...message('m', [call]), ...hooks.map((one) => ({ ...one })), result('c', 'a\n')]),
        'read',
      )[0]?.outcome;
    expect(shown(hookedBefore({ modifiedArgs: { path: '/ws/b.txt' } }))).toBe('unknown-range');
    expect(shown(hookedBefore({ permissionDecision: 'allow' }))).toBe('complete');
    expect(shown(hookedAfter(call.args, { modifiedResult: { textResultForLlm: 'x' } }))).toBe(
      'unknown-range',
    );
    expect(shown(hookedAfter(JSON.stringify(call.args), { modifiedResult: {} }))).toBe('unknown-range');
    expect(shown(hookedAfter({ path: '/ws/other.txt' }, { modifiedResult: {} }))).toBe('complete');
    expect(shown(hookedAfter(call.args, { additionalContext: 'x' }))).toBe('complete');
  });
});
