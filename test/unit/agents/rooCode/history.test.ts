import { describe, expect, it } from 'vitest';
import { clineAdapter } from '../../../../src/agents/cline/adapter';
import { kiloCodeAdapter } from '../../../../src/agents/kiloCode/adapter';
import { rooCodeAdapter } from '../../../../src/agents/rooCode/adapter';
import { events, ofKind, readerOf, Task } from './tasks';

const FILE = 'File: a.ts\n1 | a\n2 | b';
const twoReads = () =>
  new Task()
    .prompt()
    .native('c1', 'read_file', { path: 'a.ts' }, FILE)
    .native('c2', 'read_file', { path: 'b.ts' }, FILE.replace('a.ts', 'b.ts'));

describe('the history of a task', () => {
  it('is told by its shape, and none of the files beside it', () => {
    const { record } = twoReads();
    expect(rooCodeAdapter.recognises(record)).toBe(true);
    expect([clineAdapter, kiloCodeAdapter].some((adapter) => adapter.recognises(record))).toBe(false);
    const shown = { items: [{ ts: 1, type: 'say', say: 'text', text: 'hello' }] };
    for (const other of [shown, { items: [] }, { items: [1] }, { ...record, more: 1 }]) {
      expect(rooCodeAdapter.recognises(other)).toBe(false);
    }
  });

  it('is a session named after the folder of the task', () => {
    for (const adapter of [rooCodeAdapter, kiloCodeAdapter, clineAdapter]) {
      const [first] = events(twoReads(), adapter);
      expect(first).toMatchObject({
        kind: 'session-start',
        session: 'task-1',
        agent: adapter.kind,
        source: adapter.kind,
        cwd: '/ws',
      });
    }
  });

  it('tells what is new each time it is written, and nothing twice', () => {
    const task = twoReads();
    const once = events(task);
    expect(once.map((event) => event.kind)).toEqual([
      'session-start',
      'prompt',
      'turn',
      'read',
      'turn',
      'read',
    ]);
    const reader = readerOf();
    const grown = task.items.flatMap((_, i) => reader.read({ items: task.items.slice(0, i + 1) }));
    expect(grown).toEqual(once);
    expect(reader.read(task.record)).toEqual([]);
  });

  it('goes back: what followed is undone, and what comes then is new', () => {
    const reader = readerOf();
    reader.read(twoReads().record);
    const task = twoReads();
    task.items.splice(3);
    task.pause().native('c3', 'read_file', { path: 'c.ts' }, FILE.replace('a.ts', 'c.ts'));
    const told = reader.read(task.record);
    expect(told.map((event) => event.kind)).toEqual(['context-lost', 'turn', 'read']);
    expect(told[0]).toMatchObject({ reason: 'rewind', toCall: 'c2' });
    expect(told[2]).toMatchObject({ call: 'c3', written: 'c.ts' });
  });

  it('is summed up: messages that are hidden are not in the context, the others are', () => {
    const reader = readerOf();
    const task = twoReads();
    reader.read(task.record);
    for (const item of task.items.slice(0, 3)) Object.assign(item, { condenseParent: 's1' });
    task.message({ role: 'user', content: 'summary', isSummary: true, condenseId: 's1' });
    expect(reader.read(task.record)).toMatchObject([
      { kind: 'context-lost', reason: 'compaction', kept: ['c2'] },
    ]);
    expect(reader.read(task.record)).toEqual([]);
  });

  it('is summed up by older versions, which drop what they summed up', () => {
    const reader = readerOf();
    const task = twoReads();
    reader.read(task.record);
    task.items.splice(1, 2, { ts: 5, role: 'assistant', content: 'summary', isSummary: true });
    const told = reader.read(task.record);
    expect(told).toMatchObject([{ kind: 'context-lost', reason: 'compaction', kept: ['c2'] }]);
  });

  it('without times, messages are told by what they say', () => {
    const reader = readerOf();
    const bare = (task: Task) => ({ items: task.items.map(({ ts: _, ...item }) => item) });
    const first = reader.read(bare(twoReads()));
    expect(ofKind(first, 'read')).toHaveLength(2);
    expect(reader.read(bare(twoReads()))).toEqual([]);
  });
});

describe('a call of another tool', () => {
  it('changes a file, or does not', () => {
    const task = new Task().prompt();
    task.native(
      'c1',
      'write_to_file',
      { path: 'a.ts', content: 'x' },
      '{"path":"a.ts","operation":"created"}',
    );
    task.native('c2', 'apply_diff', { path: 'a.ts', diff: 'x' }, '{"status": "error","message":"no match"}');
    task.written(
      '<write_to_file>\n<path>b.ts</path>\n<content>\nx\n</content>\n</write_to_file>',
      "write_to_file for 'b.ts'",
      'The user denied this operation.',
    );
    expect(events(task).filter(({ call }) => call !== null)).toMatchObject([
      { kind: 'write', path: '/ws/a.ts', outcome: 'ok', totalLines: null },
      { kind: 'edit', path: '/ws/a.ts', outcome: 'failed' },
      { kind: 'write', path: '/ws/b.ts', outcome: 'failed' },
    ]);
  });

  it('delivers the file that an older version shows when it has saved it', () => {
    const answer =
      'The content was successfully saved to a.ts.\n\nHere is the full, updated content of the file that was saved:\n\n<final_file_content path="a.ts">\na\n\n</final_file_content>\nb\n\n</final_file_content>\n\nIMPORTANT: go on.';
    const task = new Task().prompt();
    task.written(
      '<replace_in_file>\n<path>a.ts</path>\n</replace_in_file>',
      "replace_in_file for 'a.ts'",
      answer,
    );
    expect(ofKind(events(task, clineAdapter), 'delivered')).toMatchObject([
      { path: '/ws/a.ts', returned: [[1, 4]], totalLines: 4 },
    ]);
  });

  it('is a command: what it printed is believed only where it is known', () => {
    const output =
      "Command executed in terminal within working directory '/ws'. Exit code: 0\nOutput:\na\nb\n";
    const command = { command: 'cat a.ts' };
    const unknown = new Task().prompt().native('c1', 'execute_command', command, output);
    expect(ofKind(events(unknown), 'read')).toMatchObject([{ outcome: 'unknown-range', returned: [] }]);
    const known = new Task()
      .prompt()
      .native('c0', 'read_file', { path: 'a.ts' }, FILE)
      .native('c1', 'execute_command', command, output);
    expect(ofKind(events(known), 'read').at(-1)).toMatchObject({ form: 'shell', returned: [[1, 2]] });
  });

  it('asks, or calls a server', () => {
    const task = new Task().prompt();
    task.native('c1', 'search_files', { path: '.', regex: 'x' }, 'Found 1 result.');
    task.native(
      'c2',
      'use_mcp_tool',
      { server_name: 'filesystem', tool_name: 'read_text_file', arguments: '{"path":"/ws/a.ts"}' },
      'a',
    );
    expect(events(task).filter(({ call }) => call !== null)).toMatchObject([
      { kind: 'search', tool: 'search_files' },
      { kind: 'read', path: '/ws/a.ts', outcome: 'unknown-range' },
    ]);
  });

  it('survives what no agent writes', () => {
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      { type: 'tool_use', id: 1 },
      { path: null, files: [null, { path: 2 }] },
    ];
    for (const input of odd) {
      for (const answer of odd) {
        const task = new Task().prompt();
        task.assistant({ type: 'tool_use', id: 'c1', name: 'read_file', input });
        task.user({ type: 'tool_result', tool_use_id: 'c1', content: answer });
        task.message({ role: 'user', content: [answer] });
        expect(ofKind(events(task), 'read').flatMap((read) => read.returned)).toEqual([]);
      }
    }
  });
});
