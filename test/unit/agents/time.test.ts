import { expect, it } from 'vitest';
import { mintedAt } from '../../../src/agents/codex/thread';
import { parseTime } from '../../../src/agents/time';

it('takes times that it can write again, and no others', () => {
  const times = ['0000-01-01T00:00:00.000Z', '2026-11-30T08:00:00.000Z', '9999-12-31T23:59:59.999Z'];
  for (const time of times) {
    expect(parseTime(time)).toBe(Date.parse(time));
    expect(parseTime(Date.parse(time))).toBe(Date.parse(time));
  }
  const none = [-8.64e15, 8.64e15, 253_402_300_800_000, -1e308, Number.NaN, Number.POSITIVE_INFINITY];
  expect(none.map(parseTime)).toEqual(none.map(() => null));
  expect(parseTime('9999-12-31T23:59:59-01:00')).toBeNull();
  expect(parseTime('0000-01-01T00:00:00+01:00')).toBeNull();
});

it('an id that claims to be of a time that cannot be is of none', () => {
  expect(mintedAt('ffffffff-ffff-7000-8000-000000000000')).toBeNull();
  expect(mintedAt('01a22b82-32a0-78f3-aba5-02e24f23a6ee')).toBe(0x01a22b8232a0);
});
