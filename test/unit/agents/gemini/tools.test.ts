import { createPatch, diffLines } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updatedCode } from '../../../../src/agents/gemini/updatedCode';
import { changedFile } from '../../../../src/agents/geminiFamily/changedFile';
import type { LineRange } from '../../../../src/text/ranges';
import { eventsOf, gemini, HEADER, hasher, type MadeCall, ofKind, readFile, user } from './records';

/** What the agent shows of a changed file, as its documentation tells: the lines around each change. */
function snippet(before: string, after: string): string {
  if (before === '') return after;
  const lines = after.split(/\r?\n/);
  const shown = lines.map(() => false);
  let at = 0;
  let isChanged = false;
  for (const { added, removed, count } of diffLines(before, after)) {
    if (added || removed) {
      isChanged = true;
      const end = added ? at + count : at;
      for (let i = Math.max(0, at - 5); i < Math.min(lines.length, end + 5); i++) shown[i] = true;
    }
    if (!removed) at += count;
  }
  if (!isChanged) return after;
  const out: string[] = [];
  lines.forEach((line, i) => {
    if (shown[i]) out.push(line);
    else if (i === 0 || shown[i - 1]) out.push('...');
  });
  return out.join('\n');
}

const display = (before: string, after: string) => ({
  fileDiff: createPatch('f', before, after, 'Current', 'Proposed', { context: 3 }),
  fileName: 'f',
  filePath: '/ws/f',
  originalContent: before,
  newContent: after,
  diffStat: { user_added_lines: 0, user_removed_lines: 0 },
  isNewFile: before === '',
});

describe('what an edit answers', () => {
  const content = fc
    .array(fc.constantFrom('a', 'b', '...', '', ' c'), { minLength: 1, maxLength: 40 })
    .map((lines) => `${lines.join('\n')}\n`);

  it('shows the lines around the change, where the record bears it out', () => {
    fc.assert(
      fc.property(content, content, (before, after) => {
        const change = changedFile(display(before, after));
        const text = `Successfully modified file: /ws/f (1 replacements). Here is the updated code:\n${snippet(before, after)}`;
        if (change === null || change.patch === null) return;
        const runs = updatedCode(text, change);
        const lines = after.split('\n').slice(0, -1);
        for (const [first, count] of runs ?? []) {
          expect(text).toContain(lines.slice(first - 1, first - 1 + count).join('\n'));
        }
        expect(runs).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  const before = `${Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join('\n')}\n`;
  const after = before.replace('line 9\n', 'nine\n').replace('line 25\n', '');
  const edit = (text: string, shown: unknown = display(before, after)): MadeCall => ({
    id: 'e',
    name: 'replace',
    args: { file_path: 'f', old_string: 'x', new_string: 'y' },
    text,
    display: shown,
  });
  const head = 'Successfully modified file: /ws/f (2 replacements). Here is the updated code:\n';

  it('is an edit, and lines that reached the model', () => {
    const events = eventsOf([HEADER, gemini('m1', edit(head + snippet(before, after)))]);
    expect(events.slice(2)).toMatchObject([
      {
        kind: 'edit',
        path: '/ws/f',
        lines: [[9, 9]],
        lineHashes: hasher.each(['nine']),
        hunks: [{ oldStart: 9 }, { oldStart: 25, newLines: 0 }],
      },
      {
        kind: 'delivered',
        returned: [
          [4, 14],
          [20, 29],
        ],
        totalLines: 29,
      },
    ]);
  });

  it('shows nothing where it says something else than the record', () => {
    const events = eventsOf([HEADER, gemini('m1', edit(`${head}something else`))]);
    expect(ofKind(events, 'delivered')).toEqual([]);
    expect(ofKind(events, 'edit')).toHaveLength(1);
  });

  it('knows no lines where a person changed them, or the diff leaves something out', () => {
    const byPerson = { ...display(before, after), diffStat: { user_added_lines: 1, user_removed_lines: 0 } };
    expect(ofKind(eventsOf([HEADER, gemini('m1', edit('', byPerson))]), 'edit')[0]).not.toHaveProperty(
      'lines',
    );
    const blind = { ...display(before, after), newContent: after.replace('line 2\n', '  line 2\n') };
    expect(ofKind(eventsOf([HEADER, gemini('m1', edit('', blind))]), 'edit')[0]).not.toHaveProperty('hunks');
  });

  it('is no edit where it failed', () => {
    const failed = { ...edit('Failed to edit'), status: 'error', display: 'x' };
    expect(ofKind(eventsOf([HEADER, gemini('m1', failed)]), 'edit')).toMatchObject([{ outcome: 'failed' }]);
  });
});

describe('what a command printed', () => {
  const shell = (command: string, text: string, shown: unknown = null): MadeCall => ({
    id: 'c',
    name: 'run_shell_command',
    args: { command },
    text,
    display: shown,
  });
  const read = (command: string, text: string, shown: unknown = null, known = 'a\nb\nExit Code: 3\n') =>
    ofKind(
      eventsOf([HEADER, gemini('m1', readFile('k', 'f', known), shell(command, text, shown))]),
      'read',
    )[1];
  const wrapped = (inner: string) => `<untrusted_context>\n${inner}\n</untrusted_context>`;

  it('is told from the sections after it by the record', () => {
    const text = wrapped('Output: a\nb\nExit Code: 3\nProcess Group PGID: 7');
    expect(read('cat f', text, 'a\nb\nExit Code: 3')?.returned).toEqual([[1, 3]]);
    expect(read('cat f', text, 'a\nb', 'a\nb\n')?.returned).toEqual([[1, 2]]);
    // Without one, where the output ends is not certain.
    expect(read('cat f', text, [[{ text: 'a' }]])?.returned).toEqual([]);
    expect(read('tail -n 2 f', text, [[{ text: 'a' }]], 'b\nx\ny\n')?.returned).toEqual([]);
  });

  it('is known in older forms', () => {
    const old =
      'Command: cat f\nDirectory: (root)\nOutput: a\nb\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 7';
    expect(read('cat f', old, 'a\nb', 'a\nb\n')?.returned).toEqual([[1, 2]]);
    expect(read('cat f', 'Output: a\nb\nProcess Group PGID: 7', 'a\nb', 'a\nb\n')?.returned).toEqual([
      [1, 2],
    ]);
  });

  it('is not what a summary, a cancelled or a hidden command says', () => {
    for (const text of [
      wrapped('a\nb'),
      'Command was cancelled by user before it could complete. Below is the output before it was cancelled:\na\nb',
      'Command moved to background (PID: 1). Output hidden. Press Ctrl+B to view.',
    ])
      expect(read('cat f', text, 'a\nb', 'a\nb\n')?.returned).toEqual([]);
  });

  it('has its middle missing where it is large, by counting', () => {
    const lines = Array.from({ length: 90 }, (_, i) => `number ${i + 1}`);
    const printed = lines.join('\n');
    const whole = wrapped(`Output: ${printed}\nProcess Group PGID: 12`);
    const cut = (first: number, last: number, at = whole) =>
      `Output too large. Showing first ${first} and last ${last} characters. For full output see: /x\n${at.slice(0, first)}\n\n... [${at.length - first - last} characters omitted] ...\n\n${at.slice(-last)}`;
    const known = `${printed}\n`;
    const found = read('cat f', cut(100, 300), printed, known);
    const head = whole.slice(0, 100).split('\n').slice(1, -1).length;
    const tail = whole.slice(-300).split('\n').slice(1, -2).length;
    expect(found).toMatchObject({
      outcome: 'truncated',
      returned: [
        [1, head],
        [91 - tail, 90],
      ],
    });
    expect(read('cat f', cut(100, 300), 'another output', known)?.returned).toEqual([]);
    expect(read('cat f', cut(100, 300).replace('[', '[1'), printed, known)?.returned).toEqual([]);
  });
});

describe('files that are read together', () => {
  const many = (text: string, count: number, names: readonly string[]): MadeCall => ({
    id: 'r',
    name: 'read_many_files',
    args: { include: ['*'] },
    text,
    display: `### ReadManyFiles Result (Target Dir: \`/ws\`)\n\nSuccessfully read and concatenated content from **${count} file(s)**.\n\n**Processed Files:**\n${names.map((name) => `- \`${name}\`\n`).join('')}`,
  });
  const part = (path: string, content: string) => `--- ${path} ---\n\n${content}\n\n`;
  const reads = (call: MadeCall) =>
    ofKind(eventsOf([HEADER, gemini('m1', call)]), 'read').map(({ path, outcome, returned, totalLines }) => ({
      path,
      outcome,
      returned,
      totalLines,
    }));
  const END = '\n--- End of content ---';

  it('are read whole, each on its own', () => {
    const text = [part('/ws/a', 'one\ntwo\n'), part('/ws/b', 'three'), part('/ws/c', ''), END].join('\n');
    expect(reads(many(text, 3, ['a', 'b', 'c']))).toEqual([
      { path: '/ws/a', outcome: 'complete', returned: [[1, 2]], totalLines: 2 },
      { path: '/ws/b', outcome: 'complete', returned: [[1, 1]], totalLines: 1 },
      { path: '/ws/c', outcome: 'empty', returned: [], totalLines: 0 },
    ]);
  });

  it('are not known where one of them has words like a heading', () => {
    const hostile = `x\n\n\n${part('/ws/secret', 'fake')}`;
    const text = [part('/ws/a', hostile), END].join('\n');
    expect(reads(many(text, 1, ['a']))).toEqual([
      { path: '/ws/a', outcome: 'unknown-range', returned: [], totalLines: null },
    ]);
  });

  it('are not known where one was cut', () => {
    const cut =
      "[WARNING: This file was truncated. To view the full content, use the 'read_file' tool on this specific file.]\n\na";
    expect(reads(many([part('/ws/a', cut), END].join('\n'), 1, ['a']))).toMatchObject([
      { outcome: 'unknown-range' },
    ]);
  });
});

describe('files that a person mentions', () => {
  const mention = (path: string, content: string) =>
    user('u2', [
      { text: 'look' },
      { text: '\n--- Content from referenced files ---' },
      { text: `\nContent from @${path}:\n` },
      { text: content },
      { text: '\n--- End of content ---' },
    ]);
  const delivered = (known: string, content: string) =>
    ofKind(eventsOf([HEADER, gemini('m1', readFile('k', 'f', known)), mention('f', content)]), 'delivered');

  it('are placed by the lines that are known', () => {
    expect(delivered('a\nb\nc\n', 'a\nb\nc')).toMatchObject([
      { path: '/ws/f', returned: [[1, 3]], call: null },
    ]);
    expect(delivered('\n\n  a\nb\n', 'a\nb')).toMatchObject([{ returned: [[4, 4]] }]);
  });

  it('stand nowhere where nothing is known of them, or something else', () => {
    expect(delivered('x\ny\n', 'a\nb')).toEqual([]);
    expect(ofKind(eventsOf([HEADER, mention('f', 'a\nb')]), 'delivered')).toEqual([]);
  });
});

describe('a search', () => {
  it('displays matches and the lines around them, whatever these look like', () => {
    const text =
      'Found 1 match for pattern "x" in path "src":\n---\nFile: a.ts\nL1- File: other.ts\nL2: x\nL3- L9: no\nL4- cut... [truncated]\n---';
    const call = {
      id: 'g',
      name: 'grep_search',
      args: { pattern: 'x', dir_path: 'src' },
      text,
      display: { matches: [] },
    };
    expect(ofKind(eventsOf([HEADER, gemini('m1', call)]), 'search')[0]?.glimpsed).toEqual([
      { path: '/ws/src/a.ts', lines: [[1, 3]] satisfies LineRange[] },
    ]);
  });
});

describe('a run that a hook ends', () => {
  const SHOWN = 'Agent execution stopped by hook: enough';
  const kinds = (call: MadeCall) =>
    eventsOf([HEADER, gemini('m1', call)])
      .filter(({ kind }) => kind !== 'session-start' && kind !== 'turn')
      .map((event) => [event.kind, 'error' in event ? event.error : undefined]);

  it('is over with the call that was not made', () => {
    const call = { id: 'r', name: 'read_file', args: { file_path: 'a' }, text: SHOWN, status: 'error' };
    expect(kinds({ ...call, display: SHOWN })).toEqual([
      ['read', 'denied'],
      ['interrupted', undefined],
    ]);
  });

  it('is over with a call whose answer was taken away, and the file was changed all the same', () => {
    const call = { id: 'e', name: 'replace', args: { file_path: 'a' }, text: 'enough', status: 'error' };
    expect(kinds({ ...call, display: SHOWN }).map(([kind]) => kind)).toEqual([
      'edit',
      'document-changed',
      'interrupted',
    ]);
    const blocked = { ...call, display: 'Tool result blocked: enough' };
    expect(kinds(blocked).map(([kind]) => kind)).toEqual(['edit', 'document-changed']);
    expect(kinds({ ...call, display: 'no such text' }).map(([kind]) => kind)).toEqual(['edit']);
  });
});
