import { describe, expect, it } from 'vitest';
import { claudeCodeDialect } from '../../../../src/agents/claudeCode/hookDialect';
import { claudeCodeHookEvents } from '../../../../src/agents/claudeCode/hookEvents';
import { hookReport } from '../../../../src/agents/hooks/dialects';
import { payloadKind } from '../../../../src/agents/hooks/payloadKind';
import { LineHasher } from '../../../../src/text/lineHash';

const hasher = new LineHasher([3, 5]);
const base = {
  session_id: 's1',
  transcript_path: '/home/me/.claude/projects/-ws/s1.jsonl',
  cwd: '/ws',
  permission_mode: 'default',
};
const hooks = { dialect: claudeCodeDialect, events: claudeCodeHookEvents };
const report = (payload: object) => hookReport(hooks, { ...base, ...payload }, { hasher, time: 7 });
const ended = (tool_name: string, tool_input: object, rest: object) =>
  report({ hook_event_name: 'PostToolUse', tool_name, tool_input, tool_use_id: 'c1', ...rest });
const read = (file: object, input: object = { file_path: '/ws/a.ts' }) =>
  ended('Read', input, { tool_response: { type: 'text', file: { filePath: '/ws/a.ts', ...file } } })
    ?.events[0];
const bash = (command: string, stdout: string, rest: object = {}) =>
  ended('Bash', { command }, { tool_response: { stdout, stderr: '', interrupted: false, ...rest } })
    ?.events ?? [];

describe('a payload of Claude Code', () => {
  it('tells a read with its hashes, and without its text', () => {
    const event = read({ content: 'alpha\nbeta\n', startLine: 1, numLines: 3, totalLines: 3 });
    expect(event).toMatchObject({
      kind: 'read',
      source: 'claude-code',
      session: 's1',
      actor: 'main',
      call: 'c1',
      time: 7,
      outcome: 'complete',
      returned: [[1, 2]],
      totalLines: 2,
      lineHashes: hasher.each(['alpha', 'beta']),
    });
    expect(JSON.stringify(event)).not.toContain('alpha');
  });

  it('credits no read whose content is not what its counts say', () => {
    for (const content of ['', 'alpha', 'alpha\nbeta\ngamma\ndelta']) {
      const event = read({ content, startLine: 1, numLines: 3, totalLines: 9 });
      expect(event).toMatchObject({ returned: [], outcome: 'unknown-range' });
    }
    expect(read({ startLine: 1, numLines: 3, totalLines: 9 })).toMatchObject({ returned: [] });
  });

  it('takes a line that looks numbered for what it is', () => {
    const event = read({ content: '7\tx\n8\ty', startLine: 4, numLines: 2, totalLines: 90 });
    expect(event).toMatchObject({ returned: [[4, 5]], lineHashes: hasher.each(['7\tx', '8\ty']) });
  });

  it('takes an offset of 0 for line 1', () => {
    const event = read({ content: 'a\nb', startLine: 0, numLines: 2, totalLines: 90 });
    expect(event).toMatchObject({ returned: [[1, 2]] });
  });

  it('credits a shell read whose folder is certain', () => {
    expect(bash("sed -n '3,4p' f", 'c\nd')).toMatchObject([{ path: '/ws/f', returned: [[3, 4]] }]);
    expect(bash("cd sub && sed -n '3,4p' f && cd ..", 'c\nd')).toMatchObject([{ path: '/ws/sub/f' }]);
  });

  it('credits none where the hook may name the folder before or after the command', () => {
    expect(bash("cd sub && sed -n '3,4p' f", 'c\nd')).toEqual([]);
    const moved = bash('cd sub && rm f && npm test', 'ok');
    expect(moved.map(({ kind }) => kind)).toEqual(['command', 'command']);
  });

  it('credits no output that was too large to be given whole', () => {
    const events = bash("sed -n '1,2p' f", 'a\nb', { persistedOutputPath: '/x' });
    expect(events).toMatchObject([{ outcome: 'unknown-range', returned: [] }]);
  });

  it('has no lines for an image, and none for a call that a person broke off', () => {
    const image = { tool_response: { type: 'image', file: { base64: 'AAAA', type: 'image/png' } } };
    expect(ended('Read', { file_path: '/ws/a.png' }, image)?.events).toMatchObject([{ outcome: 'not-text' }]);
    const broken = { hook_event_name: 'PostToolUseFailure', error: 'Interrupted', is_interrupt: true };
    expect(ended('Read', { file_path: '/ws/a.ts' }, broken)?.events).toEqual([]);
  });

  it('says why a read failed in a word', () => {
    const failed = { hook_event_name: 'PostToolUseFailure', error: 'File does not exist. Note: secret text' };
    expect(ended('Read', { file_path: '/ws/a.ts' }, failed)?.events).toMatchObject([
      { outcome: 'failed', error: 'not-found' },
    ]);
  });

  it('tells nothing of a result without a shape', () => {
    for (const tool_response of [undefined, 'text', ['text'], null, 7]) {
      expect(ended('Read', { file_path: '/ws/a.ts' }, { tool_response })?.events).toEqual([]);
    }
  });

  it('does not take the words of a file for those of the agent', () => {
    const content = "Here's the result of running `cat -n` on a snippet of the edited file:\n     1→a";
    const events = ended(
      'Write',
      { file_path: '/ws/a', content },
      { tool_response: { type: 'create', content } },
    )?.events;
    expect(events?.map(({ kind }) => kind)).toEqual(['write']);
  });

  it('names the subagent that a hook is of', () => {
    const payload = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_use_id: 'c', agent_id: 'sub7' };
    expect(report({ ...payload, tool_input: { file_path: 'a.ts', offset: '3', limit: 2 } })).toMatchObject({
      moment: 'before-call',
      actor: 'sub7',
      call: 'c',
      reading: { path: '/ws/a.ts', requested: { start: 3, end: 4 } },
      events: [],
    });
  });

  it('hears a person, and not the harness in a person’s place', () => {
    const prompt = (text: string) => report({ hook_event_name: 'UserPromptSubmit', prompt: text });
    expect(prompt('go on')).toMatchObject({ isPerson: true, events: [{ kind: 'prompt' }] });
    expect(prompt('<task-notification>done</task-notification>')).toMatchObject({
      isPerson: false,
      events: [],
    });
  });

  it('knows that a context was compacted, and not what is in it since', () => {
    for (const payload of [
      { hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'secret' },
      { hook_event_name: 'SessionStart', source: 'compact' },
    ]) {
      expect(report(payload)?.events).toEqual([
        expect.objectContaining({ kind: 'context-lost', reason: 'compaction', unseenRestore: true }),
      ]);
    }
    expect(report({ hook_event_name: 'PreCompact', trigger: 'auto' })).toBeNull();
  });

  it('is nothing without what it must name', () => {
    expect(hookReport(hooks, { hook_event_name: 'Stop', cwd: '/ws' }, { hasher, time: 0 })).toBeNull();
    expect(report({ hook_event_name: 'Stop', cwd: 'ws' })).toBeNull();
    expect(report({ hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: {} })).toBeNull();
    expect(report({ hook_event_name: 'constructor' })).toBeNull();
    expect(report({ hook_event_name: 'Notification' })).toBeNull();
  });
});

describe('whose payload it is', () => {
  const claude = {
    ...base,
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_input: {},
    tool_use_id: 'c',
  };

  it('is told by its shape', () => {
    expect(payloadKind(claude)).toBe('claude-code');
    expect(payloadKind({ ...base, hook_event_name: 'Stop', stop_hook_active: false })).toBe('claude-code');
    const cursor = {
      conversation_id: 'a',
      generation_id: 'b',
      cursor_version: '2.1',
      workspace_roots: ['/ws'],
    };
    expect(payloadKind({ ...cursor, hook_event_name: 'preToolUse' })).toBe('cursor');
    expect(payloadKind({ ...claude, ...cursor })).toBe('cursor');
    const vscode = {
      timestamp: '2026-11-30T08:00:00.000Z',
      sessionId: 's',
      hookEventName: 'PreToolUse',
      cwd: '/ws',
    };
    expect(payloadKind({ ...vscode, tool_name: 'editFiles', tool_input: {}, tool_use_id: 't' })).toBe(
      'vscode-chat',
    );
    expect(payloadKind({ ...claude, timestamp: '2026-11-30T08:00:00.000Z' })).toBe('vscode-chat');
  });

  it('is nobody’s where nothing tells', () => {
    const codex = { ...claude, turn_id: 't', model: 'm' };
    const odd = { ...claude, hook_event_name: 'preToolUse' };
    for (const payload of [
      null,
      [],
      'x',
      {},
      codex,
      odd,
      { ...claude, tool_input: 'x' },
      { ...claude, cwd: 7 },
    ]) {
      expect(payloadKind(payload)).toBeNull();
    }
  });
});
