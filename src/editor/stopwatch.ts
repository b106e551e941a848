/** What something took, in milliseconds: on the clock, and of the processor. */
export interface Took {
  readonly wall: number;
  readonly processor: number;
}

/** Gives what tells how long it took since. */
export function stopwatch(): () => Took {
  const started = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { wall: performance.now() - started, processor: (user + system) / 1000 };
  };
}
