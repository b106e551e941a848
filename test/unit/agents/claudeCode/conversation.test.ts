import { describe, expect, it } from 'vitest';
import { claudeCodeAdapter } from '../../../../src/agents/claudeCode/adapter';
import {
  attachment,
  context,
  events,
  failure,
  message,
  numbered,
  ofKind,
  readAnswer,
  result,
  says,
  system,
  user,
  uuidOf,
} from './rows';

const read = (id: string, path = '/ws/f') => ({ id, name: 'Read', input: { file_path: path } });
const answer = (id: string, path = '/ws/f', text = 'a\nb\n', fields = {}) => {
  const { shown, record } = readAnswer(path, text);
  return result(id, shown, record, fields);
};
const calls = (rows: Parameters<typeof events>[0]) => ofKind(events(rows), 'read').map((event) => event.call);

describe('the order of events', () => {
  it('is the order of the calls, whenever results come', () => {
    const rows = message('m', [read('c1'), read('c2'), read('c3')]);
    expect(calls([...rows, answer('c3'), answer('c1'), answer('c2')])).toEqual(['c1', 'c2', 'c3']);
    expect(calls([...rows, answer('c3'), answer('c2'), says('m2', 'on'), answer('c1')])).toEqual([
      'c2',
      'c3',
      'c1',
    ]);
  });

  it('does not wait longer than needed', () => {
    const reader = claudeCodeAdapter.reader(context);
    for (const row of message('m', [read('c1'), read('c2')])) reader.read(row);
    expect(ofKind(reader.read(answer('c2')), 'read')).toEqual([]);
    expect(ofKind(reader.read(answer('c1')), 'read').map((event) => event.call)).toEqual(['c1', 'c2']);
    expect(reader.flush()).toEqual([]);
  });

  it('gives what is held when asked, and each result once', () => {
    const reader = claudeCodeAdapter.reader(context);
    for (const row of message('m', [read('c1'), read('c2')])) reader.read(row);
    reader.read(answer('c2'));
    expect(ofKind(reader.flush(), 'read').map((event) => event.call)).toEqual(['c2']);
    expect(ofKind(reader.read(answer('c2')), 'read')).toEqual([]);
    expect(ofKind(reader.read(answer('c1')), 'read').map((event) => event.call)).toEqual(['c1']);
  });

  it('counts a message once, however many rows it has', () => {
    const rows = [
      says('m1', 'let me see'),
      ...message('m1', [read('c1')]),
      answer('c1'),
      ...message('m1', [read('c2')]),
      answer('c2'),
      says('m2', 'done'),
    ];
    expect(ofKind(events(rows), 'turn')).toHaveLength(2);
    expect(calls(rows)).toEqual(['c1', 'c2']);
  });

  it('passes over rows that are written again', () => {
    const rows = [...message('m', [read('c1')]), answer('c1')];
    expect(events([...rows, ...rows])).toEqual(events(rows));
  });

  it('passes over what the harness says in the place of the model', () => {
    const harness = says('x', 'No response requested.', {}, '<synthetic>');
    expect(ofKind(events([harness, says('y', 'error', { isApiErrorMessage: true })]), 'turn')).toEqual([]);
  });
});

describe('who speaks', () => {
  it.each([
    ['please look', {}],
    [[{ type: 'text', text: 'please look' }], {}],
    [[{ type: 'image', source: {} }], {}],
    ['<b>look</b>', {}],
  ])('%j is a person', (content, fields) => {
    expect(ofKind(events([user(content, fields)]), 'prompt')).toHaveLength(1);
  });

  it.each([
    ['note', { isMeta: true }],
    ['This session is being continued', { isCompactSummary: true, isVisibleInTranscriptOnly: true }],
    ['<task-notification>done</task-notification>', {}],
    ['<command-name>/compact</command-name>', {}],
    ['<local-command-stdout>ok</local-command-stdout>', {}],
    ['<bash-input>ls</bash-input>', {}],
    ['look at the files', { isSidechain: true, agentId: 'a1' }],
    ['', {}],
  ])('%j %j is no person', (content, fields) => {
    expect(ofKind(events([user(content, fields)]), 'prompt')).toEqual([]);
  });

  it('is interrupted', () => {
    const row = user([{ type: 'text', text: '[Request interrupted by user for tool use]' }]);
    const stopped = attachment({ type: 'hook_stopped_continuation', message: 'stop' });
    expect(events([row, stopped]).map((event) => event.kind)).toEqual([
      'session-start',
      'interrupted',
      'interrupted',
    ]);
  });
});

describe('actors', () => {
  it('are told apart in one file, each with its own calls', () => {
    const sub = { isSidechain: true, agentId: 'a1' };
    const rows = [
      ...message('m', [read('c1')]),
      ...message('n', [read('d1')], sub),
      result('d1', numbered(['x'], 1), undefined, sub),
      answer('c1'),
    ];
    expect(ofKind(events(rows), 'read').map((event) => [event.actor, event.call])).toEqual([
      ['main', 'c1'],
      ['a1', 'd1'],
    ]);
    expect(ofKind(events(rows), 'session-start').map((event) => [event.actor, event.parent])).toEqual([
      ['main', null],
      ['a1', 'main'],
    ]);
  });

  it('are told apart by their chain where rows do not name them', () => {
    const start = user('look', { isSidechain: true });
    const [call] = message('n', [read('d1')], { isSidechain: true, parentUuid: uuidOf(start) });
    const other = user('look too', { isSidechain: true });
    const all = events([start, call ?? {}, other]);
    const actors = ofKind(all, 'session-start').map((event) => event.actor);
    expect(actors).toEqual([`sidechain-${uuidOf(start)}`, `sidechain-${uuidOf(other)}`]);
    expect(ofKind(all, 'turn')[0]?.actor).toBe(actors[0]);
  });

  it('have sessions, and one may come from another', () => {
    const rows = [
      user('a', { sessionId: 's1' }),
      user('b', { sessionId: 's2', forkedFrom: { sessionId: 's1' } }),
    ];
    expect(ofKind(events(rows), 'session-start').map((event) => [event.session, event.parent])).toEqual([
      ['s1', null],
      ['s2', 's1'],
    ]);
    expect(events([user('a', { sessionId: undefined })])[0]?.session).toBe('fallback');
  });
});

describe('a fork', () => {
  const copied = { sessionId: 's2', forkedFrom: { sessionId: 's1', messageUuid: 'u' } };
  const own = { sessionId: 's2' };
  const history = [
    user('look', copied),
    ...['c1', 'c2', 'c3'].flatMap((id) => [
      ...message(`m${id}`, [read(id)], copied),
      answer(id, '/ws/f', 'a\nb\n', copied),
    ]),
  ];

  it('has what it copied in its context, and did none of it', () => {
    const all = events(history);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['session-start', 'delivered']));
    expect(ofKind(all, 'delivered').map(({ call, returned }) => [call, returned])).toEqual(
      ['c1', 'c2', 'c3'].map((call) => [call, [[1, 2]]]),
    );
  });

  it('does what follows itself, also where that tells the end of what was copied', () => {
    const [open = {}] = message('open', [read('c4')], copied);
    const all = events([
      ...history,
      open,
      answer('c4', '/ws/f', 'a\nb\n', own),
      user('go on', own),
      ...message('mine', [read('c5')], own),
      answer('c5', '/ws/f', 'a\nb\n', own),
    ]);
    expect(ofKind(all, 'read').map(({ call }) => call)).toEqual(['c5']);
    expect(ofKind(all, 'delivered').map(({ call }) => call)).toEqual(['c1', 'c2', 'c3', 'c4']);
    expect(ofKind(all, 'prompt')).toHaveLength(1);
    expect(ofKind(all, 'turn')).toHaveLength(1);
  });
});

describe('a compaction', () => {
  const boundary = (uuids: readonly unknown[] = []) =>
    system('compact_boundary', { compactMetadata: { trigger: 'auto', preservedMessages: { uuids } } });
  const { shown, record } = readAnswer('/ws/f', 'a\nb\n');
  const restored = (fields: object) =>
    attachment({ type: 'file', filename: '/ws/f', content: record }, fields);
  const rendered = [
    { content: '<system-reminder>\nCalled the Read tool with the following input: {}\n</system-reminder>' },
    { content: `<system-reminder>\nResult of calling the Read tool:\n${shown}\n</system-reminder>` },
  ];

  it('keeps the calls whose results it names', () => {
    const kept = answer('c2');
    const rows = [
      ...message('m', [read('c1')]),
      answer('c1'),
      ...message('n', [read('c2')]),
      kept,
      boundary([uuidOf(kept), 7, 'other']),
    ];
    expect(ofKind(events(rows), 'context-lost')).toMatchObject([{ reason: 'compaction', kept: ['c2'] }]);
  });

  it('delivers the files it puts back, after it', () => {
    const rows = [
      boundary(),
      user('summary', { isCompactSummary: true }),
      restored({ rendered }),
      says('m', 'on'),
    ];
    expect(events(rows).map((event) => event.kind)).toEqual([
      'session-start',
      'context-lost',
      'delivered',
      'turn',
    ]);
    expect(ofKind(events(rows), 'delivered')).toMatchObject([
      { call: null, path: '/ws/f', returned: [[1, 2]], totalLines: 2 },
    ]);
  });

  it('is uncertain where files are put back unseen', () => {
    const rows = [boundary(), restored({}), says('m', 'on')];
    expect(ofKind(events(rows), 'context-lost')).toMatchObject([{ unseenRestore: true }]);
    expect(ofKind(events(rows), 'delivered')).toEqual([]);
    const reader = claudeCodeAdapter.reader(context);
    reader.read(boundary());
    expect(reader.flush()).toMatchObject([{ kind: 'context-lost' }]);
    expect(reader.read(restored({}))).toMatchObject([{ kind: 'context-lost', unseenRestore: true }]);
  });

  it('names files without showing them', () => {
    const named = attachment({ type: 'compact_file_reference', filename: '/ws/f' });
    expect(events([boundary(), named, says('m', 'on')]).map((event) => event.kind)).toEqual([
      'session-start',
      'context-lost',
      'turn',
    ]);
  });

  it('evicts the calls that a small one names', () => {
    const small = system('microcompact_boundary', { microcompactMetadata: { compactedToolIds: ['c1', 3] } });
    expect(ofKind(events([small]), 'context-lost')).toMatchObject([{ reason: 'eviction', calls: ['c1'] }]);
    expect(ofKind(events([system('microcompact_boundary')]), 'context-lost')).toEqual([]);
  });

  it('delivers what a person mentions, the lines that were shown only', () => {
    const cut = [
      { content: `<system-reminder>\nResult of calling the Read tool:\n1\ta\n</system-reminder>` },
    ];
    const rows = [user('look at @f'), restored({ rendered: cut })];
    expect(ofKind(events(rows), 'delivered')).toMatchObject([{ returned: [[1, 1]], totalLines: null }]);
    expect(ofKind(events([user('look at @f'), restored({})]), 'delivered')).toEqual([]);
  });
});

describe('going back', () => {
  const first = message('m', [read('c1')]);
  const second = message('n', [read('c2')]);
  const before = answer('c1');
  const rows = [...first, before, ...second, answer('c2')];

  it('undoes what came after', () => {
    const again = user('no, rather this', { parentUuid: uuidOf(before) });
    const all = events([...rows, again, user('and that', { parentUuid: uuidOf(again) })]);
    expect(ofKind(all, 'context-lost')).toMatchObject([{ reason: 'rewind', toCall: 'c2' }]);
    expect(all.slice(-3).map((event) => event.kind)).toEqual(['context-lost', 'prompt', 'prompt']);
  });

  it('is not going on', () => {
    const last = says('o', 'done');
    expect(
      ofKind(events([...rows, last, user('go on', { parentUuid: uuidOf(last) })]), 'context-lost'),
    ).toEqual([]);
    expect(ofKind(events([...rows, user('go on', { parentUuid: 'unknown' })]), 'context-lost')).toEqual([]);
  });

  it('to nothing clears', () => {
    const clear = user('<command-name>/clear</command-name>\n<command-message>clear</command-message>');
    expect(ofKind(events([...rows, clear]), 'context-lost')).toMatchObject([{ reason: 'clear' }]);
    expect(ofKind(events([...rows, clear]), 'prompt')).toEqual([]);
  });
});

describe('edits and writes', () => {
  const patch = [
    {
      oldStart: 1,
      oldLines: 3,
      newStart: 1,
      newLines: 4,
      lines: [' a', '-b', '+B', '+BB', ' c', '\\ No newline at end of file'],
    },
  ];
  const change = (
    name: string,
    input: object,
    record: unknown,
    text = 'The file /ws/f has been updated successfully.',
  ) =>
    events([
      ...message('m', [{ id: 'c', name, input: { file_path: '/ws/f', ...input } }]),
      result('c', text, record),
    ]).slice(2);

  it('tell which lines became which', () => {
    const record = { filePath: '/ws/f', structuredPatch: patch, userModified: false };
    expect(change('Edit', {}, record)).toMatchObject([
      {
        kind: 'edit',
        outcome: 'ok',
        path: '/ws/f',
        lines: [[2, 3]],
        hunks: [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 2 }],
      },
    ]);
    const modified = change('Edit', {}, { ...record, userModified: true });
    expect(modified).toMatchObject([{ kind: 'edit', hunks: [{ oldStart: 2 }] }]);
    expect(modified[0]).not.toHaveProperty('lines');
  });

  it.each([
    [[{ ...patch[0], oldLines: 9 }]],
    [[{ ...patch[0], oldStart: -1 }]],
    [[{ ...patch[0], lines: 'x' }]],
    [[...patch, ...patch]],
    [{}],
    [undefined],
  ])('do not believe a patch that cannot be: %j', (structuredPatch) => {
    const [edit] = change('MultiEdit', {}, { filePath: '/ws/f', structuredPatch });
    expect(edit).toMatchObject({ kind: 'edit', outcome: 'ok' });
    expect(edit).not.toHaveProperty('hunks');
  });

  it('know pure insertions and deletions', () => {
    const insert = [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 2, lines: ['+x', ' b'] }];
    expect(change('Edit', {}, { structuredPatch: insert })).toMatchObject([
      { hunks: [{ oldStart: 2, oldLines: 0, newStart: 2, newLines: 1 }], lines: [[2, 2]] },
    ]);
    const first = [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+x'] }];
    expect(change('Edit', {}, { structuredPatch: first })).toMatchObject([
      { hunks: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1 }] },
    ]);
    const remove = [{ oldStart: 4, oldLines: 1, newStart: 4, newLines: 0, lines: ['-x'] }];
    expect(change('Edit', {}, { structuredPatch: remove })).toMatchObject([
      { hunks: [{ oldStart: 4, oldLines: 1, newStart: 4, newLines: 0 }], lines: [] },
    ]);
  });

  it('show lines in older versions', () => {
    const text =
      "The file /ws/f has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n     1→a\n     2→B\n     3→";
    expect(change('Edit', {}, { structuredPatch: patch }, text)).toMatchObject([
      { kind: 'edit' },
      { kind: 'delivered', call: 'c', returned: [[1, 2]], totalLines: null },
    ]);
    const fake = `Done.\n${text}`;
    expect(change('Edit', {}, { structuredPatch: patch }, fake).map((event) => event.kind)).toEqual(['edit']);
  });

  it('give whole files', () => {
    const input = { content: 'x\ny\n' };
    expect(change('Write', input, { type: 'create', filePath: '/ws/f', content: 'x\ny\n' })).toMatchObject([
      { kind: 'write', totalLines: 2, outcome: 'ok' },
    ]);
    expect(change('Write', input, undefined)).toMatchObject([{ kind: 'write', totalLines: 2 }]);
    expect(
      change('Write', input, { type: 'create', filePath: '/ws/f', content: 'x\ny\n', staged: true }),
    ).toEqual([]);
    expect(
      change('Write', input, { type: 'update', content: 'z', userModified: true }).map((event) => event.kind),
    ).toEqual(['edit']);
    const failed = events([
      ...message('m', [{ id: 'c', name: 'Write', input: { file_path: '/ws/f', content: 'x' } }]),
      failure('c', 'denied'),
    ]);
    expect(ofKind(failed, 'write')).toMatchObject([{ outcome: 'failed', totalLines: null }]);
  });
});

describe('searches', () => {
  it('are questions with glimpses, and no reads', () => {
    const grep = (input: object, text: string) =>
      events([
        ...message('m', [{ id: 'c', name: 'Grep', input }]),
        result('c', text, { mode: 'content' }),
      ]).slice(2);
    const shown = 'src/a.ts:40:const secret = 1;\nsrc/a.ts:41:x\nC:\\b.ts:3:y\nsrc/c-7-d.ts:9:z\n--\nnothing';
    expect(grep({ pattern: 'secret', output_mode: 'content', '-n': true }, shown)).toMatchObject([
      {
        kind: 'search',
        glimpsed: [
          { path: '/ws/src/a.ts', lines: [[40, 41]] },
          { path: 'C:\\b.ts', lines: [[3, 3]] },
          { path: '/ws/src/c-7-d.ts', lines: [[9, 9]] },
        ],
      },
    ]);
    expect(
      JSON.stringify(grep({ pattern: 'secret', output_mode: 'content', '-n': true }, shown)),
    ).not.toContain('secret');
    expect(
      grep({ pattern: 'x', path: 'f', output_mode: 'content', '-n': true }, '3:x\n4-12:y'),
    ).toMatchObject([{ glimpsed: [{ path: '/ws/f', lines: [[3, 4]] }] }]);
    expect(grep({ pattern: 'x' }, 'src/a.ts')).toMatchObject([{ glimpsed: [] }]);
  });
});
