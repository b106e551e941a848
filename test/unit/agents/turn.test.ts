import { describe, expect, it } from 'vitest';
import { Turn } from '../../../src/agents/turn';

type Call = { readonly id: string };
const turnOf = (...ids: readonly string[]) => {
  const turn = new Turn<Call, number>();
  turn.enter('m1');
  for (const id of ids) turn.add({ id });
  return turn;
};
const told = (done: readonly { call: Call; result: number; isTouched: boolean }[]) =>
  done.map(({ call, result, isTouched }) => `${call.id}=${result}${isTouched ? '!' : ''}`);

describe('the calls of a message', () => {
  it('are given out in their order, each once, whatever comes first', () => {
    const turn = turnOf('a', 'b', 'c');
    turn.resolve('c', 3);
    turn.resolve('a', 1);
    turn.resolve('a', 9);
    expect([turn.isComplete, told(turn.take())]).toEqual([false, ['a=1', 'c=3']]);
    expect(turn.callOf('a')).toBeUndefined();
    expect(turn.callOf('b')).toEqual({ id: 'b' });
    turn.add({ id: 'a' });
    turn.resolve('b', 2);
    turn.resolve('a', 8);
    expect([turn.isComplete, told(turn.take()), told(turn.end())]).toEqual([true, ['b=2'], []]);
  });

  it('may have their results when the message is over', () => {
    const turn = turnOf('a', 'b');
    turn.resolve('b', 2);
    expect(turn.enter('m1')).toEqual({ isNew: false, done: [] });
    expect(told(turn.enter('m2').done)).toEqual(['b=2']);
    expect(turn.callOf('a')).toEqual({ id: 'a' });
    expect(told(turn.resolve('a', 1))).toEqual(['a=1!']);
    expect(told(turn.resolve('a', 1))).toEqual([]);
  });

  it('are touched by a reminder that comes between the call and its giving out', () => {
    const turn = turnOf('a');
    turn.touch();
    turn.add({ id: 'b' });
    turn.resolve('b', 2);
    turn.resolve('a', 1);
    expect(turn.holds(({ id }) => id === 'b')).toBe(true);
    expect(told(turn.take())).toEqual(['a=1!', 'b=2']);
    expect(turn.holds(() => true)).toBe(false);
  });

  it('are kept up to a number, if no result ever comes', () => {
    const turn = turnOf(...Array.from({ length: 100_000 }, (_, i) => `c${i}`));
    expect(turn.callOf('c999')).toEqual({ id: 'c999' });
    expect(turn.callOf('c1000')).toBeUndefined();
  });
});
