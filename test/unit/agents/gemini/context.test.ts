import { describe, expect, it } from 'vitest';
import {
  answer,
  eventsOf,
  gemini,
  HEADER,
  ofKind,
  readFile,
  repeated,
  TIME,
  toolCalls,
  user,
} from './records';

const A = readFile('a', 'a.ts', 'one\ntwo\n');
const B = readFile('b', 'b.ts', 'three\n');
const SETTING = user('env', [
  { text: '<session_context>\nx\n- **Workspace Directories:**\n  - /home/w\n- y\n</session_context>' },
]);
const set = (...messages: readonly object[]) => ({ $set: { messages, lastUpdated: TIME } });
const touched = { $set: { lastUpdated: TIME } };

/** Two turns, each with a prompt, a read, and its answer as the conversation has it. */
const SESSION = [
  HEADER,
  set(SETTING),
  user('u1', [{ text: 'first' }]),
  touched,
  gemini('m1'),
  gemini('m1', A),
  user('r1', [answer(A)]),
  touched,
  user('u2', [{ text: 'second' }]),
  gemini('m2'),
  gemini('m2', B),
  user('r2', [answer(B)]),
];

const losses = (...records: readonly object[]) => {
  const events = eventsOf([...SESSION, ...(records as typeof SESSION)]);
  return ofKind(events, 'context-lost').map(({ reason, calls, kept, toCall }) => ({
    reason,
    calls,
    kept,
    toCall,
  }));
};
const lost = (reason: string, rest: object) => [
  { reason, calls: undefined, kept: undefined, toCall: undefined, ...rest },
];

describe('a conversation', () => {
  it('is told once, though it is written several times', () => {
    const events = eventsOf([...SESSION, gemini('m2', B), gemini('m1', A)]);
    expect(events.map(({ kind, call }) => `${kind} ${call ?? ''}`.trim())).toEqual([
      'session-start',
      'prompt',
      'turn',
      'read a',
      'prompt',
      'turn',
      'read b',
    ]);
    expect(ofKind(events, 'session-start')[0]).toMatchObject({ session: 's1', cwd: '/home/w', parent: null });
    expect(ofKind(events, 'read')[0]?.path).toBe('/home/w/a.ts');
  });

  it('keeps what a compaction repeats as it was, and hears no prompt again', () => {
    const compaction = [
      user('n1', [{ text: '<state_snapshot>…' }]),
      touched,
      repeated('n2', [{ text: 'Got it. Thanks for the additional context!' }]),
      user('n3', [{ text: 'second' }]),
      repeated('n4', [{ functionCall: { id: 'read_file__b', name: 'read_file', args: {} } }]),
      user('n5', [answer(B)]),
    ];
    const records = [...compaction, set(...compaction.filter((one) => 'id' in one))];
    expect(losses(...records)).toEqual(lost('compaction', { kept: ['b'] }));
    const events = eventsOf([...SESSION, ...records, user('u3', [{ text: 'third' }]), gemini('m3')]);
    expect(ofKind(events, 'prompt')).toHaveLength(3);
    expect(ofKind(events, 'turn')).toHaveLength(3);
  });

  it('keeps nothing of an answer that a compaction cut', () => {
    const cut = {
      ...B,
      text: 'Output too large. Showing first 2 and last 8 characters. For full output see: x',
    };
    const records = [user('n1', [{ text: '<state_snapshot>' }]), user('n5', [answer(cut)])];
    expect(losses(set(...records))).toEqual(lost('compaction', { kept: [] }));
  });

  it('loses the answers that were taken out to save room', () => {
    const masked = { ...A, text: '<tool_output_masked>\n…' };
    const messages = [
      SETTING,
      user('u1', 'first'),
      gemini('m1', masked),
      user('r1', [answer(masked)]),
      user('u2', 'second'),
      gemini('m2', B),
      user('r2', [answer(B)]),
    ];
    expect(losses(set(...messages))).toEqual(lost('eviction', { calls: ['a'] }));
    // Beside the call, the whole turn's answers may stand.
    const beside = {
      ...gemini('m2', B),
      toolCalls: [{ ...toolCalls(B)[0], result: [answer(A), answer(B)] }],
    };
    const other = [SETTING, user('u1', 'first'), gemini('m1', A), user('u2', 'second'), beside];
    expect(losses(set(...other))).toEqual([]);
  });

  it('goes back before a message', () => {
    expect(losses({ $rewindTo: 'u2' })).toEqual(lost('rewind', { toCall: 'b' }));
    expect(losses({ $rewindTo: 'u1' })).toEqual(lost('rewind', { toCall: 'a' }));
    expect(losses({ $rewindTo: 'r2' })).toEqual([]);
    expect(losses({ $rewindTo: 'nowhere' })).toEqual(lost('clear', {}));
    expect(losses({ $rewindTo: 'u2' }, { $rewindTo: 'u1' })).toHaveLength(2);
  });

  it('is taken back to where it was when a request is given up', () => {
    const before = [SETTING, user('u1', [{ text: 'first' }]), gemini('m1', A), user('r1', [answer(A)])];
    expect(losses(set(...before))).toEqual(lost('rewind', { toCall: 'b' }));
  });

  it('is cleared where nothing but the setting is left', () => {
    expect(losses(set(SETTING))).toEqual(lost('clear', {}));
    expect(losses(set())).toEqual(lost('clear', {}));
  });

  it('does not hold what the model was not given', () => {
    const other = { ...B, text: 'something else' };
    const records = [...SESSION.slice(0, -1), user('r2', [answer(other)])];
    expect(ofKind(eventsOf(records), 'context-lost')).toMatchObject([{ reason: 'eviction', calls: ['b'] }]);
  });

  it('knows calls that only the repeated conversation has, and none that are masked', () => {
    const masked = { ...B, text: '<tool_output_masked>\n…' };
    const events = eventsOf([HEADER, set(SETTING, gemini('m1', A), gemini('m2', masked))]);
    expect(ofKind(events, 'read')).toMatchObject([
      { call: 'a', returned: [[1, 2]] },
      { call: 'b', outcome: 'unknown-range', returned: [] },
    ]);
  });
});

describe('a document of older versions', () => {
  const legacy = (...messages: readonly object[]) => ({
    sessionId: 's1',
    projectHash: 'p',
    startTime: TIME,
    lastUpdated: TIME,
    messages,
  });
  const first = [user('u1', 'first'), gemini('m1', A)];

  it('tells what is new each time it was written', () => {
    const events = eventsOf([
      legacy(user('u1', 'first')),
      legacy(...first),
      legacy(...first, user('u2', 'second'), gemini('m2', B)),
    ]);
    expect(events.map(({ kind, call }) => `${kind} ${call ?? ''}`.trim())).toEqual([
      'session-start',
      'prompt',
      'turn',
      'read a',
      'prompt',
      'turn',
      'read b',
    ]);
  });

  it('tells what vanished', () => {
    const events = eventsOf([legacy(...first, gemini('m2', B)), legacy(...first)]);
    expect(ofKind(events, 'context-lost')).toMatchObject([{ reason: 'rewind', toCall: 'b' }]);
    const changed = eventsOf([
      legacy(...first, gemini('m2', B)),
      legacy(user('x', 'summary'), gemini('m2', B)),
    ]);
    expect(ofKind(changed, 'context-lost')).toMatchObject([{ reason: 'compaction', kept: ['b'] }]);
  });
});

describe('a subagent', () => {
  const header = { ...HEADER, sessionId: 'sub', kind: 'subagent', directories: ['/home/w'] };
  const records = [header, user('u1', 'do this'), gemini('m1', A)];

  it('is an actor of the session whose folder its transcript is in', () => {
    const events = eventsOf(records, '/h/.gemini/tmp/p/chats/s1/sub.jsonl');
    expect(events.map(({ kind, session, actor }) => [kind, session, actor])).toEqual([
      ['session-start', 's1', 'sub'],
      ['turn', 's1', 'sub'],
      ['read', 's1', 'sub'],
    ]);
    expect(events[0]).toMatchObject({ parent: 'main', cwd: '/home/w' });
  });

  it('is a session of its own where that is not known', () => {
    expect(eventsOf(records, '/elsewhere/sub.jsonl')[0]).toMatchObject({ session: 'sub', actor: 'sub' });
  });
});

describe('records that are not what they should be', () => {
  it.each([
    {
      $set: {
        messages: [
          null,
          1,
          'x',
          {},
          { id: 'x' },
          {
            ...gemini('y'),
            toolCalls: [
              null,
              { id: 1 },
              { id: 'q', name: '__proto__', args: [], status: 'success', result: 5 },
            ],
          },
        ],
      },
    },
    { $set: { messages: 'x' } },
    { $rewindTo: '__proto__' },
    { id: '__proto__', type: 'gemini', timestamp: '', content: null, toolCalls: 'x', model: 'm' },
    { sessionId: '__proto__', projectHash: '', messages: [{}] },
  ])('give no read and are no fault', (record) => {
    expect(ofKind(eventsOf([HEADER, record]), 'read')).toEqual([]);
  });
});
