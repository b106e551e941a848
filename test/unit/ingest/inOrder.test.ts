import { expect, it } from 'vitest';
import { inOrder } from '../../../src/ingest/inOrder';

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function collect<R>(results: AsyncIterable<R>): Promise<R[]> {
  const all: R[] = [];
  for await (const result of results) all.push(result);
  return all;
}

it('gives results in order, with no more than so many in work at once', async () => {
  let running = 0;
  let most = 0;
  const work = async (item: number) => {
    most = Math.max(most, ++running);
    for (let turns = 0; turns < (item * 7) % 5; turns++) await turn();
    running--;
    return item * 10;
  };
  const items = Array.from({ length: 50 }, (_, at) => at);
  expect(await collect(inOrder(items, 4, work))).toEqual(items.map((item) => item * 10));
  expect(most).toBe(4);
  expect(await collect(inOrder([], 4, work))).toEqual([]);
});

it('throws a fault in its place, and leaves nothing running', async () => {
  let done = 0;
  const work = async (item: number) => {
    await turn();
    done++;
    if (item === 2) throw new Error('two');
    return item;
  };
  const got: number[] = [];
  const read = async () => {
    for await (const item of inOrder([0, 1, 2, 3, 4, 5, 6, 7], 3, work)) got.push(item);
  };
  await expect(read()).rejects.toThrow('two');
  expect(got).toEqual([0, 1]);
  const before = done;
  await turn();
  await turn();
  expect(done).toBe(before);
});
