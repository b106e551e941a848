import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { isOpenCodeRecord } from '../../../../src/agents/opencode/record';
import type { AgentEvent } from '../../../../src/tracker/event';
import {
  display,
  hasher,
  message,
  open,
  part,
  read,
  readOf,
  START,
  session,
  shown,
  tool,
  user,
} from './rows';

const kinds = (events: readonly AgentEvent[]) => events.map(({ kind, call }) => call ?? kind);
const lost = (events: readonly AgentEvent[]) => events.filter((event) => event.kind === 'context-lost');
const text = (id: string, of: string, more: JsonObject = {}) =>
  part(id, of, { type: 'text', text: 'go', ...more });

describe('a session', () => {
  it('begins with its first message; turns and prompts follow', () => {
    const reader = open();
    expect(reader.read(session())).toEqual([]);
    const rows = [user('msg_1'), text('prt_1', 'msg_1'), text('prt_1b', 'msg_1'), message('msg_2')];
    const events = rows.flatMap((row) => reader.read(row));
    expect(kinds(events)).toEqual(['session-start', 'prompt', 'turn']);
    expect(events[0]).toMatchObject({
      session: 'ses_a',
      actor: 'main',
      cwd: '/ws',
      parent: null,
      time: START,
    });
  });

  it('tells calls of one message in their order, each once, when they are over', () => {
    const reader = open();
    const first = readOf('prt_1', 'msg_1', 1, 5);
    const second = readOf('prt_2', 'msg_1', 6, 9);
    const running = (row: JsonObject, status: string) => ({
      ...row,
      data: { ...(row['data'] as object), state: { status, input: {} } },
    });
    reader.read(session());
    const pending = message('msg_1', { time: { created: START } });
    const told = [
      pending,
      running(first, 'pending'),
      running(second, 'running'),
      second,
      running(first, 'running'),
      second,
      first,
      first,
      { ...pending, data: { role: 'assistant', time: { created: START, completed: START } } },
      second,
    ].map((row) => kinds(reader.read(row)));
    expect(told).toEqual([
      ['session-start', 'turn'],
      ...Array.from({ length: 7 }, () => []),
      ['call_1', 'call_2'],
      [],
    ]);
    expect(reader.flush()).toEqual([]);
  });

  it('tells a result that comes after the message was left', () => {
    const late = readOf('prt_1', 'msg_1', 1, 5);
    const open = { ...late, data: { ...(late['data'] as object), state: { status: 'running' } } };
    expect(kinds(read(session(), message('msg_1'), open, message('msg_2'), late))).toEqual([
      'session-start',
      'turn',
      'turn',
      'call_1',
    ]);
  });

  it('of a subagent is an actor of the topmost session; nobody prompts there', () => {
    const events = read(
      session('ses_a'),
      session('ses_b', { parent_id: 'ses_a' }),
      session('ses_c', { parent_id: 'ses_b' }),
      user('msg_1', 'ses_c'),
      part('prt_1', 'msg_1', { type: 'text', text: 'do it' }, 'ses_c'),
      message('msg_2', {}, 'ses_c'),
      tool('prt_2', 'msg_2', 'read', { input: { filePath: 'x' }, error: 'File not found: /ws/x' }, 'ses_c'),
    );
    expect(events).toMatchObject([
      { kind: 'session-start', session: 'ses_a', actor: 'ses_c', parent: 'ses_b' },
      { kind: 'turn', session: 'ses_a', actor: 'ses_c' },
      { kind: 'read', session: 'ses_a', actor: 'ses_c', outcome: 'failed', error: 'not-found' },
    ]);
    // Parents in a circle, and parents that are not there.
    expect(
      read(
        session('ses_a', { parent_id: 'ses_b' }),
        session('ses_b', { parent_id: 'ses_a' }),
        user('msg_1', 'ses_b'),
      ),
    ).toHaveLength(1);
    expect(read(session('ses_z', { parent_id: 'ses_y' }), message('msg_1', {}, 'ses_z'))).toMatchObject([
      { session: 'ses_y', actor: 'ses_z', parent: 'main' },
      {},
    ]);
  });

  it('that was forked has what it copied in its context, but did not read it', () => {
    const before = { created: START - 60_000, completed: START - 50_000 };
    const events = read(
      session(),
      message('msg_0', { role: 'user', time: before }),
      text('prt_0', 'msg_0'),
      message('msg_1', { time: before }),
      readOf('prt_1', 'msg_1', 1, 5),
      tool('prt_2', 'msg_1', 'write', { input: { filePath: 'b.ts', content: 'x' } }),
      message('msg_2'),
      readOf('prt_3', 'msg_2', 1, 5),
    );
    expect(events.map(({ kind, call }) => `${kind} ${call}`)).toEqual([
      'session-start null',
      'turn null',
      'delivered call_1',
      'turn null',
      'read call_3',
    ]);
    expect(events[2]).toMatchObject({ returned: [[1, 5]], totalLines: 100 });
  });
});

describe('a command that a person ran', () => {
  it('gives its output to the agent, which did not ask for it', () => {
    const events = read(
      session(),
      user('msg_1'),
      text('prt_1', 'msg_1', { synthetic: true, text: 'The following tool was executed by the user' }),
      message('msg_2', { parentID: 'msg_1' }),
      tool('prt_2', 'msg_2', 'bash', { input: { command: 'cat a.ts' }, output: 'a\nb\n', metadata: {} }),
      tool('prt_3', 'msg_2', 'bash', { input: { command: 'rm b.ts' }, output: '', metadata: {} }),
      user('msg_3'),
      part('prt_4', 'msg_3', { type: 'subtask', prompt: 'x', description: 'y', agent: 'general' }),
    );
    expect(events.map(({ kind }) => kind)).toEqual(['session-start', 'delivered', 'delete', 'prompt']);
    expect(events[1]).toMatchObject({ path: '/ws/a.ts', returned: [[1, 2]] });
  });
});

describe('ids of calls that come again', () => {
  it('stand for the first call alone', () => {
    const again = (row: JsonObject) => ({ ...row, data: { ...(row['data'] as object), callID: 'call_0' } });
    const [first, second] = [again(readOf('prt_1', 'msg_1', 1, 5)), again(readOf('prt_2', 'msg_2', 1, 5))];
    const events = read(session(), message('msg_1'), first, message('msg_2'), second, first);
    expect(kinds(events)).toEqual(['session-start', 'turn', 'call_0', 'turn', 'prt_2']);
  });
});

describe('what is lost of the context', () => {
  const asked = (tail: string | undefined) =>
    part('prt_c', 'msg_3', {
      type: 'compaction',
      auto: true,
      ...(tail === undefined ? {} : { tail_start_id: tail }),
    });
  const summary = (more: JsonObject = {}) => message('msg_4', { summary: true, parentID: 'msg_3', ...more });
  const before = [
    session(),
    message('msg_1'),
    readOf('prt_1', 'msg_1', 1, 5),
    message('msg_2'),
    readOf('prt_2', 'msg_2', 6, 9),
  ];

  it('by a compaction: all but the tail, when the summary is there', () => {
    const events = read(
      ...before,
      user('msg_3'),
      asked('msg_2'),
      summary(),
      message('msg_5'),
      readOf('prt_5', 'msg_5', 1, 5),
    );
    expect(kinds(events).slice(-3)).toEqual(['context-lost', 'turn', 'call_5']);
    expect(lost(events)).toMatchObject([{ reason: 'compaction', kept: ['call_2'] }]);
    expect(lost(read(...before, user('msg_3'), asked(undefined), summary()))).toMatchObject([{ kept: [] }]);
  });

  it('by a compaction whose tail is told after its summary', () => {
    const rows = [...before, user('msg_3'), asked(undefined), summary(), asked('msg_2'), message('msg_5')];
    expect(lost(read(...rows))).toMatchObject([{ kept: ['call_2'] }]);
  });

  it('not by a summary that failed, is not finished, or answers nothing', () => {
    for (const more of [
      { error: { name: 'APIError' } },
      { error: { name: 'MessageAbortedError' } },
      { time: { created: START } },
      { parentID: 7 },
    ]) {
      expect(lost(read(...before, user('msg_3'), asked('msg_2'), summary(more), message('msg_5')))).toEqual(
        [],
      );
    }
  });

  it('by clearing old outputs: told when it happens, or in its place in what is read later', () => {
    const reader = open();
    for (const row of before) reader.read(row);
    const cleared = tool('prt_1', 'msg_1', 'read', { output: '', compacted: START + 1_000_000 });
    expect(reader.read(cleared)).toMatchObject([
      { kind: 'context-lost', reason: 'eviction', calls: ['call_1'] },
    ]);
    expect(reader.read(cleared)).toEqual([]);
    const whole = read(
      session(),
      message('msg_1'),
      tool('prt_1', 'msg_1', 'read', {
        input: { filePath: '/ws/a.ts' },
        output: shown(['a'], 1, 1),
        metadata: display(['a'], 1, 1),
        compacted: START + 1_000_000,
      }),
      message('msg_2', { time: { created: START + 900_000, completed: START + 900_001 } }),
      message('msg_3', { time: { created: START + 1_100_000, completed: START + 1_100_001 } }),
    );
    expect(kinds(whole)).toEqual(['session-start', 'turn', 'call_1', 'turn', 'context-lost', 'turn']);
  });

  it('by going back: to a message, to a part, once', () => {
    const reader = open();
    for (const row of before) reader.read(row);
    const back = (revert: object | null) =>
      lost(reader.read(session('ses_a', { revert: JSON.stringify(revert) })));
    expect(back({ messageID: 'msg_none' })).toEqual([]);
    expect(back({ messageID: 'msg_2' })).toMatchObject([{ reason: 'rewind', toCall: 'call_2' }]);
    expect(back({ messageID: 'msg_2' })).toEqual([]);
    expect(back({ messageID: 'msg_1', partID: 'prt_0' })).toMatchObject([{ toCall: 'call_1' }]);
    expect(back(null)).toEqual([]);
  });

  it('by going back, in what is read later', () => {
    const [row, ...rest] = before;
    const undone = { ...row, revert: '{"messageID":"msg_1"}' };
    expect(lost(read(undone, ...rest))).toMatchObject([{ reason: 'rewind', toCall: 'call_1' }]);
  });

  it('by taking messages or parts away', () => {
    const gone = (table: string, id: string) => ({ table, id, session_id: 'ses_a', gone: true });
    expect(lost(read(...before, gone('message', 'msg_2')))).toMatchObject([{ toCall: 'call_2' }]);
    expect(lost(read(...before, gone('part', 'prt_1'), gone('part', 'prt_2')))).toMatchObject([
      { toCall: 'call_1' },
    ]);
    expect(lost(read(...before, gone('part', 'prt_none'), gone('message', 'msg_none')))).toEqual([]);
  });

  it('by an error: nothing of the message is sent to the model', () => {
    const failed = { error: { name: 'APIError' } };
    const write = tool('prt_3', 'msg_9', 'write', { input: { filePath: 'b.ts', content: 'x' } });
    const whole = read(session(), message('msg_9', failed), readOf('prt_1', 'msg_9', 1, 5), write);
    expect(whole.map(({ kind }) => kind)).toEqual(['session-start', 'turn', 'write']);
    const reader = open();
    const rows = [session(), message('msg_9'), readOf('prt_1', 'msg_9', 1, 5), message('msg_9', failed)];
    expect(lost(rows.flatMap((row) => reader.read(row)))).toMatchObject([
      { reason: 'eviction', calls: ['call_1'] },
    ]);
  });
});

describe('an interrupted run', () => {
  const aborted = { error: { name: 'MessageAbortedError' } };
  const stopped = tool('prt_2', 'msg_1', 'bash', {
    input: { command: 'cat a.ts' },
    error: 'Tool execution aborted',
  });

  it('keeps what came before, and is told once', () => {
    const rows = [session(), message('msg_1', aborted), readOf('prt_1', 'msg_1', 1, 5), stopped];
    expect(kinds(read(...rows))).toEqual(['session-start', 'turn', 'call_1', 'call_2', 'interrupted']);
    const reader = open();
    const live = [
      session(),
      message('msg_1', { time: { created: START } }),
      rows[2] ?? {},
      stopped,
      message('msg_1', aborted),
    ];
    expect(kinds(live.flatMap((row) => reader.read(row)))).toEqual([
      'session-start',
      'turn',
      'call_1',
      'call_2',
      'interrupted',
    ]);
    expect(reader.flush()).toEqual([]);
  });
});

describe('calls that are refused', () => {
  it.each([
    'The user rejected permission to use this specific tool call.',
    'The user rejected permission to use this specific tool call with the following feedback: no',
    'The user has specified a rule which prevents you from using this specific tool call. Here are the rules',
  ])('%s', (error) => {
    const events = read(
      session(),
      message('msg_1'),
      tool('prt_1', 'msg_1', 'read', { input: { filePath: 'a.ts' }, error }),
      tool('prt_2', 'msg_1', 'bash', { input: { command: 'rm a.ts' }, error }),
      tool('prt_3', 'msg_1', 'edit', { input: { filePath: 'a.ts' }, error }),
    );
    expect(events.slice(2)).toMatchObject([
      { kind: 'read', outcome: 'failed', error: 'denied' },
      { kind: 'command', outcome: 'failed' },
      { kind: 'edit', outcome: 'failed' },
    ]);
  });
});

describe('files that come without a read call', () => {
  it('are delivered where a person mentions them', () => {
    const events = read(
      session(),
      user('msg_1'),
      text('prt_1', 'msg_1'),
      part('prt_2', 'msg_1', {
        type: 'text',
        synthetic: true,
        text: 'Called the Read tool with the following input: {"filePath":"/ws/a.ts"}',
      }),
      part('prt_3', 'msg_1', { type: 'text', synthetic: true, text: shown(['a', 'b'], 1, 2) }),
      part('prt_4', 'msg_1', { type: 'file', mime: 'text/plain', url: 'file:///ws/a.ts' }),
      part('prt_5', 'msg_1', { type: 'text', synthetic: true, text: shown(['c'], 1, 1) }),
    );
    expect(events.map(({ kind }) => kind)).toEqual(['session-start', 'prompt', 'delivered']);
    expect(events[2]).toMatchObject({ path: '/ws/a.ts', returned: [[1, 2]], totalLines: 2, call: null });
  });

  it('a person who writes the same words delivers nothing', () => {
    const said = (id: string, words: string) => text(id, 'msg_1', { text: words });
    const rows = [
      said('prt_2', 'Called the Read tool with the following input: {"filePath":"/ws/a.ts"}'),
      said('prt_3', shown(['a', 'b'], 1, 2)),
    ];
    expect(kinds(read(session(), user('msg_1'), ...rows))).toEqual(['session-start', 'prompt']);
  });

  it('instructions stand below the first read, whole', () => {
    const reminder = (content: string) => `\n\n<system-reminder>\n${content}\n</system-reminder>`;
    const loading = (content: string, loaded: readonly string[]) =>
      read(
        session(),
        message('msg_1'),
        tool('prt_1', 'msg_1', 'read', {
          input: { filePath: '/ws/a.ts' },
          output: shown(['a'], 1, 1) + reminder(content),
          metadata: { ...display(['a'], 1, 1), loaded },
        }),
      ).filter(({ kind }) => kind === 'delivered');
    const two = 'Instructions from: /ws/AGENTS.md\none\ntwo\n\n\nInstructions from: /ws/b/AGENTS.md\nthree\n';
    expect(loading(two, ['/ws/AGENTS.md', '/ws/b/AGENTS.md'])).toMatchObject([
      { path: '/ws/AGENTS.md', returned: [[1, 2]], call: 'call_1' },
      { path: '/ws/b/AGENTS.md', returned: [[1, 1]] },
    ]);
    expect(loading(two, [])).toEqual([]);
    const twice = `${two}\n\nInstructions from: /ws/AGENTS.md\nagain`;
    expect(loading(twice, ['/ws/AGENTS.md', '/ws/b/AGENTS.md'])).toEqual([]);
  });
});

describe('files that changed while a message was made', () => {
  it('are told, unless a call told of them', () => {
    const events = read(
      session(),
      message('msg_1'),
      tool('prt_1', 'msg_1', 'write', { input: { filePath: 'b.ts', content: 'x' } }),
      tool('prt_2', 'msg_1', 'bash', {
        input: { command: 'npm run generate' },
        output: 'done\n',
        metadata: { exit: 0 },
      }),
      part('prt_3', 'msg_1', { type: 'patch', files: ['/ws/b.ts', '/ws/c.ts', 7] }),
    );
    expect(events.slice(2)).toMatchObject([
      { kind: 'write', path: '/ws/b.ts' },
      { kind: 'command', command: 'npm run generate' },
      { kind: 'document-changed', path: '/ws/c.ts' },
    ]);
  });
});

describe('records', () => {
  it('are known by their tables and ids, and nothing else is', () => {
    expect([session(), user('msg_1'), readOf('prt_1', 'msg_1', 1, 2)].every(isOpenCodeRecord)).toBe(true);
    for (const record of [
      {},
      { table: 'session', id: 'x', directory: '/' },
      { table: 'message', id: 'msg_1', session_id: 'ses_1', data: 'text' },
      { table: 'part', id: 'prt_1', session_id: 'ses_1', data: { type: 'text' } },
      { id: 'msg_1', role: 'assistant' },
      { type: 'message', id: 'prt_1' },
      JSON.parse('{"__proto__":{"table":"session","id":"ses_1","directory":"/"}}') as JsonObject,
    ]) {
      expect(isOpenCodeRecord(record)).toBe(false);
    }
  });

  it('of older versions, a file each, tell the same as rows', () => {
    const time = { created: START, completed: START };
    const info = { id: 'ses_a', version: '0.15.0', projectID: 'p', directory: '/ws', title: 't', time };
    const prompt = { id: 'msg_1', sessionID: 'ses_a', role: 'user', time };
    const said = { id: 'prt_0', messageID: 'msg_1', sessionID: 'ses_a', type: 'text', text: 'go' };
    const answer = { id: 'msg_2', sessionID: 'ses_a', role: 'assistant', time, path: { cwd: '/ws/sub' } };
    const call = {
      id: 'prt_1',
      messageID: 'msg_2',
      sessionID: 'ses_a',
      type: 'tool',
      tool: 'read',
      callID: 'toolu_1',
      state: {
        status: 'completed',
        input: { filePath: 'a.ts' },
        output: '<file>\n00001| a\n00002| b\n\n(End of file - total 2 lines)\n</file>',
        metadata: { preview: 'a' },
        time: { start: START, end: START + 5 },
      },
    };
    const events = read(info, prompt, said, answer, call);
    expect(events).toMatchObject([
      { kind: 'session-start', cwd: '/ws' },
      { kind: 'prompt' },
      { kind: 'turn' },
      {
        kind: 'read',
        call: 'toolu_1',
        path: '/ws/sub/a.ts',
        returned: [[1, 2]],
        totalLines: 2,
        time: START + 5,
      },
    ]);
    const exported = {
      info,
      messages: [
        { info: prompt, parts: [said] },
        { info: answer, parts: [call] },
      ],
    };
    expect(read(exported)).toEqual(events);
  });

  it('that make no sense give nothing', () => {
    for (const state of [
      null,
      7,
      {},
      { status: 'completed' },
      { status: 'completed', input: [], output: 5, time: 'x', metadata: [] },
    ]) {
      const row = part('prt_1', 'msg_1', { type: 'tool', tool: 'read', callID: 4, state } as JsonObject);
      expect(read(session(), message('msg_1'), row).slice(2)).toEqual([]);
    }
    expect(hasher.line('x')).toBe(hasher.line('x'));
  });
});
