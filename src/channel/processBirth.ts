import { readFileSync } from 'node:fs';

/** The name of a program may hold anything; what follows it are plain fields, of which this one is the start. */
const STARTED = 19;

/**
 * What tells a process from all others that have had its number, on this machine and on those that share its files: when
 * it was started, in the system's own count. Null where there is no such process, or the system does not say.
 */
export function processBirth(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[STARTED] ?? null;
  } catch {
    return null;
  }
}
