import { describe, expect, it } from 'vitest';
import { claudeCodeAdapter } from '../../src/agents/claudeCode/adapter';
import type { AgentEvent } from '../../src/tracker/event';
import { injected, transcripts } from './support/capture';
import { captureEvents, captureSuite } from './support/captureSuite';
import { CAPTURES, captureOf } from './support/captures';
import { workspacePath } from './support/grade';

const eventsOf = (capture: string): AgentEvent[] => captureEvents(captureOf(capture));

for (const capture of CAPTURES) {
  if (capture.adapter === claudeCodeAdapter) captureSuite(capture);
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
