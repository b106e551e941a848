import { describe, expect, it, vi } from 'vitest';
import type { JsonObject, ReaderContext } from '../../src/agents/adapter';
import { clineAdapter } from '../../src/agents/cline/adapter';
import { LineHasher } from '../../src/text/lineHash';
import { captureEvents, captureSuite, recordsOf } from './support/captureSuite';
import { captureOf } from './support/captures';
import { documents } from './support/documents';

const CLINE = captureOf('cline');
const CONTEXT: ReaderContext = {
  hasher: new LineHasher([3, 4]),
  source: 'cline',
  baseFolder: '/home/dev/ws',
  sessionFallback: 'unnamed',
};

// The transcript is one document: each damaged copy of it is read whole.
vi.setConfig({ testTimeout: 60_000 });

captureSuite(CLINE);

describe('cline', () => {
  const events = captureEvents(CLINE);
  const of = (call: string) => events.filter((event) => event.call === call);

  it('starts the session, and its subagent below it', () => {
    expect(events.filter((event) => event.kind === 'session-start')).toMatchObject([
      { session: '1796027475232_ica3p', actor: 'main', cwd: '/home/dev/ws', parent: null },
      { session: '1796027475232_ica3p', actor: 'agent_1796027487864_i1pkx3', parent: 'main' },
    ]);
  });

  it('hears the person once, and nobody within the subagent', () => {
    expect(events.filter((event) => event.kind === 'prompt')).toMatchObject([{ actor: 'main' }]);
  });

  it('tells an edit by the lines of its diff, and a new file by its content', () => {
    expect(of('call_stub0021')).toMatchObject([
      { kind: 'edit', outcome: 'ok', hunks: [{ oldStart: 50, oldLines: 1, newStart: 50, newLines: 1 }] },
      { kind: 'delivered', returned: [[50, 50]] },
    ]);
    expect(of('call_stub0023')).toMatchObject([{ kind: 'write', outcome: 'ok', totalLines: 12 }]);
  });

  it('knows the length of a file where it was read to its end, or where the agent counted it', () => {
    const totals = ['call_stub0001', 'call_stub0005', 'call_stub0007', 'call_stub0009'].map((call) =>
      of(call).flatMap((event) => (event.kind === 'read' ? [event.totalLines] : [])),
    );
    expect(totals).toEqual([[20], [3000], [null], [400]]);
  });

  it('empties the context at a compaction, but for the messages that are kept', () => {
    const file = documents('cline', '.compaction.json');
    const told = captureEvents({ ...CLINE, records: () => file });
    expect(told).toMatchObject([
      { kind: 'context-lost', reason: 'compaction', session: '1796027475232_ica3p', actor: 'main' },
    ]);
    const [lost] = told;
    const kept = lost?.kind === 'context-lost' ? lost.kept : [];
    expect(kept?.[0]).toBe('call_stub0031');
    expect(kept?.at(-1)).toBe('call_stub0045');
    expect(kept).not.toContain('call_stub0030');
  });

  it('tells the same whether the file is read once or after each message', () => {
    for (const [file, [document]] of recordsOf(CLINE)) {
      const reader = clineAdapter.reader({ ...CONTEXT, file });
      const once = [...reader.read(document as JsonObject), ...reader.flush()];
      const again = clineAdapter.reader({ ...CONTEXT, file });
      const messages = (document as { messages: readonly unknown[] }).messages;
      const grown = messages.flatMap((_, i) =>
        again.read({ ...document, messages: messages.slice(0, i + 1) }),
      );
      expect([...grown, ...again.flush()]).toEqual(once);
    }
  });
});
