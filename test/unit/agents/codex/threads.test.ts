import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/tracker/event';
import { eventsOf, hasher, kinds, Rollout, reads, text, unified } from './rollout';

/** An id of version 7, made so many milliseconds after the first. */
const id = (ms: number) => {
  const time = (Date.UTC(2026, 0, 1) + ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7abc-8def-0123456789ab`;
};

const turn = (rollout: Rollout, turnId: string) =>
  rollout.row('turn_context', { turn_id: turnId, cwd: '/ws' });

describe('forks and subagents', () => {
  const PARENT = id(0);

  it('a fork counts only what it did itself', () => {
    const rollout = new Rollout()
      .meta({ id: id(5000), forked_from_id: PARENT })
      .meta({ id: PARENT })
      .event({ type: 'user_message', message: 'go' });
    turn(rollout, id(1000)).ran('c1', 'cat f', text(1, 3)).row('compacted', { message: '' });
    turn(rollout, id(6000)).event({ type: 'user_message', message: 'on' }).ran('c2', 'cat f', text(1, 3));
    const events = rollout.events();
    expect(reads(events)).toEqual(['c2 /ws/f complete 1-3']);
    expect(kinds(events)).toEqual(['session-start', 'prompt', 'turn', 'read']);
    expect(new Set(events.map((event) => event.session))).toEqual(new Set([id(5000)]));
    expect(events[0]).toMatchObject({ parent: PARENT, actor: 'main' });
  });

  it('a history without turn ids is what was written at once', () => {
    const rows = new Rollout()
      .meta({ id: 't2', forked_from_id: 't1', timestamp: '2026-01-01T00:00:00Z' })
      .ran('c1', 'cat f', text(1, 3)).rows;
    const copied = rows.map((row) => ({ ...row, timestamp: '2026-01-01T00:00:00.100Z' }));
    const own = new Rollout().ran('c2', 'cat f', text(1, 3)).rows;
    const later = own.map((row) => ({ ...row, timestamp: '2026-01-01T00:01:00Z' }));
    expect(reads(eventsOf([...copied, ...later]))).toEqual(['c2 /ws/f complete 1-3']);
  });

  it('a subagent is an actor of the session that started it', () => {
    const spawned = (parent: string, more: object) =>
      new Rollout()
        .meta({ source: { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } }, ...more })
        .event({ type: 'user_message', message: 'do' })
        .ran('c1', 'cat f', text(1, 3))
        .events();
    const first = spawned(PARENT, { id: id(10) });
    expect(first.map(({ kind, session, actor }) => [kind, session, actor])).toEqual(
      ['session-start', 'turn', 'read'].map((kind) => [kind, PARENT, id(10)]),
    );
    expect(first[0]).toMatchObject({ parent: 'main' });
    const nested = spawned(id(10), { id: id(20), session_id: PARENT });
    expect(nested[0]).toMatchObject({ session: PARENT, actor: id(20), parent: id(10) });
  });

  it("a subagent's own first turn counts, although its parent's first line stands before it", () => {
    const rollout = new Rollout()
      .meta({ id: id(10), thread_source: 'subagent', parent_thread_id: PARENT })
      .meta({ id: PARENT });
    turn(rollout, id(20)).ran('c1', 'cat f', text(1, 3));
    expect(reads(rollout.events())).toEqual(['c1 /ws/f complete 1-3']);
  });

  it('a call counts once, however often it is written', () => {
    const rollout = new Rollout().meta().ran('c1', 'cat f', text(1, 3)).ran('c1', 'cat f', text(1, 3));
    expect(reads(rollout.events())).toEqual(['c1 /ws/f complete 1-3']);
  });
});

describe('what is lost from the context', () => {
  const lost = (events: readonly AgentEvent[]) => events.filter((event) => event.kind === 'context-lost');
  const output = (call: string, shown: string) => ({
    type: 'function_call_output',
    call_id: call,
    output: shown,
  });

  it('keeps the results that the new history holds as they were', () => {
    const events = new Rollout()
      .meta()
      .ran('c1', 'cat f', text(1, 3))
      .ran('c2', 'cat g', text(1, 3))
      .row('compacted', {
        message: 's',
        replacement_history: [
          output('c1', unified(text(1, 3))),
          output('c2', unified(text(1, 2))),
          output('c9', unified(text(1, 3))),
        ],
      })
      .event({ type: 'context_compacted' })
      .events();
    expect(lost(events)).toMatchObject([{ reason: 'compaction', kept: ['c1'] }]);
  });

  it('is told by an event alone in older rollouts', () => {
    const events = new Rollout()
      .meta()
      .ran('c1', 'cat f', 'x\n')
      .event({ type: 'context_compacted' })
      .events();
    expect(lost(events)).toMatchObject([{ reason: 'compaction', kept: [] }]);
  });

  it('is what the turns that were taken back had', () => {
    const rollout = new Rollout().meta();
    for (const [i, call] of ['c1', 'c2', 'c3'].entries())
      rollout.event({ type: 'user_message', message: `${i}` }).ran(call, `cat f${i}`, 'x\n');
    rollout.event({ type: 'thread_rolled_back', num_turns: 2 }).ran('c4', 'cat f', 'x\n');
    rollout.event({ type: 'thread_rolled_back', num_turns: 1 });
    expect(lost(rollout.events())).toMatchObject([
      { reason: 'rewind', toCall: 'c2' },
      { reason: 'rewind', toCall: 'c1' },
    ]);
  });
});

describe('patches', () => {
  const PATCH =
    '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+one\n+two\n*** Delete File: c.ts\n*** Update File: d.ts\n*** Move to: e.ts\n@@\n-x\n+y\n*** End Patch';
  const DONE = 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM a.ts\n';
  const short = (events: readonly AgentEvent[]) =>
    events.flatMap((event) => {
      if (event.kind === 'rename') return [`rename ${event.from} ${event.to}`];
      return event.kind === 'edit' || event.kind === 'write' || event.kind === 'delete'
        ? [`${event.kind} ${event.path}${'outcome' in event ? ` ${event.outcome}` : ''}`]
        : [];
    });
  const all = [
    'edit /ws/a.ts ok',
    'write /ws/b.ts ok',
    'delete /ws/c.ts',
    'rename /ws/d.ts /ws/e.ts',
    'edit /ws/e.ts ok',
  ];

  it.each([
    ['the tool', new Rollout().meta().custom('c1', 'apply_patch', PATCH).customResult('c1', DONE)],
    [
      'the tool with a name for its input',
      new Rollout().meta().call('c1', 'apply_patch', { input: PATCH }).result('c1', DONE),
    ],
    [
      'a here-document',
      new Rollout()
        .meta()
        .call('c1', 'exec_command', { cmd: `apply_patch <<'EOF'\n${PATCH}\nEOF` })
        .result('c1', DONE),
    ],
    [
      'words',
      new Rollout()
        .meta()
        .call('c1', 'shell', { command: ['apply_patch', PATCH] })
        .result('c1', DONE),
    ],
  ])('by %s', (_, rollout) => {
    expect(short(rollout.events())).toEqual(all);
  });

  it('in another folder', () => {
    const cmd = `cd sub && apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: c.ts\n*** End Patch\nEOF`;
    const rollout = new Rollout().meta().call('c1', 'exec_command', { cmd }).result('c1', DONE);
    expect(short(rollout.events())).toEqual(['delete /ws/sub/c.ts']);
  });

  it('that were not made', () => {
    const failed = 'apply_patch verification failed: Failed to find expected lines in a.ts';
    const rollout = new Rollout().meta().custom('c1', 'apply_patch', PATCH).customResult('c1', failed);
    expect(short(rollout.events())).toEqual([
      'edit /ws/a.ts failed',
      'write /ws/b.ts failed',
      'edit /ws/c.ts failed',
      'edit /ws/d.ts failed',
    ]);
  });

  it('as the agent recorded them, in both forms', () => {
    const diff = '@@ -2 +2,2 @@\n-b\n+B\n+C\n';
    const older = new Rollout()
      .meta()
      .custom('c1', 'apply_patch', PATCH)
      .event({
        type: 'patch_apply_begin',
        call_id: 'c1',
        changes: { '/ws/a.ts': { update: { unified_diff: diff, move_path: null } } },
      })
      .event({ type: 'patch_apply_end', call_id: 'c1', success: true })
      .customResult('c1', DONE)
      .events();
    expect(older.at(-1)).toMatchObject({
      kind: 'edit',
      path: '/ws/a.ts',
      lines: [[2, 3]],
      lineHashes: hasher.each(['B', 'C']),
    });
    const refused = new Rollout()
      .meta()
      .custom('c1', 'apply_patch', PATCH)
      .event({
        type: 'patch_apply_end',
        call_id: 'c1',
        success: false,
        changes: { '/ws/a.ts': { update: { unified_diff: diff } } },
      })
      .customResult('c1', 'failed')
      .events();
    expect(short(refused)).toEqual(['edit /ws/a.ts failed']);
  });

  it('a read after a patch is of what was written', () => {
    const rollout = new Rollout()
      .meta()
      .custom('c1', 'apply_patch', '*** Begin Patch\n*** Add File: b.ts\n+one\n+two\n*** End Patch')
      .customResult('c1', DONE)
      .ran('c2', 'tail -n 1 b.ts', 'two\n');
    expect(reads(rollout.events())).toEqual(['c2 /ws/b.ts complete 2-2']);
  });
});

describe('tools of servers', () => {
  it('are heard where they are those of the filesystem', () => {
    const events = new Rollout()
      .meta()
      .call('c1', 'mcp__filesystem__read_text_file', { path: '/ws/f' })
      .result('c1', 'Wall time: 0.1 seconds\nOutput:\nline 1\nline 2\n')
      .row('response_item', {
        type: 'function_call',
        name: 'read_text_file',
        namespace: 'mcp__filesystem',
        arguments: '{"path":"/ws/g"}',
        call_id: 'c2',
      })
      .result('c2', [{ type: 'input_text', text: 'line 1\n' }])
      .call('c3', 'mcp__filesystem__read_text_file', { path: '/ws/h' })
      .result('c3', 'a\n…99 tokens truncated…b\n')
      .events();
    expect(reads(events)).toEqual([
      'c1 /ws/f complete 1-2',
      'c2 /ws/g complete 1-1',
      'c3 /ws/h unknown-range',
    ]);
  });
});

describe('hostile rows', () => {
  it('give no event and no error', () => {
    const nothing = [null, 1, 'x', [], {}, { __proto__: null }, 1e300, '9'.repeat(400)];
    for (const value of nothing) {
      const events = new Rollout()
        .row('session_meta', { id: value, cwd: value, source: value })
        .row('turn_context', { cwd: value, turn_id: value })
        .row('response_item', { type: 'function_call', name: value, arguments: value, call_id: value })
        .row('response_item', { type: 'function_call_output', call_id: value, output: value })
        .row('response_item', { type: 'local_shell_call', call_id: 'c1', action: value })
        .row('response_item', { type: 'custom_tool_call', call_id: 'c2', name: 'exec', input: value })
        .event({ type: 'item_completed', item: { type: 'CommandExecution', id: value, command: value } })
        .event({ type: 'item_completed', item: { type: 'FileChange', id: 'c3', changes: value } })
        .event({ type: 'thread_rolled_back', num_turns: value })
        .customResult('c2', value)
        .call('c4', 'write_stdin', { session_id: value })
        .result('c4', value)
        .row('compacted', { replacement_history: value })
        .events();
      expect(events.some((event) => event.kind === 'read' && event.returned.length > 0)).toBe(false);
    }
  });
});
