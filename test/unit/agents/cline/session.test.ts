import { describe, expect, it } from 'vitest';
import { clineAdapter } from '../../../../src/agents/cline/adapter';
import { listField } from '../../../../src/agents/json';
import { events, numbered, ofKind, readerOf, Session } from './session';

const TEXT = numbered(['a', 'b', 'c']);
/** As many bytes as an answer has at most when it is sent. */
const LARGE = numbered(Array.from({ length: 300 }, (_, i) => `${i} ${'x'.repeat(40)}`));

describe('a messages file', () => {
  it("is told by its shape, as is that of a compaction; the session's own is not", () => {
    const { record } = { record: new Session().prompt().record() };
    const compaction = { version: 1, source_message_count: 2, source_last_message_key: 'id:x', messages: [] };
    expect([record, compaction].map((one) => clineAdapter.recognises(one))).toEqual([true, true]);
    const others = [
      { ...record, agent: 'x' },
      { ...record, origin: null },
      { session_id: 's1', cwd: '/ws' },
      { messages: [] },
    ];
    expect(others.filter((one) => clineAdapter.recognises(one))).toEqual([]);
  });

  it('names session and actor', () => {
    const of = (fields: object, file?: string) => {
      const reader = readerOf(file);
      const [first] = reader.read(new Session().prompt().record(fields));
      return [first?.session, first?.actor, first?.kind === 'session-start' ? first.parent : undefined];
    };
    expect(of({})).toEqual(['s1', 'main', null]);
    const subagent = { agent: 'subagent', sessionId: 's1__agent_2' };
    expect(of(subagent)).toEqual(['s1', 'agent_2', 'main']);
    expect(of({ ...subagent, origin: { parentThreadId: 's1__agent_1', version: '3.0.65' } })).toEqual([
      's1',
      'agent_2',
      'agent_1',
    ]);
    expect(of({ agent: 'teammate', sessionId: 's1__teamtask__dev__x1' })).toEqual(['s1', 'dev__x1', 'main']);
  });

  it('works in the folder that its system prompt tells', () => {
    const session = new Session().prompt().read('src/a.ts', TEXT);
    const system_prompt =
      'You are Cline.\n<env>\n3. IDE: x\n4. Working Directory: /elsewhere\n</env>\n4. Working Directory: /later';
    expect(ofKind(events(session, { system_prompt }), 'read')).toMatchObject([
      { path: '/elsewhere/src/a.ts' },
    ]);
    expect(ofKind(events(session), 'read')).toMatchObject([{ path: '/ws/src/a.ts' }]);
  });

  it('hears persons, not the harness', () => {
    const session = new Session()
      .prompt('<user_input mode="act">go</user_input>')
      .prompt('[TASK RESUMPTION] go on')
      .prompt('notice', { metadata: { displayRole: 'system' } });
    expect(ofKind(events(session), 'prompt')).toHaveLength(1);
  });

  it('goes back: what followed is undone', () => {
    const reader = readerOf();
    const session = new Session().prompt().read('/ws/a.ts', TEXT).read('/ws/b.ts', TEXT);
    reader.read(session.record());
    const kept = session.messages.slice(0, 3);
    session.messages = kept;
    const told = reader.read(session.record());
    expect(told).toMatchObject([{ kind: 'context-lost', reason: 'rewind', toCall: 'c2' }]);
    session.read('/ws/c.ts', TEXT);
    expect(reader.read(session.record()).map((event) => event.kind)).toEqual(['turn', 'read']);
  });

  it('may give its messages other ids and put them together in other ways', () => {
    const reader = readerOf();
    const session = new Session()
      .prompt()
      .turn(
        ['read_files', { files: ['/ws/a.ts'] }, [{ query: '/ws/a.ts', result: TEXT, success: true }]],
        ['read_files', { files: ['/ws/b.ts'] }, [{ query: '/ws/b.ts', result: TEXT, success: true }]],
      );
    reader.read(session.record());
    const [prompt, asked, one, two] = session.messages;
    const joined = {
      ...one,
      id: 'new',
      content: [one, two].flatMap((message) => listField(message ?? {}, 'content') ?? []),
    };
    expect(reader.read(session.record({ messages: [prompt, { ...asked, id: 'x' }, joined] }))).toEqual([]);
  });

  it('tells a compaction once', () => {
    const reader = readerOf();
    const session = new Session().read('/ws/a.ts', TEXT).read('/ws/b.ts', `${TEXT}\n...[truncated 5 chars]`);
    const record = {
      version: 1,
      updated_at: '2026-11-30T08:31:28.701Z',
      conversation_id: 's1',
      source_message_count: 9,
      source_last_message_key: 'id:x',
      messages: session.messages,
    };
    expect(reader.read(record)).toMatchObject([{ kind: 'context-lost', session: 's1', kept: ['c1'] }]);
    expect(reader.read({ ...record, updated_at: '2026-11-30T08:32:28.701Z' })).toEqual([]);
    expect(reader.read({ ...record, source_message_count: 10 })).toHaveLength(1);
  });
});

describe('reads that are out of date', () => {
  /** A whole read, then reads of parts, each of them as large as can be. */
  const parts = (count: number) => {
    const session = new Session().prompt().read('/ws/a.ts', LARGE);
    for (let i = 0; i < count; i++) session.read('/ws/a.ts', LARGE, [1, 300 + i]);
    return session;
  };

  it('are taken out once it pays: the newest part too, before the model got it', () => {
    const told = events(parts(8));
    const [lost] = ofKind(told, 'context-lost');
    const reads = ofKind(told, 'read');
    const withheld = reads.findIndex((read) => read.outcome === 'unknown-range');
    // Line ends take two bytes each: eight such answers are more than 64 KiB, seven are less.
    expect(withheld).toBe(8);
    expect(reads.filter((read) => read.returned.length === 0)).toHaveLength(1);
    expect(lost).toMatchObject({
      reason: 'eviction',
      calls: ['c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8'],
    });
    expect(told.indexOf(lost as (typeof told)[number])).toBeLessThan(
      told.indexOf(reads[8] as (typeof told)[number]),
    );
  });

  it('stay while they are few', () => {
    expect(ofKind(events(parts(7)), 'context-lost')).toEqual([]);
    expect(ofKind(events(parts(7)), 'read').every((read) => read.returned.length > 0)).toBe(true);
  });

  it('count again after they were taken out', () => {
    const reads = ofKind(events(parts(16)), 'read');
    expect(reads.flatMap((read, i) => (read.returned.length === 0 ? [i] : []))).toEqual([8, 16]);
  });

  it('are the older of two whole reads, never the newest', () => {
    const session = new Session().prompt();
    for (let i = 0; i < 12; i++) session.read('/ws/a.ts', LARGE);
    const told = events(session);
    expect(ofKind(told, 'read').every((read) => read.returned.length > 0)).toBe(true);
    expect(ofKind(told, 'context-lost').map((lost) => lost.calls?.length)).toEqual([8]);
  });

  it('are those of a file that a person attached since', () => {
    const session = new Session().attached('/ws/a.ts', 'a\n');
    for (let i = 0; i < 8; i++) session.read('/ws/a.ts', LARGE, [1, 300 + i]);
    expect(ofKind(events(session), 'read').at(-1)).toMatchObject({ returned: [], outcome: 'unknown-range' });
  });

  it('were taken out at once by older versions', () => {
    const session = new Session().prompt().read('/ws/a.ts', TEXT).read('/ws/a.ts', '2 | b', [2, 2]);
    const reads = (version: string) =>
      ofKind(events(session, { origin: { source: 'cli', version } }), 'read').map(
        (read) => read.returned.length,
      );
    expect(reads('3.0.65')).toEqual([1, 1]);
    expect(reads('3.0.28')).toEqual([1, 0]);
    expect(reads('')).toEqual([1, 0]);
  });
});
