// How long a thread works before a timer that is due gets its turn, in time of the processor: what else the machine does
// is not in it, as it is in any time on the clock.

/** Milliseconds of a tick. */
const TICK = 1;

interface ThreadCpu {
  threadCpuUsage?: () => { readonly user: number; readonly system: number };
}

/** Watches this thread until told to stop; then gives the work of each tick, in milliseconds, the least first. */
export function ownWork(): () => readonly number[] {
  const { threadCpuUsage }: ThreadCpu = process;
  if (threadCpuUsage === undefined) return () => [];
  const used = () => {
    const { user, system } = threadCpuUsage.call(process);
    return (user + system) / 1000;
  };
  const work: number[] = [];
  let before = used();
  const timer = setInterval(() => {
    const now = used();
    work.push(now - before);
    before = now;
  }, TICK);
  return () => {
    clearInterval(timer);
    return work.sort((a, b) => a - b);
  };
}

/** NaN where there is none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
