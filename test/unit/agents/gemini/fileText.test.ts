import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileText } from '../../../../src/agents/gemini/fileText';
import { eventsOf, gemini, HEADER, hasher, ofKind, readFile, toolCalls } from './records';

const MOST_LINES = 2000;
const MOST_CHARACTERS = 2000;

/** What the agent answers for a file, and what it shows to the person: written down from its documentation. */
function answerOf(
  content: string,
  start?: number,
  end?: number,
): { text: string; display: string; shown: [number, number] } {
  const parts = content.split(/\r?\n/);
  const from = Math.min((start ?? 1) - 1, parts.length);
  const to = Math.min(end ?? (start === undefined ? 0 : from) + MOST_LINES, parts.length);
  const cut = parts
    .slice(from, to)
    .map((line) =>
      line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}... [truncated]` : line,
    );
  const isShortened = cut.some((line, i) => line !== parts[from + i]);
  const isPart = from > 0 || to < parts.length;
  const body = cut.join('\n');
  if (!isPart && !isShortened) return { text: body, display: '', shown: [from + 1, to] };
  const head = `\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${from + 1}-${to} of ${parts.length} total lines.\nAction: To read more of the file, you can use the 'start_line' and 'end_line' parameters in a subsequent 'read_file' call. For example, to read the next section of the file, use start_line: ${to + 1}.\n\n--- FILE CONTENT (truncated) ---\n`;
  const display = isPart
    ? `Read lines ${from + 1}-${to} of ${parts.length} from f${isShortened ? ' (some lines were shortened)' : ''}`
    : `Read all ${parts.length} lines from f (some lines were shortened)`;
  return { text: head + body, display, shown: [from + 1, to] };
}

const LINES = fc.array(
  fc.constantFrom(
    'a',
    '',
    'b ',
    '12\tx',
    'Status: Showing lines 1-5 of 9 total lines.',
    'x'.repeat(2100),
    '... [truncated]',
  ),
  { maxLength: 12 },
);

describe('an answer of read_file', () => {
  it('shows the lines that were asked for, whole ones only', () => {
    fc.assert(
      fc.property(
        LINES,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.option(fc.tuple(fc.nat(14), fc.nat(14))),
        (lines, end, isEnded, range) => {
          const content = lines.join(end) + (isEnded && lines.length > 0 ? end : '');
          const real =
            content === '' ? [] : content.split(/\r?\n/).slice(0, content.endsWith('\n') ? -1 : undefined);
          const start = range === null ? undefined : range[0] + 1;
          const last = range === null || start === undefined ? undefined : start + range[1];
          const { text, display, shown } = answerOf(content, start, last);
          const found = fileText(text, display);
          expect(found).not.toBeNull();
          if (found === null) return;
          const { bounds, text: source } = found.lines;
          const texts = Array.from({ length: bounds.length / 2 }, (_, i) =>
            source.slice(bounds[2 * i], bounds[2 * i + 1]),
          );
          const expected = real.slice(shown[0] - 1, shown[1]);
          expect(texts.map((one, i) => (found.cutLines.includes(found.start + i) ? 'cut' : one))).toEqual(
            expected.map((one) => (one.length > MOST_CHARACTERS ? 'cut' : one)),
          );
          if (expected.length > 0) expect(found.start).toBe(shown[0]);
          if (found.total !== null) expect(found.total).toBe(real.length);
          if (shown[1] >= real.length && expected.length > 0 && shown[1] >= content.split('\n').length)
            expect(found.total).toBe(real.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  const head = answerOf('a\nb\nc\n', 2, 2).text;

  it('is the whole file where the agent says nothing, whatever the file begins with', () => {
    const found = fileText(head, '');
    expect(found?.start).toBe(1);
    expect(found?.total).toBe(head.split('\n').length);
  });

  it("tells nothing where what it begins with may be the agent's or the file's", () => {
    expect(fileText(head, undefined)).toBeNull();
    expect(fileText('plain', 'Read lines 1-2 of 3 from f')).toBeNull();
    expect(fileText('<tool_output_masked>\nx', '')).toBeNull();
    expect(
      fileText(
        'Output too large. Showing first 8,000 and last 32,000 characters. For full output see: x\na',
        '',
      ),
    ).toBeNull();
  });

  it('does not count what hooks and the agent add after it', () => {
    const added = '\n\n--- Newly Discovered Project Context ---\nhello\n--- End Project Context ---';
    expect(fileText(`a\nb\n${added}`, '')?.lines.bounds).toHaveLength(4);
    expect(fileText(`a\nb\n${added}\n\n<hook_context>more</hook_context>`, '')).toMatchObject({
      total: null,
    });
    expect(fileText(`a\nb\n${added}\n\n<hook_context>more</hook_context>`, '')?.lines.bounds).toHaveLength(4);
    const part = answerOf('a\nb\nc\nd\n', 2, 3);
    expect(fileText(part.text + added, part.display)?.lines.bounds).toHaveLength(4);
  });

  it('gives no line where fewer are there than it says', () => {
    expect(
      fileText(answerOf('a\nb\nc\nd\n', 2, 3).text.replace('\nc', ''), 'Read lines 2-3 of 5 from f'),
    ).toBeNull();
  });
});

describe('a call of read_file', () => {
  const read = (text: string, args: object, display: unknown = '') =>
    ofKind(eventsOf([HEADER, gemini('m1', readFile('c1', 'src/f.ts', text, args, display))]), 'read')[0];

  it('names the call as the model did, and the file from the folder of the session', () => {
    expect(read('a\n', {})).toMatchObject({
      call: 'c1',
      path: '/ws/src/f.ts',
      written: 'src/f.ts',
      outcome: 'complete',
      returned: [[1, 1]],
      totalLines: 1,
      agentTotal: 2,
      lineHashes: hasher.each(['a']),
    });
  });

  it('understands both ways to ask for lines', () => {
    expect(read('a', { start_line: 3, end_line: 7 })?.requested).toEqual({ start: 3, end: 7 });
    expect(read('a', { end_line: 7 })?.requested).toEqual({ start: 1, end: 7 });
    expect(read('a', { file_path: undefined, absolute_path: '/ws/f', offset: 3, limit: 2 })).toMatchObject({
      path: '/ws/f',
      requested: { start: 4, end: 5 },
    });
    expect(read('a', { start_line: -3, end_line: 1e300 })?.requested).toBeNull();
  });

  it('tells a limit from what was asked for', () => {
    const long = `${Array.from({ length: 2500 }, (_, i) => `l${i}`).join('\n')}\n`;
    const whole = answerOf(long);
    expect(read(whole.text, {}, whole.display)).toMatchObject({
      outcome: 'truncated',
      returned: [[1, 2000]],
      totalLines: null,
    });
    const asked = answerOf(long, 1, 2000);
    expect(read(asked.text, { start_line: 1, end_line: 2000 }, asked.display)?.outcome).toBe('complete');
    const past = answerOf(long, 9000, 9001);
    expect(read(past.text, { start_line: 9000, end_line: 9001 }, past.display)).toMatchObject({
      outcome: 'empty',
      returned: [],
    });
    expect(read('', {})).toMatchObject({ outcome: 'empty', totalLines: 0 });
  });

  it('understands the head of older versions', () => {
    const text =
      '[File content truncated: showing lines 2-3 of 5 total lines. Use offset/limit parameters to view more.]\nb\nc';
    expect(read(text, { offset: 1, limit: 2 }, 'Read lines 2-3 of 5 from f')).toMatchObject({
      outcome: 'complete',
      returned: [[2, 3]],
    });
  });

  it('is no text where the agent skipped the file', () => {
    expect(read('Cannot display content of binary file: f', {}, 'Skipped binary file: f')?.outcome).toBe(
      'not-text',
    );
    expect(read('Cannot display content of binary file: f', {}, null)?.outcome).toBe('not-text');
  });

  it('fails, is denied or cancelled without a line', () => {
    const ended = (status: string, text: string) =>
      eventsOf([HEADER, gemini('m1', { ...readFile('c1', 'f', text), status })]);
    expect(ofKind(ended('error', 'File not found: /ws/f'), 'read')[0]).toMatchObject({
      outcome: 'failed',
      error: 'not-found',
    });
    expect(ofKind(ended('error', 'Tool execution blocked: no'), 'read')[0]).toMatchObject({
      outcome: 'failed',
      error: 'denied',
    });
    expect(ended('cancelled', '[Operation Cancelled] Reason: Esc').map(({ kind }) => kind)).toEqual([
      'session-start',
      'turn',
      'read',
      'interrupted',
    ]);
    expect(ofKind(ended('executing', 'a'), 'read')).toEqual([]);
  });

  it('has lines unknown where its answer is not recorded', () => {
    const [call] = toolCalls(readFile('c1', 'f', 'a'));
    const lost = { ...gemini('m1'), toolCalls: [{ ...call, result: null }] };
    expect(ofKind(eventsOf([HEADER, lost]), 'read')[0]).toMatchObject({
      outcome: 'unknown-range',
      returned: [],
    });
  });
});
