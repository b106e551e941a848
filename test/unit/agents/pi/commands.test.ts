import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/tracker/event';
import { events, hasher, ofKind, SessionFile } from './sessions';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}`).join('\n');

function bash(command: string, text: string, fields: object = {}): AgentEvent[] {
  const file = new SessionFile();
  file.call('c', 'bash', { command }, text, fields);
  return events(file.rows);
}

const readOf = (all: readonly AgentEvent[]) => ofKind(all, 'read')[0];

describe('a command of pi', () => {
  it('is credited with the whole output, blank lines and indentation and all', () => {
    expect(readOf(bash('cat a.txt', '\n  a\n\n'))).toMatchObject({ returned: [[1, 3]], path: '/ws/a.txt' });
    expect(readOf(bash('cat a.txt', '(no output)'))?.returned).toEqual([]);
    expect(readOf(bash("sed -n '2,3p' a.txt", '\n\n'))).toMatchObject({ returned: [[2, 3]] });
  });

  it('is credited with the end of a large output, at the place that the record tells', () => {
    const truncation = { truncated: true, outputLines: 3, totalLines: 9, lastLinePartial: false };
    const mark = '\n\n[Showing lines 7-9 of 9 (50.0KB limit). Full output: /tmp/pi-bash-1.log]';
    const cut = bash('cat a.txt', numbered(7, 9) + mark, {
      details: { truncation, fullOutputPath: '/tmp/x' },
    });
    expect(readOf(cut)).toMatchObject({ returned: [[7, 9]], outcome: 'truncated' });
    const part = bash("sed -n '11,19p' a.txt", numbered(17, 19) + mark, { details: { truncation } });
    expect(readOf(part)?.returned).toEqual([[17, 19]]);
    // Older versions count the empty text after the last line end.
    const older = bash('cat a.txt', `${numbered(7, 8)}\n${mark}`, { details: { truncation } });
    expect(readOf(older)?.returned).toEqual([[7, 8]]);
    // Of the last line end, only the first half is shown.
    const dos = bash('cat a.txt', `a\r\nb\r\nc\r${mark}`, { details: { truncation } });
    expect(readOf(dos)?.lineHashes).toEqual(hasher.each(['a', 'b', 'c']));
  });

  it('is credited with nothing where the mark and the record of a cut do not fit', () => {
    const truncation = { truncated: true, outputLines: 3, totalLines: 9, lastLinePartial: false };
    const mark = '\n\n[Showing lines 7-9 of 9. Full output: /tmp/pi-bash-1.log]';
    for (const wrong of [{ outputLines: 2 }, { lastLinePartial: true }]) {
      const details = { truncation: { ...truncation, ...wrong } };
      expect(readOf(bash('cat a.txt', numbered(7, 9) + mark, { details }))?.returned).toEqual([]);
    }
    expect(readOf(bash('cat a.txt', numbered(1, 3), { details: { truncation } }))?.returned).toEqual([]);
    // Without the record, it may be how the file ends, or the record has another name.
    expect(readOf(bash('cat a.txt', numbered(1, 3) + mark))?.returned).toEqual([]);
  });

  it('tells how it ended, and whether it ran', () => {
    const failed = bash(
      'cat a.txt',
      'cat: a.txt: No such file or directory\n\n\nCommand exited with code 1',
      {
        isError: true,
        details: {},
      },
    );
    expect(readOf(failed)).toMatchObject({ outcome: 'failed', error: 'not-found' });
    expect(
      ofKind(bash('npm test', 'x\n\nCommand timed out after 5 seconds', { isError: true }), 'command'),
    ).toMatchObject([{ command: 'npm test', outcome: 'failed' }]);
    const blocked = bash('rm a.txt', 'Not in this folder', { isError: true });
    expect(blocked.filter(({ kind }) => kind === 'delete')).toEqual([]);
    expect(ofKind(bash('rm a.txt', '(no output)'), 'delete')).toMatchObject([{ path: '/ws/a.txt' }]);
  });
});

describe("a person's own command", () => {
  const own = (fields: object) => {
    const file = new SessionFile();
    file.user();
    file.say({
      role: 'bashExecution',
      command: 'cat a.txt',
      exitCode: 0,
      cancelled: false,
      truncated: false,
      ...fields,
    });
    return events(file.rows);
  };

  it('delivers what it printed, and is no deed of the agent', () => {
    const all = own({ output: 'a\nb\n' });
    expect(ofKind(all, 'delivered')).toMatchObject([
      { path: '/ws/a.txt', returned: [[1, 2]], call: null, form: 'shell' },
    ]);
    expect(all.map(({ kind }) => kind)).toEqual(['session-start', 'prompt', 'delivered']);
    expect(own({ command: 'npm test', output: 'ok\n' }).map(({ kind }) => kind)).toEqual([
      'session-start',
      'prompt',
    ]);
    expect(ofKind(own({ command: 'echo > a.txt', output: '' }), 'document-changed')).toHaveLength(1);
  });

  it('delivers nothing that was kept out of the context, failed, or has lost its start', () => {
    for (const fields of [
      { excludeFromContext: true },
      { exitCode: 1 },
      { cancelled: true },
      { truncated: true },
    ]) {
      expect(ofKind(own({ output: 'a\nb\n', ...fields }), 'delivered')).toEqual([]);
    }
  });
});

describe('changes that pi makes', () => {
  const edit = (details: object, fields: object = {}) => {
    const file = new SessionFile();
    const input = { path: 'a.txt', edits: [{ oldText: 'b', newText: 'B' }] };
    file.call('c', 'edit', input, 'Successfully replaced 1 block(s) in a.txt.', { details, ...fields });
    return ofKind(events(file.rows), 'edit');
  };

  it('are told by the patch, or by the diff with numbers of older versions', () => {
    const patch = '--- a.txt\n+++ a.txt\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n+B2\n c\n';
    const diff = '  1 a\n- 2 b\n+ 2 B\n+ 3 B2\n  3 c\n    ...';
    const told = {
      outcome: 'ok',
      lines: [[2, 3]],
      hunks: [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 2 }],
    };
    expect(edit({ patch, diff })).toMatchObject([told]);
    expect(edit({ diff })).toMatchObject([told]);
  });

  it('are placed after those before them', () => {
    const diff = '+ 1 new\n  1 a\n    ...\n- 7 g\n  8 h\n    ...\n+12 m\n 12 l';
    expect(edit({ diff })[0]?.hunks).toEqual([
      { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1 },
      { oldStart: 7, oldLines: 1, newStart: 8, newLines: 0 },
      { oldStart: 12, oldLines: 0, newStart: 12, newLines: 1 },
    ]);
  });

  it('are unknown where the numbers are not right', () => {
    for (const diff of ['- 2 b\n+ 4 B', '- 2 b\n- 4 d', '  5 a\n- 2 b', 'no diff', '']) {
      expect(edit({ diff })).toMatchObject([{ outcome: 'ok' }]);
      expect(edit({ diff })[0]).not.toHaveProperty('hunks');
    }
    expect(edit({}, { isError: true })).toMatchObject([{ outcome: 'failed' }]);
  });

  it('give a file its whole content', () => {
    const file = new SessionFile();
    file.call('c', 'write', { path: 'a.txt', content: 'a\n\nb\n' }, 'Successfully wrote to a.txt');
    file.call('d', 'bash', { command: 'tail -n 1 a.txt' }, 'b\n');
    const all = events(file.rows);
    expect(ofKind(all, 'write')).toMatchObject([{ totalLines: 3, outcome: 'ok' }]);
    expect(readOf(all)?.returned).toEqual([[3, 3]]);
  });
});

describe('the rows of a session', () => {
  it('show what a search displayed', () => {
    const file = new SessionFile();
    file.call('c', 'grep', { pattern: 'x', path: 'src' }, 'sub/a.txt:4: x\nsub/a.txt-5- y');
    file.call('d', 'grep', { pattern: 'x', path: 'src/a.txt' }, 'a.txt:4: x');
    const [folder, one] = ofKind(events(file.rows), 'search');
    expect(folder?.glimpsed).toEqual([{ path: '/ws/src/sub/a.txt', lines: [[4, 4]] }]);
    expect(one?.glimpsed).toEqual([{ path: '/ws/src/a.txt', lines: [[4, 4]] }]);
    expect(folder?.question).not.toBe(one?.question);
  });

  it('give results in the order of the calls', () => {
    const file = new SessionFile();
    file.calls(['one', 'read', { path: 'a.txt' }], ['two', 'read', { path: 'b.txt' }]);
    file.result('two', 'read', 'b');
    file.result('one', 'read', 'a');
    expect(ofKind(events(file.rows), 'read').map(({ call }) => call)).toEqual(['one', 'two']);
  });

  it('tell of interruptions, and count no message that failed', () => {
    const file = new SessionFile();
    file.say({ role: 'assistant', content: [], stopReason: 'error' });
    file.say({ role: 'assistant', content: [], stopReason: 'aborted' });
    expect(events(file.rows).map(({ kind }) => kind)).toEqual(['session-start', 'turn', 'interrupted']);
  });

  it('of other shapes give nothing', () => {
    const odd = [{}, { type: 'message' }, { type: 'message', message: { role: 'user' }, timestamp: 'never' }];
    expect(events(odd)).toEqual([]);
    const file = new SessionFile();
    file.say({
      role: 'assistant',
      content: [null, { type: 'toolCall' }, { type: 'toolCall', id: 'c', name: 'read' }],
    });
    file.say({ role: 'toolResult', toolCallId: 'c', content: { text: 'a' } });
    file.add('custom', { customType: 'x', data: { __proto__: null } });
    expect(events(file.rows).map(({ kind }) => kind)).toEqual(['session-start', 'turn']);
  });
});
