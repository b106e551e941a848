import { describe, expect, it } from 'vitest';
import { eventsOf, Rollout, reads, text } from './rollout';

const DONE = { type: 'input_text', text: 'Script completed\nWall time 0.1 seconds\nOutput:\n' };
const block = (shown: string) => ({ type: 'input_text', text: shown });

/** A script that ran commands, and what it showed. */
function script(
  commands: readonly (readonly [cmd: string, printed: string])[],
  shown: readonly string[],
  input = 'text(…)',
) {
  const rollout = new Rollout().meta().custom('c1', 'exec', input);
  for (const [i, [cmd, printed]] of commands.entries()) rollout.ranInScript(`exec-${i}`, cmd, printed);
  return reads(rollout.customResult('c1', [DONE, ...shown.map(block)]).events());
}

const long = text(1, 30, 'a line of the file, number');

describe('scripts', () => {
  it('what a script showed whole', () => {
    expect(script([['cat f', long]], [long])).toEqual(['c1 /ws/f complete 1-30']);
    expect(script([['cat f', long]], [JSON.stringify({ exit_code: 0, output: long })])).toEqual([
      'c1 /ws/f complete 1-30',
    ]);
    expect(script([['cat f', long]], [`== f ==\n${long}== end ==\n`])).toEqual(['c1 /ws/f complete 1-30']);
  });

  it('what it did not show, or showed in another form, is not known', () => {
    expect(script([['cat f', long]], ['1234'])).toEqual(['c1 /ws/f unknown-range']);
    expect(script([['cat f', long]], [long.replaceAll('line', 'LINE')])).toEqual(['c1 /ws/f unknown-range']);
    expect(script([['cat f', long]], [])).toEqual(['c1 /ws/f unknown-range']);
  });

  it('a part that can be of nothing else', () => {
    const part = text(7, 9, 'a line of the file, number');
    expect(script([['cat f', long]], [part])).toEqual(['c1 /ws/f truncated 7-9']);
    expect(script([['nl -ba f', long.replaceAll(/^/gm, '1\t')]], [part])).toEqual(['c1 /ws/f unknown-range']);
    // Twice in the file, short, or written by the model itself.
    expect(script([['cat f', long + long]], [part])).toEqual(['c1 /ws/f unknown-range']);
    expect(script([['cat f', `${long}done\n`]], ['done'])).toEqual(['c1 /ws/f unknown-range']);
    const literal = `text("${part.split('\n')[0]}")`;
    expect(script([['cat f', long]], [part.split('\n')[0] ?? ''], literal)).toEqual([
      'c1 /ws/f unknown-range',
    ]);
    expect(script([['cat f', long]], [part.slice(0, -4)])).toEqual(['c1 /ws/f unknown-range']);
  });

  it('of two commands that printed the same, each must have been shown', () => {
    const two = [
      ['cat f', long],
      ['cat g', long],
    ] as const;
    expect(script(two, [long])).toEqual(['c1 /ws/f unknown-range', 'c1 /ws/g unknown-range']);
    expect(script(two, [long, long])).toEqual(['c1 /ws/f complete 1-30', 'c1 /ws/g complete 1-30']);
  });

  it('short outputs only where they stand alone', () => {
    expect(script([['cat f', '}\n']], ['{\n}\n'])).toEqual(['c1 /ws/f unknown-range']);
    expect(script([['cat f', '0\n']], ['0'])).toEqual(['c1 /ws/f unknown-range']);
    expect(script([['cat f', '}\n']], ['}\n'])).toEqual(['c1 /ws/f complete 1-1']);
  });

  it('an output that was cut on its way', () => {
    const cut = `Warning: truncated output (original token count: 99)\nTotal output lines: 30\n\n${long.slice(0, 100)}…9 tokens truncated…${long.slice(-100)}`;
    expect(script([['cat f', long]], [cut])).toEqual(['c1 /ws/f truncated 1-3 28-30']);
    const again = `Warning: truncated output (original token count: 77)\nTotal output lines: 9\n\n${cut}`;
    expect(script([['cat f', long]], [again])).toEqual(['c1 /ws/f truncated 1-3 28-30']);
    expect(script([['cat f', long]], [cut.replace('number 2\n', 'number 3\n')])).toEqual([
      'c1 /ws/f unknown-range',
    ]);
  });

  it('an empty answer shows nothing and is empty', () => {
    expect(script([["sed -n '90,99p' f", '']], [''])).toEqual(['c1 /ws/f empty']);
  });

  it('changes and pictures are the calls of the script', () => {
    const events = new Rollout()
      .meta()
      .custom('c1', 'exec', 'await tools.apply_patch(…)')
      .event({
        type: 'item_completed',
        item: {
          type: 'FileChange',
          id: 'exec-1',
          status: 'completed',
          changes: { '/ws/f': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n', move_path: null } },
        },
      })
      .event({
        type: 'item_completed',
        item: { type: 'ImageView', id: 'exec-2', path: 'file:///ws/a%20b.png' },
      })
      .customResult('c1', [DONE, { type: 'input_image', image_url: 'data:' }])
      .events();
    expect(events.slice(2)).toMatchObject([
      { kind: 'edit', call: 'c1', path: '/ws/f', outcome: 'ok', lines: [[1, 1]] },
      { kind: 'read', call: 'c1', path: '/ws/a b.png', outcome: 'not-text' },
    ]);
  });

  it('scripts side by side each have what their result shows', () => {
    const other = text(1, 30, 'another file, line');
    const events = new Rollout()
      .meta()
      .custom('c1', 'exec', 'one')
      .custom('c2', 'exec', 'two')
      .ranInScript('exec-2', 'cat g', other)
      .ranInScript('exec-1', 'cat f', long)
      .customResult('c1', [DONE, block(long)])
      .customResult('c2', [DONE, block(other)])
      .events();
    expect(reads(events)).toEqual(['c1 /ws/f complete 1-30', 'c2 /ws/g complete 1-30']);
  });

  it('what no result showed is none of a later script', () => {
    const part = text(7, 9, 'a line of the file, number');
    const events = new Rollout()
      .meta()
      .custom('c1', 'exec', 'one')
      .ranInScript('exec-1', 'cat f', long)
      .event({ type: 'turn_aborted', reason: 'interrupted' })
      .event({ type: 'user_message', message: 'on' })
      .custom('c2', 'exec', 'two')
      .customResult('c2', [DONE, block(part)])
      .events();
    expect(reads(events)).toEqual([]);
  });

  it('what was written at another time is none of it', () => {
    const { rows } = new Rollout()
      .meta()
      .custom('c1', 'exec', 'one')
      .customResult('c1', [DONE, block(long)])
      .ranInScript('exec-1', 'cat f', long);
    const [meta, call, result, item] = rows;
    const moved = [meta, call, item, result].filter((row) => row !== undefined);
    expect(reads(eventsOf(moved))).toEqual([]);
  });
});
