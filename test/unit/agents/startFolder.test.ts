import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/agents/adapter';
import { ADAPTERS } from '../../../src/agents/registry';
import { LineHasher } from '../../../src/text/lineHash';

const id = '01a22b82-32a0-78f3-aba5-02e24f23a6ee';
const timestamp = '2026-11-30T08:00:00.000Z';

/** The first records of a session that says where it is. */
const STARTS: Readonly<Record<string, (cwd: unknown) => JsonObject[]>> = {
  'claude-code': (cwd) => [
    { type: 'user', uuid: 'u', sessionId: 's', timestamp, cwd, message: { role: 'user', content: 'go' } },
  ],
  codex: (cwd) => [
    { type: 'session_meta', timestamp, payload: { id, timestamp, cwd, originator: 'x', cli_version: '1' } },
    { type: 'event_msg', timestamp, payload: { type: 'user_message', message: 'go' } },
  ],
  pi: (cwd) => [{ type: 'session', version: 3, id, timestamp, cwd }],
  'copilot-cli': (cwd) => [
    {
      type: 'session.start',
      id,
      timestamp,
      parentId: null,
      data: { sessionId: 's', producer: 'copilot-agent', context: { cwd } },
    },
    {
      type: 'user.message',
      id: 'b',
      timestamp,
      parentId: id,
      data: { content: 'go', transformedContent: 'go', interactionId: 'i' },
    },
  ],
  opencode: (cwd) => [
    { table: 'session', id: 'ses_1', parent_id: null, directory: cwd, time_created: 1, time_updated: 2 },
    {
      table: 'message',
      id: 'msg_1',
      session_id: 'ses_1',
      time_created: 1,
      data: { role: 'user', time: { created: 1 } },
    },
  ],
  acp: (cwd) => [
    { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd, mcpServers: [] } },
    { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } },
  ],
};

const foldersOf = (agent: string, cwd: unknown) => {
  const adapter = ADAPTERS.find(({ kind }) => kind === agent);
  const reader = adapter?.reader({
    hasher: new LineHasher([1, 2]),
    source: agent,
    baseFolder: '/b',
    sessionFallback: 's',
  });
  const records = STARTS[agent]?.(cwd) ?? [];
  const events = [...records.flatMap((record) => reader?.read(record) ?? []), ...(reader?.flush() ?? [])];
  return events.flatMap((event) => (event.kind === 'session-start' ? [event.cwd] : []));
};

it.each(Object.keys(STARTS))(
  'a session of %s is in an absolute folder, or in none that is known',
  (agent) => {
    expect(foldersOf(agent, '/ws')).toEqual(['/ws']);
    for (const cwd of ['ws', '../..', '', '\u0000', '/w\u0000s']) {
      expect(foldersOf(agent, cwd), String(cwd)).toEqual([null]);
    }
  },
);
