import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/agents/adapter';
import { mixedLogReader } from '../../../src/agents/mixedLog';
import { ADAPTERS, adapterFor } from '../../../src/agents/registry';
import { context, message, readAnswer, result } from './claudeCode/rows';

const native = (kind: string, session: string): JsonObject => ({ v: 1, kind, session });

describe('a log of mixed lines', () => {
  it('reads each line by its shape, and counts those without one', () => {
    const reader = mixedLogReader({ ...context, source: 'log:x' });
    const { shown, record } = readAnswer('/ws/f', 'a\nb\n');
    const lines = [
      native('turn', 'n1'),
      ...message('m', [{ id: 'c', name: 'Read', input: { file_path: '/ws/f' } }]),
      native('prompt', 'n2'),
      { hello: 'world' },
      native('nonsense', 'n1'),
      { type: 'user' },
      result('c', shown, record),
    ];
    const events = [...lines.flatMap((line) => reader.read(line)), ...reader.flush()];
    expect(events.map((event) => [event.kind, event.session, event.agent])).toEqual([
      ['turn', 'n1', 'unknown'],
      ['session-start', 's1', 'claude-code'],
      ['turn', 's1', 'claude-code'],
      ['prompt', 'n2', 'unknown'],
      ['read', 's1', 'claude-code'],
    ]);
    expect(new Set(events.map((event) => event.source))).toEqual(new Set(['log:x']));
    expect(reader.rejected).toBe(3);
  });

  it('knows each format by one name', () => {
    const kinds = ADAPTERS.map((adapter) => adapter.kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(adapterFor(native('turn', 's'))?.kind).toBe('native');
    expect(adapterFor({ ...native('turn', 's'), v: 2 })).toBeUndefined();
    expect(adapterFor({ type: 'summary', summary: 'x', leafUuid: 'u' })?.kind).toBe('claude-code');
    for (const odd of [
      {},
      { type: 'user', uuid: 'u' },
      { type: 7 },
      { kind: 'read' },
      { type: 'constructor' },
    ]) {
      expect(adapterFor(odd as JsonObject)).toBeUndefined();
    }
  });
});
