import { describe, expect, it } from 'vitest';
import type { JsonObject, RecordReader } from '../../src/agents/adapter';
import { claudeCodeAdapter } from '../../src/agents/claudeCode/adapter';
import { mixedLogReader } from '../../src/agents/mixedLog';
import { toNative } from '../../src/agents/native/print';
import { LineHasher } from '../../src/text/lineHash';
import type { AgentEvent } from '../../src/tracker/event';
import { injected, transcripts, truth, workspaceLines } from './support/capture';
import { allowedOutcomes, creditedLines, expectedLines, isSearch, workspacePath } from './support/grade';

const CAPTURES = [
  'claude-code',
  'claude-code-2.1.100',
  'claude-code-2.0.60',
  'claude-code-autocompact',
  'claude-code-autocompact2',
  'claude-code-extedit',
  'claude-code-mention',
  'claude-code-repeat',
  'claude-code-repeat2100',
];
const hasher = new LineHasher([11, 13]);
const context = { hasher, source: 'claude-code', baseFolder: '/', sessionFallback: 'unnamed' };

function readAll(reader: RecordReader, rows: readonly JsonObject[]): AgentEvent[] {
  return [...rows.flatMap((row) => reader.read(row)), ...reader.flush()];
}

function eventsOf(capture: string): AgentEvent[] {
  return [...transcripts(capture).values()].flatMap((rows) =>
    readAll(claudeCodeAdapter.reader(context), rows),
  );
}

const printed = (event: AgentEvent) => JSON.stringify(toNative(event, hasher));

describe.each(CAPTURES)('%s', (capture) => {
  const events = eventsOf(capture);
  const calls = truth(capture).filter((call) => call.resultSeenByModel);
  const of = (call: string) => events.filter((event) => event.call === call);
  const reads = events.filter((event) => event.kind === 'read');

  it.each(calls.map((call) => [call.label, call]))('%s: credits what the model was given', (_, call) => {
    expect(creditedLines(of(call.callId))).toEqual(isSearch(call) ? [] : expectedLines(call));
  });

  it.each(calls.filter((call) => call.kind === 'read').map((call) => [call.label, call]))(
    '%s: one read, with its outcome and actor',
    (_, call) => {
      const found = of(call.callId).filter((event) => event.kind === 'read');
      expect(found).toHaveLength(1);
      expect(allowedOutcomes(call)).toContain(found[0]?.outcome);
      expect(found[0]?.actor === 'main').toBe(call.conversation === 'main');
    },
  );

  it('credits nothing to calls that were not made, and no read without a call', () => {
    const known = new Set(truth(capture).map((call) => call.callId));
    expect(reads.filter((event) => !known.has(event.call ?? ''))).toEqual([]);
  });

  it('keeps the order of the calls', () => {
    const actors = new Set(reads.map((event) => event.actor));
    for (const actor of actors) {
      const order = [...new Set(reads.filter((event) => event.actor === actor).map((event) => event.call))];
      const made = truth(capture).map((call) => call.callId);
      expect(order).toEqual(made.filter((call) => order.includes(call)));
    }
  });

  it('gives one hash a credited line', () => {
    for (const event of events) {
      if (event.kind !== 'read' && event.kind !== 'delivered') continue;
      const lines = event.returned.reduce((sum, [start, end]) => sum + end - start + 1, 0);
      expect(event.lineHashes?.length ?? 0).toBe(lines);
    }
  });

  it('prints no line of any file', () => {
    const text = events.map(printed).join('\n');
    expect(workspaceLines().filter((line) => text.includes(line))).toEqual([]);
  });

  it('gives the same reads and changes, whenever it is asked for what it holds', () => {
    for (const pause of [1, 2, 7]) {
      const paused = [...transcripts(capture).values()].flatMap((rows) => {
        const reader = claudeCodeAdapter.reader(context);
        return rows.flatMap((row, i) => [...reader.read(row), ...(i % pause === 0 ? reader.flush() : [])]);
      });
      const relevant = (all: readonly AgentEvent[]) =>
        all
          .filter((event) => event.kind !== 'context-lost')
          .map(printed)
          .sort();
      expect(relevant(paused)).toEqual(relevant(events));
    }
  });

  it('is understood within a log of mixed lines', () => {
    const rows = [...transcripts(capture).values()].flat();
    const note = { v: 1, kind: 'turn', session: 'other' };
    const reader = mixedLogReader(context);
    const mixed = readAll(
      reader,
      rows.flatMap((row) => [row, note]),
    );
    expect(mixed.filter((event) => event.session === 'other')).toHaveLength(rows.length);
    const ours = mixed
      .filter((event) => event.session !== 'other')
      .map(printed)
      .sort();
    expect(ours).toEqual(readAll(claudeCodeAdapter.reader(context), rows).map(printed).sort());
    expect(reader.rejected).toBe(0);
  });

  it('survives rows that are damaged in any one field', () => {
    for (const rows of transcripts(capture).values()) {
      const reader = claudeCodeAdapter.reader(context);
      for (const row of rows.slice(0, 120)) {
        for (const damaged of damagedCopies(row))
          if (claudeCodeAdapter.recognises(damaged)) reader.read(damaged);
      }
      reader.flush();
    }
  });
});

/** The row with each field, at any depth, missing or of another type. */
function* damagedCopies(row: JsonObject): Generator<JsonObject> {
  const paths = fieldPaths(row, 7);
  const values = [undefined, null, -1, 1e300, 'x', [], {}, [null], true];
  for (const [i, path] of paths.entries()) {
    const copy = structuredClone(row) as Record<string, unknown>;
    let at: Record<string, unknown> = copy;
    for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
    const last = path.at(-1) ?? '';
    const value = values[i % values.length];
    if (value === undefined) delete at[last];
    else at[last] = value;
    yield Object.assign(copy, { uuid: `${i}-${path.join('.')}-${Object(row).uuid}` });
  }
}

function fieldPaths(value: unknown, depth: number): string[][] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.keys(value)
    .slice(0, 40)
    .flatMap((name) => [
      [name],
      ...fieldPaths((value as Record<string, unknown>)[name], depth - 1).map((path) => [name, ...path]),
    ]);
}

describe('what reaches the context outside of calls', () => {
  const deliveredOf = (capture: string) =>
    eventsOf(capture)
      .filter((event) => event.kind === 'delivered' && event.call === null)
      .map((event) =>
        event.kind === 'delivered' ? { file: workspacePath(event.path), ranges: event.returned } : null,
      );

  it.each(['claude-code', 'claude-code-mention', 'claude-code-2.1.100', 'claude-code-2.0.60'])(
    '%s',
    (capture) => {
      expect(deliveredOf(capture)).toEqual(injected(capture));
    },
  );

  it('is delivered again after each compaction', () => {
    const [file] = injected('claude-code-autocompact2');
    expect(deliveredOf('claude-code-autocompact2')).toEqual([file, file, file]);
  });

  it('is uncertain where the record does not show it', () => {
    const lost = (capture: string) => eventsOf(capture).filter((event) => event.kind === 'context-lost');
    expect(lost('claude-code')).toMatchObject([{ reason: 'compaction', kept: [] }]);
    expect(lost('claude-code')[0]).not.toHaveProperty('unseenRestore');
    expect(lost('claude-code-2.1.100')).toMatchObject([{ reason: 'compaction', unseenRestore: true }]);
    expect(lost('claude-code-2.0.60')).toMatchObject([{ reason: 'compaction' }]);
  });

  it('keeps the calls that a compaction keeps', () => {
    const kept = eventsOf('claude-code-autocompact2').flatMap((event) =>
      event.kind === 'context-lost' ? [event.kept] : [],
    );
    expect(kept).toEqual([['toolu_stub0003'], ['toolu_stub0004'], ['toolu_stub0005']]);
  });
});

describe('the course of a session', () => {
  const kinds = (capture: string) => eventsOf(capture).map((event) => event.kind);

  it('starts once for each actor, and counts a message once', () => {
    const events = eventsOf('claude-code');
    expect(events.filter((event) => event.kind === 'session-start')).toMatchObject([
      { actor: 'main', cwd: '/home/dev/ws', parent: null },
      { actor: 'acf0665add9d7ef65', parent: 'main' },
    ]);
    const messages = new Set(
      [...transcripts('claude-code').values()].flat().flatMap((row) => {
        const { type, message } = row;
        return type === 'assistant' ? [Object(message).id] : [];
      }),
    );
    expect(kinds('claude-code').filter((kind) => kind === 'turn')).toHaveLength(messages.size);
  });

  it('hears persons only', () => {
    for (const capture of ['claude-code', 'claude-code-2.1.100', 'claude-code-2.0.60']) {
      const prompts = eventsOf(capture).filter((event) => event.kind === 'prompt');
      expect(prompts.map((event) => event.actor)).toEqual(['main', 'main']);
    }
  });

  it('knows what was edited and written', () => {
    for (const capture of ['claude-code', 'claude-code-2.1.100', 'claude-code-2.0.60']) {
      const changes = eventsOf(capture).filter((event) =>
        /^(?:edit|write|document-changed)$/.test(event.kind),
      );
      expect(changes).toMatchObject([
        {
          kind: 'edit',
          path: '/home/dev/ws/src/mid.ts',
          lines: [[50, 50]],
          hunks: [{ oldStart: 50, oldLines: 1, newStart: 50, newLines: 1 }],
        },
        { kind: 'write', path: '/home/dev/ws/src/new.ts', totalLines: 12 },
        { kind: 'document-changed', path: '/home/dev/ws/src/mid.ts' },
      ]);
    }
  });
});
