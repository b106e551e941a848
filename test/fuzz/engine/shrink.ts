/** So long an input is made smaller, ms. */
const PATIENCE = 10_000;

/** A smaller input that is wrong too: parts are left out as long as that is so. */
export async function shrunk(input: Buffer, isWrong: (smaller: Buffer) => Promise<boolean>): Promise<Buffer> {
  const end = performance.now() + PATIENCE;
  let smallest = input;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length && performance.now() < end; ) {
      const without = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (await isWrong(without)) smallest = without;
      else at += size;
    }
  }
  return smallest;
}
