import { describe, expect, it } from 'vitest';
import type { HookReport } from '../../src/agents/hooks/report';
import { opencodeDialect } from '../../src/agents/opencode/hookDialect';
import { opencodeHookEvents } from '../../src/agents/opencode/hookEvents';
import { HookMemory } from '../../src/agents/opencode/hookMemory';
import { LineHasher } from '../../src/text/lineHash';
import { captureOf } from './support/captures';
import { opencodePayloads } from './support/insidePayloads';
import { insideSuite } from './support/insideSuite';

const SESSION = 'ses_dd47a9e67ffeAhw4yvXgU7gZVe';
const SUBAGENT = 'ses_dd47a5699ffeB23Jfa97k3mgVs';
const hasher = new LineHasher([11, 13]);
const reports = opencodePayloads().flatMap((payload, time): HookReport[] => {
  expect(opencodeDialect.recognises(payload)).toBe(true);
  const frame = opencodeDialect.frame(payload, undefined, time);
  return frame === null ? [] : [{ ...frame, events: opencodeHookEvents(frame, payload, hasher) }];
});
const moments = (moment: HookReport['moment']) => reports.filter((report) => report.moment === moment);

insideSuite({ capture: captureOf('opencode'), reports, hasher, untold: ['sh-cat-long'] });

describe('what a plugin in OpenCode is told', () => {
  it('starts the session, and its subagent below it', () => {
    const starts = reports.flatMap(({ events }) => events.filter(({ kind }) => kind === 'session-start'));
    expect(starts).toMatchObject([
      { session: SESSION, actor: 'main', cwd: '/home/dev/ws', parent: null },
      { session: SESSION, actor: SUBAGENT, cwd: '/home/dev/ws', parent: 'main' },
    ]);
  });

  it('knows persons, compactions and ends', () => {
    expect(moments('prompt')).toMatchObject([
      { actor: 'main', isPerson: true, events: [{ kind: 'prompt' }] },
      { actor: SUBAGENT, isPerson: false, events: [] },
    ]);
    expect(moments('actor-end')).toMatchObject([{ actor: SUBAGENT }]);
    expect(moments('turn-end')).toHaveLength(1);
    expect(moments('context-lost')).toHaveLength(1);
  });

  it('aborts the session of the actor that is stopped, and makes no call', () => {
    const stop = { reason: 'enough' };
    const [main, sub] = ['main', SUBAGENT].map((who) =>
      moments('before-call').find(({ actor }) => actor === who),
    );
    if (main === undefined || sub === undefined) throw new Error('no calls');
    expect(opencodeDialect.answer({}, main, { stop })).toEqual({ abort: SESSION, deny: 'enough' });
    expect(opencodeDialect.answer({}, sub, { stop })).toEqual({ abort: SUBAGENT, deny: 'enough' });
    expect(opencodeDialect.answer({}, main, { deny: stop })).toEqual({ deny: 'enough' });
    const after = { ...main, moment: 'after-call' } as const;
    expect(opencodeDialect.answer({}, after, { stop })).toEqual({ abort: SESSION });
    expect(opencodeDialect.answer({}, after, { deny: stop, context: 'told' })).toBeNull();
    expect(opencodeDialect.answer({}, { ...main, moment: 'turn-end' }, { stop })).toBeNull();
  });

  it('names calls as the database does: by their part where an id comes again, or OpenCode says only that', () => {
    const memory = new HookMemory();
    const event = (type: string, properties: object) =>
      memory.payload({ hook: 'event', event: { type, properties } });
    const part = (id: string, callID: string, status: string) =>
      event('message.part.updated', {
        part: {
          id,
          messageID: 'msg_1',
          sessionID: 'ses_1',
          type: 'tool',
          callID,
          tool: 'read',
          state: { status },
        },
      });
    const begun = (callID: string) =>
      memory.payload({
        hook: 'tool.execute.before',
        input: { tool: 'read', sessionID: 'ses_1', callID },
        output: {},
      });
    event('session.updated', { info: { id: 'ses_1', directory: '/ws' } });
    part('prt_1', 'call_0', 'pending');
    expect(begun('call_0')).toMatchObject({ known: { call: 'call_0' } });
    expect(part('prt_1', 'call_0', 'completed')).toMatchObject({ known: { call: 'call_0' } });
    part('prt_2', 'call_0', 'pending');
    expect(begun('call_0')).toMatchObject({ known: { call: 'prt_2' } });
    expect(part('prt_2', 'call_0', 'completed')).toMatchObject({ known: { call: 'prt_2' } });
    part('prt_3', 'call_9', 'running');
    expect(begun('prt_3')).toMatchObject({ known: { call: 'call_9' } });
    expect(part('prt_3', 'call_9', 'completed')).toMatchObject({ known: { call: 'call_9' } });
    expect(part('prt_3', 'call_9', 'completed')).toBeNull();
  });
});
