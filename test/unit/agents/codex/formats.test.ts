import { describe, expect, it } from 'vitest';
import { codexAdapter } from '../../../../src/agents/codex/adapter';
import { eventsOf, kinds, Rollout, reads, text, unified } from './rollout';

const plain = (printed: string, exit = 0, total?: number) =>
  `Exit code: ${exit}\nWall time: 0.1 seconds\n${total === undefined ? '' : `Total output lines: ${total}\n`}Output:\n${printed}`;
const structured = (printed: string, exit = 0) =>
  JSON.stringify({ output: printed, metadata: { exit_code: exit, duration_seconds: 0.1 } });

describe('commands, as versions have written them', () => {
  it.each([
    ['exec_command', { cmd: 'cat f' }, unified(text(1, 3))],
    ['exec_command', { cmd: 'cat f', workdir: 'sub' }, unified(text(1, 3))],
    ['shell', { command: ['bash', '-lc', 'cat f'] }, structured(text(1, 3))],
    ['shell', { command: ['cat', 'f'], workdir: '/ws/sub' }, plain(text(1, 3))],
    ['shell_command', { command: 'cat f' }, plain(text(1, 3))],
    ['container.exec', { command: ['bash', '-lc', 'cat f'] }, structured(text(1, 3))],
  ])('%s %j', (tool, args, output) => {
    const events = new Rollout().meta().call('c1', tool, args).result('c1', output).events();
    const folder = 'workdir' in args ? '/ws/sub/' : '/ws/';
    expect(reads(events)).toEqual([`c1 ${folder}f complete 1-3`]);
  });

  it('local_shell_call', () => {
    const events = new Rollout()
      .meta()
      .row('response_item', {
        type: 'local_shell_call',
        call_id: 'c1',
        status: 'completed',
        action: { type: 'exec', command: ['bash', '-lc', "sed -n '2,3p' f"], working_directory: '/ws/sub' },
      })
      .result('c1', structured(text(2, 3)))
      .events();
    expect(reads(events)).toEqual(['c1 /ws/sub/f complete 2-3']);
  });

  it('bare rows of 2025', () => {
    const rows = [
      { id: 't1', timestamp: '2025-05-01T00:00:00Z', instructions: null, git: {} },
      { record_type: 'state' },
      {
        type: 'message',
        id: null,
        role: 'user',
        content: [{ type: 'input_text', text: '<environment_context>' }],
      },
      { type: 'message', id: null, role: 'user', content: [{ type: 'input_text', text: 'read it' }] },
      { type: 'reasoning', id: 'r', summary: [] },
      {
        type: 'function_call',
        name: 'shell',
        arguments: '{"command":["bash","-lc","cat /ws/f"]}',
        call_id: 'c1',
      },
      { type: 'function_call_output', call_id: 'c1', output: structured(text(1, 2)) },
      { type: 'message', id: null, role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
    ];
    expect(rows.every((row) => codexAdapter.recognises(row))).toBe(true);
    const events = eventsOf(rows);
    expect(kinds(events)).toEqual(['session-start', 'prompt', 'turn', 'read', 'turn']);
    expect(reads(events)).toEqual(['c1 /ws/f complete 1-2']);
    expect(events[0]).toMatchObject({ session: 't1', actor: 'main' });
  });

  it('events of older versions tell the folder and the command that ran', () => {
    const events = new Rollout()
      .meta()
      .event({ type: 'user_message', message: 'go', kind: 'plain' })
      .call('c1', 'exec_command', { cmd: 'cat g' })
      .event({ type: 'exec_command_begin', call_id: 'c1', command: ['bash', '-lc', 'cat f'], cwd: '/ws/sub' })
      .event({
        type: 'exec_command_end',
        call_id: 'c1',
        command: ['bash', '-lc', 'cat f'],
        cwd: '/ws/sub',
        aggregated_output: 'what the agent kept',
        exit_code: 0,
      })
      .result('c1', unified(text(1, 2)))
      .event({ type: 'turn_aborted', reason: 'interrupted' })
      .events();
    expect(reads(events)).toEqual(['c1 /ws/sub/f complete 1-2']);
    expect(kinds(events)).toEqual(['session-start', 'prompt', 'turn', 'read', 'interrupted']);
  });

  it('is not mistaken for other formats', () => {
    for (const row of [
      { type: 'message', id: 'a', parentId: null, timestamp: 't', message: { role: 'user', content: [] } },
      { type: 'user', uuid: 'u', message: { role: 'user', content: 'x' } },
      { type: 'session.start', data: {}, id: 'x', timestamp: '2026-01-01T00:00:00Z' },
      { v: 1, kind: 'turn', session: 's' },
      { type: 'event_msg', payload: {} },
      { type: 'message', role: 'user', content: [{ type: 'text', text: 'x' }] },
      { type: 'response_item', payload: 'x', timestamp: '2026-01-01T00:00:00Z' },
    ]) {
      expect(codexAdapter.recognises(row)).toBe(false);
    }
  });
});

describe('results that are no output', () => {
  it.each([
    ['Command blocked by PreToolUse hook: no. Command: cat f', 'failed'],
    ['exec_command failed for `cat f`: CreateProcess { message: "Rejected(\\"no\\")" }', 'failed'],
    ['Wall time: 1.5 seconds\naborted by user', 'failed'],
    ['a hook put this in the place of the result\nline 1\nline 2', 'unknown-range'],
  ])('%s', (output, outcome) => {
    const events = new Rollout()
      .meta()
      .call('c1', 'exec_command', { cmd: 'cat f' })
      .result('c1', output)
      .events();
    expect(reads(events)).toEqual([`c1 /ws/f ${outcome}`]);
  });

  it('a refused command changes nothing', () => {
    const events = new Rollout()
      .meta()
      .call('c1', 'exec_command', { cmd: 'rm f' })
      .result('c1', 'Command blocked by PreToolUse hook: no')
      .events();
    expect(kinds(events)).not.toContain('delete');
  });

  it('a file that is not there', () => {
    const events = new Rollout().meta().ran('c1', 'cat f', 'cat: f: No such file or directory\n', 1).events();
    expect(events.at(-1)).toMatchObject({ kind: 'read', outcome: 'failed', error: 'not-found' });
  });

  it('a picture', () => {
    const shown = [{ type: 'input_image', image_url: 'data:' }];
    const events = new Rollout()
      .meta()
      .call('c1', 'view_image', { path: 'a.png' })
      .result('c1', shown)
      .call('c2', 'view_image', { path: 'b.png' })
      .result('c2', 'unable to locate image')
      .events();
    expect(reads(events)).toEqual(['c1 /ws/a.png not-text', 'c2 /ws/b.png failed']);
  });
});

describe('commands that go on', () => {
  const running = (printed: string) =>
    `Chunk ID: a\nWall time: 0.2 seconds\nProcess running with session ID 7\nOriginal token count: ${Math.ceil(printed.length / 4)}\nOutput:\n${printed}`;

  it('credits the call that brought the output', () => {
    const events = new Rollout()
      .meta()
      .call('c1', 'exec_command', { cmd: 'sleep 1; cat f' })
      .result('c1', running(''))
      .call('c2', 'write_stdin', { session_id: 7, chars: '' })
      .result('c2', unified(text(1, 3)))
      .events();
    expect(reads(events)).toEqual(['c2 /ws/f complete 1-3']);
  });

  it('divides an output that came in parts', () => {
    const events = new Rollout()
      .meta()
      .call('c1', 'exec_command', { cmd: 'cat f' })
      .result('c1', running('line 1\nline 2\nli'))
      .call('c2', 'write_stdin', { session_id: 7, chars: '' })
      .result('c2', unified('ne 3\nline 4\n'))
      .events();
    expect(reads(events)).toEqual(['c1 /ws/f truncated 1-2', 'c2 /ws/f truncated 4-4']);
  });

  it('does not guess what came of what was typed', () => {
    const events = new Rollout()
      .meta()
      .call('c1', 'exec_command', { cmd: 'less f' })
      .result('c1', running(''))
      .call('c2', 'write_stdin', { session_id: 7, chars: 'G' })
      .result('c2', unified(text(1, 3)))
      .events();
    expect(reads(events)).toEqual(['c2 /ws/f unknown-range']);
  });

  it('does not believe what a terminal showed', () => {
    const events = new Rollout()
      .meta()
      .call('c1', 'exec_command', { cmd: 'less f', tty: true })
      .result('c1', unified(text(1, 3)))
      .events();
    expect(reads(events)).toEqual(['c1 /ws/f unknown-range']);
  });
});
