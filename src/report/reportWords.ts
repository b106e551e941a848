import { shown } from '../text/escape';

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A path as people are shown it: relative to the session's folder where it lies within. */
export function nameOfPath(path: string, cwd: string | null): string {
  const inside = cwd !== null && path.startsWith(`${cwd}/`);
  return shown(inside ? path.slice(cwd.length + 1) : path);
}
