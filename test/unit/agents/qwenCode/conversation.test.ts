import { describe, expect, it } from 'vitest';
import { claudeCodeAdapter } from '../../../../src/agents/claudeCode/adapter';
import { qwenCodeAdapter } from '../../../../src/agents/qwenCode/adapter';
import { Rows } from './rows';

const kinds = (rows: Rows) => rows.events.map(({ kind, call }) => `${kind} ${call ?? ''}`.trim());

describe('a session', () => {
  it('hears persons only', () => {
    const rows = new Rows()
      .user('go')
      .user('more', { subtype: 'mid_turn_user_message' })
      .user('done', { subtype: 'notification', provenance: 'system' })
      .user('older versions', { provenance: undefined })
      .user('a goal', { provenance: 'goal_control' });
    expect(rows.of('prompt')).toHaveLength(3);
  });

  it('gives results in the order of the calls', () => {
    const rows = new Rows()
      .calls(['a', 'read_file', { file_path: '/ws/a' }], ['b', 'read_file', { file_path: '/ws/b' }])
      .result('b', 'x\n')
      .result('a', 'y\n')
      .result('a', 'z\n');
    expect(kinds(rows)).toEqual(['session-start', 'turn', 'read a', 'read b']);
  });

  it('is told where it was copied from, and its copied rows are none of its own', () => {
    const copied = new Rows({ forkedFrom: { sessionId: 's0', messageUuid: 'x' } })
      .user('go')
      .read('a', 'x\n');
    expect(kinds(copied)).toEqual(['session-start']);
    expect(copied.of('session-start')).toMatchObject([{ parent: 's0', cwd: '/ws' }]);
  });

  it('is interrupted where a call was cancelled', () => {
    const rows = new Rows().read('a', 'no', {}, 'no', { status: 'cancelled' });
    expect(kinds(rows)).toEqual(['session-start', 'turn', 'read a', 'interrupted']);
    const refused = { status: 'cancelled', executionStatus: 'not_started' };
    expect(kinds(new Rows().read('a', 'no', {}, 'no', refused))).toEqual(['session-start', 'turn', 'read a']);
  });
});

describe('a compaction', () => {
  const text = (role: string, ...texts: readonly string[]) => ({
    role,
    parts: texts.map((one) => ({ text: one })),
  });
  const restored = (path: string, content: string, fence = '```') =>
    text(
      'user',
      `Recently accessed file (full current content embedded):\n\n## ${path}\n\n${fence}\n${content}\n${fence}`,
    );
  const answer = (id: string, output: string) => ({
    role: 'user',
    parts: [{ functionResponse: { id, name: 'read_file', response: { output } } }],
  });
  const compacted = (...compressedHistory: readonly unknown[]) =>
    new Rows().read('a', 'x\n').read('b', 'y\n').system('chat_compression', { info: {}, compressedHistory });

  it('loses all but what it repeats, and the calls whose answers follow', () => {
    expect(compacted(text('user', 'summary'), text('model', 'ok')).of('context-lost')).toMatchObject([
      { reason: 'compaction', kept: [] },
    ]);
    const call = { role: 'model', parts: [{ functionCall: { id: 'b', name: 'read_file', args: {} } }] };
    expect(compacted(text('user', 'summary'), call).of('context-lost')).toMatchObject([{ kept: ['b'] }]);
    expect(compacted(call, text('user', 'summary')).of('context-lost')).toMatchObject([{ kept: [] }]);
    expect(compacted(answer('a', 'x\n'), answer('b', 'cut')).of('context-lost')).toMatchObject([
      { kept: ['a'] },
    ]);
  });

  it('puts small files back, as they are now', () => {
    const rows = compacted(
      text('user', 'summary'),
      restored('/ws/f', 'one\n```\ntwo\n', '````'),
      restored('/ws/g', 'no end'),
    );
    expect(kinds(rows).slice(-3)).toEqual(['context-lost', 'delivered', 'delivered']);
    expect(rows.of('delivered')).toMatchObject([
      { path: '/ws/f', returned: [[1, 3]], totalLines: 3 },
      { path: '/ws/g', returned: [[1, 1]], totalLines: 1 },
    ]);
  });

  it('puts nothing back that is only named, or that the model said', () => {
    const rows = compacted(text('user', 'The following files were recently accessed:\n\n- /ws/f'), {
      ...restored('/ws/f', 'x'),
      role: 'model',
    });
    expect(rows.of('delivered')).toEqual([]);
  });
});

describe('going back', () => {
  it('undoes the calls after the row that is continued', () => {
    const rows = new Rows().user('go');
    const { last } = rows;
    rows.read('a', 'x\n').read('b', 'y\n').system('rewind', { truncatedCount: 2 }, { parentUuid: last });
    expect(rows.of('context-lost')).toMatchObject([{ reason: 'rewind', toCall: 'a' }]);
  });
});

describe('a subagent', () => {
  const extra = { agentId: 'general-1', isSidechain: true };

  it('is an actor of the session; its messages are counted by their numbers', () => {
    const rows = new Rows(extra)
      .user('do this', { provenance: undefined })
      .add('assistant', { message: { role: 'model', parts: [] }, agentRunId: 'q', agentRound: 1 })
      .calls(['a', 'read_file', { file_path: '/ws/f' }])
      .result('a', 'x\n', undefined)
      .add('assistant', {
        message: { role: 'model', parts: [{ text: 'done' }] },
        agentRunId: 'q',
        agentRound: 2,
      });
    expect(rows.events.map(({ kind, session, actor }) => [kind, session, actor])).toEqual([
      ['session-start', 's1', 'general-1'],
      ['turn', 's1', 'general-1'],
      ['read', 's1', 'general-1'],
      ['turn', 's1', 'general-1'],
    ]);
    expect(rows.of('session-start')).toMatchObject([{ parent: 'main' }]);
  });

  it('has rows that no other agent takes for its own', () => {
    const [row = {}] = new Rows(extra).system('agent_bootstrap', { kind: 'fork', history: [] }).rows;
    expect([qwenCodeAdapter, claudeCodeAdapter].map((adapter) => adapter.recognises(row))).toEqual([
      true,
      false,
    ]);
  });
});

describe('edits', () => {
  const edit = (text: string, told = {}, display: unknown = null) =>
    new Rows()
      .calls(['e', 'edit', { file_path: '/ws/f', old_string: 'b', new_string: 'c' }])
      .result('e', text, display, told);
  const answer =
    'The file: /ws/f has been updated. Showing lines 2-3 of 4 from the edited file:\n\n---\n\nc\nd';

  it('show the lines around the change', () => {
    const rows = edit(answer);
    expect(kinds(rows)).toEqual(['session-start', 'turn', 'edit e', 'delivered e']);
    expect(rows.of('delivered')).toMatchObject([{ returned: [[2, 3]], totalLines: null, agentTotal: 4 }]);
    expect(edit(`${answer}\n\na note of a hook`).of('delivered')).toMatchObject([{ returned: [[2, 3]] }]);
    expect(edit(answer.replace('\nd', '')).of('delivered')).toEqual([]);
    expect(edit(`x\n${answer}`).of('delivered')).toEqual([]);
  });

  it('are told as a change where a hook took the answer back', () => {
    const denied = { status: 'error', errorType: 'execution_denied' };
    expect(kinds(edit('stopped', { ...denied, executionStatus: 'error' }))).toContain('document-changed e');
    expect(kinds(edit('stopped', { ...denied, executionStatus: 'not_started' }))).toEqual([
      'session-start',
      'turn',
      'edit e',
    ]);
  });

  it('know no lines where only a part of them is recorded', () => {
    const display = {
      fileDiff: '--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y',
      fileName: 'f',
      originalContent: 'x',
      newContent: 'y',
      truncatedForSession: true,
    };
    expect(edit('The file: /ws/f has been updated.', {}, display).of('edit')[0]).not.toHaveProperty('hunks');
  });
});

describe('what a command printed', () => {
  const SECTIONS = '\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)';
  const shell = (text: string, display: unknown, known = 'a\nb\nError: x\n') =>
    new Rows()
      .read('k', known)
      .calls(['c', 'run_shell_command', { command: 'cat f', is_background: false }])
      .result('c', text, display)
      .of('read')[1];
  const head = 'Command: cat f\nDirectory: (root)\nOutput: ';

  it('stands between the names of its sections', () => {
    expect(
      shell(`${head}a\nb\nError: x${SECTIONS}`, {
        type: 'shell_result',
        output: 'a\nb\nError: x',
        truncated: false,
      })?.returned,
    ).toEqual([[1, 3]]);
    expect(shell(`${head}a\nb\nError: x${SECTIONS}`, undefined)?.returned).toEqual([[1, 3]]);
    expect(
      shell(`Command: cat g\nDirectory: (root)\nOutput: a\nb${SECTIONS}`, undefined, 'a\nb\n')?.returned,
    ).toEqual([]);
  });

  it('has its middle missing where it is large', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `l${i + 1}`);
    const large = (before: string, after: string) =>
      `Tool output was too large and has been truncated.\nThe full output has been saved to: /x\n\nTruncated part of the output:\n${head}${before}\n\n---\n... [CONTENT TRUNCATED] ...\n---\n\n${after}${SECTIONS}`;
    const known = `${lines.join('\n')}\n`;
    expect(shell(large('l1\nl2\nl...', '...18\nl19\nl20'), {}, known)).toMatchObject({
      outcome: 'truncated',
      returned: [
        [1, 2],
        [19, 20],
      ],
    });
    expect(shell(large('l1\nl2', 'l19\nl20'), {}, known)?.returned).toEqual([
      [1, 2],
      [19, 20],
    ]);
    expect(shell(large('l1\nl2', 'l19\nl2'), {}, known)?.returned).not.toContainEqual([19, 20]);
  });
});

describe('rows that are not what they should be', () => {
  it.each([
    {
      type: 'assistant',
      message: {
        parts: [
          null,
          { functionCall: { id: 1 } },
          { functionCall: { id: '__proto__', name: 'read_file', args: [] } },
        ],
      },
    },
    {
      type: 'tool_result',
      message: { parts: [{ functionResponse: { id: '__proto__', response: 7 } }] },
      toolCallResult: 'x',
    },
    {
      type: 'system',
      subtype: 'chat_compression',
      systemPayload: { compressedHistory: [null, { parts: 'x' }, { role: 'user', parts: [1, { text: 5 }] }] },
    },
    { type: 'system', subtype: 'chat_compression', systemPayload: null },
    {
      type: 'system',
      subtype: 'ui_telemetry',
      systemPayload: { uiEvent: { call_id: 'a', content_length: 1e300, success: true } },
    },
  ])('give no read and are no fault', (fields) => {
    const rows = new Rows().add(fields.type, fields);
    expect(rows.of('read')).toEqual([]);
  });
});
