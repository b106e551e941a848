import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileText } from '../../../../src/agents/qwenCode/fileText';
import type { Requested } from '../../../../src/tracker/event';
import { hasher, Rows } from './rows';

/** What the agent answers for a file, and what it shows to the person: written down from what it does. */
function answerOf(content: string, offset: number, limit: number, most: number) {
  const parts = content.split('\n').map((line) => line.trimEnd());
  const selected = parts.slice(offset, offset + limit);
  const shown: string[] = [];
  let length = 0;
  let isCut = false;
  for (const line of selected.length === 0 ? [''] : selected) {
    const separator = shown.length > 0 ? 1 : 0;
    if (length + line.length + separator > most) {
      shown.push(`${line.slice(0, Math.max(most - length - separator, 10))}... [truncated]`);
      isCut = true;
      break;
    }
    shown.push(line);
    length += line.length + separator;
  }
  const end = offset + shown.length;
  const isPart = offset > 0 || end < parts.length || isCut;
  const text = shown.join('\n');
  if (!isPart) return { text, display: '', end, isCut };
  const display = `Read lines ${offset + 1}-${end} of ${parts.length} from f${isCut ? ' (truncated)' : ''}`;
  return {
    text: `Showing lines ${offset + 1}-${end} of ${parts.length} total lines.\n\n---\n\n${text}`,
    display,
    end,
    isCut,
  };
}

const LINES = fc.array(
  fc.constantFrom('a', '', 'bb', 'Showing lines 1-5 of 9 total lines.', '... [truncated]', 'x'.repeat(30)),
  { maxLength: 10 },
);

describe('an answer of read_file', () => {
  it.each([true, false])(
    'shows the lines that were asked for, whole ones only (with a display: %s)',
    (hasDisplay) => {
      fc.assert(
        fc.property(
          LINES,
          fc.boolean(),
          fc.nat(12),
          fc.integer({ min: 1, max: 12 }),
          fc.integer({ min: 5, max: 90 }),
          (lines, isEnded, offset, limit, most) => {
            const content = lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : '');
            const real =
              content === '' ? [] : content.split('\n').slice(0, content.endsWith('\n') ? -1 : undefined);
            const { text, display, end, isCut } = answerOf(content, offset, limit, most);
            const requested: Requested = { start: offset + 1, end: offset + limit };
            // Blank answers are told in words instead.
            if (text.trim() === '') return;
            const found = fileText(text, {
              display: hasDisplay ? display : undefined,
              length: undefined,
              requested,
            });
            // A subagent's answer without a head may look as if it had one.
            if (!hasDisplay && display === '' && text.startsWith('Showing lines')) return;
            expect(found).not.toBeNull();
            if (found === null) return;
            const { bounds, text: source } = found.lines;
            const whole = Array.from(
              { length: bounds.length / 2 },
              (_, i) => [found.start + i, source.slice(bounds[2 * i], bounds[2 * i + 1])] as const,
            ).filter(([line]) => !found.cutLines.includes(line));
            const last = isCut ? end - 1 : end;
            const expected = real.slice(offset, last).map((line, i) => [offset + 1 + i, line] as const);
            if (hasDisplay) expect(whole).toEqual(expected);
            else expect(whole.filter(([line, one]) => real[line - 1] !== one)).toEqual([]);
            if (found.total !== null) expect(found.total).toBe(real.length);
          },
        ),
        { numRuns: 2_000 },
      );
    },
  );

  const whole = { display: '', length: undefined, requested: null };

  it('is the whole file where the agent says nothing, whatever the file begins with', () => {
    const text = 'Showing lines 1-1 of 9 total lines.\n\n---\n\nx\n';
    expect(fileText(text, whole)).toMatchObject({ start: 1, total: 5, agentTotal: 6 });
  });

  it('does not count what a hook added', () => {
    expect(fileText('a\nb\n\n\nnote', { ...whole, length: 4 })).toMatchObject({ total: 2 });
    expect(fileText('a\nb\n\n\nnote', { ...whole, length: 10 })).toMatchObject({ total: 5 });
    const part = 'Showing lines 2-3 of 9 total lines.\n\n---\n\nb\nc\n\nnote';
    const found = fileText(part, {
      display: 'Read lines 2-3 of 9 from f',
      length: undefined,
      requested: { start: 2, end: 3 },
    });
    expect(found?.lines.bounds).toHaveLength(4);
  });

  it('does not count what stands after it though the agent counted it, and knows the length of such a file no more', () => {
    const note = '\n\n[Agent Read Coverage] Lines 1-2 of f are unchanged.';
    const reminder = '\n\n<system-reminder>\nA skill is there.\n</system-reminder>';
    for (const added of [note, reminder]) {
      const text = `a\nb\n${added}`;
      const found = fileText(text, { ...whole, length: text.length });
      expect(found).toMatchObject({ total: null });
      expect(found?.lines.bounds).toHaveLength(4);
      const cut = `Showing lines 1-2 of 9 total lines.\n\n---\n\na\nb... [truncated]${added}`;
      const asked = { display: undefined, length: undefined, requested: null };
      expect(fileText(cut, asked)).toMatchObject({ cutLines: [2] });
    }
  });

  it('may say how long the file is at least', () => {
    const text = 'Showing lines 1-2 of at least 900 total lines.\n\n---\n\na\nb';
    const found = fileText(text, { ...whole, display: 'Read lines 1-2 of 900 from f' });
    expect(found).toMatchObject({ start: 1, total: null });
    expect(found?.agentTotal).toBeUndefined();
  });

  it('tells nothing where only a part of it, or other lines, are left', () => {
    expect(fileText('Tool output was too large and has been truncated.\na', whole)).toBeNull();
    expect(fileText('<persisted-output>\na', whole)).toBeNull();
    const other = 'Showing lines 5-6 of 9 total lines.\n\n---\n\na\nb';
    const asked = { length: undefined, requested: { start: 2, end: 3 } };
    expect(fileText(other, { ...asked, display: undefined })).toBeNull();
    expect(fileText('a', { ...asked, display: undefined })).toBeNull();
  });

  it('may be of other lines than the call asked for, where the agent says so', () => {
    const other = 'Showing lines 5-6 of 9 total lines.\n\n---\n\na\nb';
    const recorded = {
      display: 'Read lines 5-6 of 9 from f',
      length: undefined,
      requested: { start: 2, end: 3 },
    };
    expect(fileText(other, recorded)).toMatchObject({ start: 5 });
  });
});

describe('a call of read_file', () => {
  const read = (text: string, args: object = {}, display: unknown = '', told = {}) =>
    new Rows().read('c', text, args, display, told).of('read')[0];

  it('counts from 0, and takes numbers that are texts', () => {
    const text = 'Showing lines 2-3 of 8 total lines.\n\n---\n\nb\nc';
    expect(read(text, { offset: '1', limit: 2 }, 'Read lines 2-3 of 8 from f')).toMatchObject({
      outcome: 'complete',
      requested: { start: 2, end: 3 },
      returned: [[2, 3]],
      lineHashes: hasher.each(['b', 'c']),
      agentTotal: 8,
      totalLines: null,
    });
  });

  it('may answer that nothing has changed', () => {
    const stub =
      '[File f unchanged since last read in this session — the full content was provided earlier in this conversation.]';
    expect(read(stub, {}, 'Unchanged: f')).toMatchObject({ outcome: 'unchanged', returned: [] });
    expect(read(stub, {}, null)).toMatchObject({ outcome: 'unchanged' });
    expect(read(stub)).toMatchObject({ outcome: 'complete', returned: [[1, 1]] });
  });

  it('may show nothing', () => {
    expect(read('(read_file completed with no output)')).toMatchObject({
      outcome: 'empty',
      totalLines: null,
    });
    expect(
      read(
        'Showing lines 50-50 of 9 total lines.\n\n---\n\n',
        { offset: 49 },
        'Read lines 50-50 of 9 from f',
      ),
    ).toMatchObject({ outcome: 'empty', returned: [] });
    for (const display of [
      'Read notebook: f',
      'Read image file: f',
      'Skipped binary file: f',
      'Read pdf as text (pages 1-2): f',
    ])
      expect(read('a', {}, display)?.outcome).toBe('not-text');
    expect(read('Cannot display content of binary file: f', {}, null)?.outcome).toBe('not-text');
    expect(read('a\n', { file_path: '/ws/n.ipynb' }, null)?.outcome).toBe('not-text');
  });

  it('fails in several ways', () => {
    const failed = (errorType: string, told = {}) =>
      read('no', {}, 'no', { status: 'error', errorType, ...told });
    expect(failed('file_not_found')).toMatchObject({ outcome: 'failed', error: 'not-found' });
    expect(failed('execution_denied', { executionStatus: 'not_started' })).toMatchObject({ error: 'denied' });
    expect(failed('target_is_directory')).toMatchObject({ error: 'directory' });
  });

  it('has lines unknown where the agent puts a note before them', () => {
    const text = '<system-reminder>This is 3 days old.</system-reminder>\na\n';
    expect(read(text, { file_path: '/home/me/.qwen/memories/a.md' })).toMatchObject({
      outcome: 'unknown-range',
    });
    expect(read(text)).toMatchObject({ outcome: 'complete', returned: [[1, 2]] });
  });
});
