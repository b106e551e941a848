import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { EventPump } from '../../../src/editor/eventPump';

const items = (...numbers: number[]) => numbers.map((number) => ({ number }));

describe('the pump', () => {
  it('hands a few items on at once, in order', () => {
    const taken: number[] = [];
    let idle = 0;
    const pump = new EventPump<{ number: number }>(
      ({ number }) => taken.push(number),
      () => idle++,
      () => 0,
    );
    pump.push(items(1, 2, 3));
    pump.push(items(4));
    expect(taken).toEqual([1, 2, 3, 4]);
    expect(idle).toBe(2);
    expect(pump.isBusy).toBe(false);
  });

  it('pauses when its slice is used up, keeps the order of what comes meanwhile, and ends idle', async () => {
    const taken: number[] = [];
    let clock = 0;
    const idleAt: number[] = [];
    const pump = new EventPump<{ number: number }>(
      ({ number }) => {
        taken.push(number);
        clock += 5;
      },
      () => idleAt.push(taken.length),
      () => clock,
    );
    pump.push(items(1, 2, 3, 4, 5));
    expect(taken).toEqual([1, 2]);
    pump.push(items(6));
    expect(taken).toEqual([1, 2]);
    while (pump.isBusy) await nextTurn();
    expect(taken).toEqual([1, 2, 3, 4, 5, 6]);
    expect(idleAt).toEqual([2, 4, 6]);
  });

  it('drops what waits when cleared', async () => {
    const taken: number[] = [];
    let clock = 0;
    const pump = new EventPump<{ number: number }>(
      ({ number }) => {
        taken.push(number);
        clock += 10;
      },
      () => undefined,
      () => clock,
    );
    pump.push(items(1, 2));
    pump.clear();
    await nextTurn();
    await nextTurn();
    expect(taken).toEqual([1]);
  });
});
