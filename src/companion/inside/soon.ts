/** What comes of it within so many milliseconds; undefined: nothing yet, or it failed. */
export async function soon<T>(work: () => Promise<T>, within: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), within);
  });
  try {
    return await quietly(() => Promise.race([work(), late]));
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined where it fails: an agent must never suffer from being watched. */
export async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
