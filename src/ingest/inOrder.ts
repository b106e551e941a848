/**
 * What becomes of each item, in the order of the items, with so many in work at once. A fault is thrown in its place; what
 * was begun by then is waited for.
 */
export async function* inOrder<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<PromiseSettledResult<R>>[] = [];
  const begin = (item: T) => begun.push(settled(work(item)));
  for (const item of items.slice(0, atOnce)) begin(item);
  try {
    for (let at = 0; at < items.length; at++) {
      const result = await begun.shift();
      const [next] = items.slice(at + atOnce, at + atOnce + 1);
      if (next !== undefined) begin(next);
      if (result?.status === 'fulfilled') yield result.value;
      else throw result?.reason;
    }
  } finally {
    await Promise.all(begun);
  }
}

async function settled<R>(work: Promise<R>): Promise<PromiseSettledResult<R>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}
