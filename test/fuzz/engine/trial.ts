import { type Attempt, Fault, type Target } from './target';

const SLOWEST = 4000;
const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
const NAMES = PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length);

/**
 * Gives an input to a target.
 *
 * @returns what is wrong, in words; null where nothing is
 */
export async function trial(target: Target, attempt: Attempt, input: Buffer): Promise<string | null> {
  const before = process.cpuUsage();
  const start = performance.now();
  try {
    await attempt.run(input);
  } catch (error) {
    return told(error);
  }
  const names = PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length);
  if (names.some((count, i) => count !== NAMES[i])) return 'a prototype was changed';
  const { slowest = SLOWEST } = target;
  // Elsewhere the machine may be busy: only what this process took counts.
  if (performance.now() - start < slowest) return null;
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000;
  return milliseconds > slowest ? `took ${Math.round(milliseconds)} ms of processor time` : null;
}

function told(error: unknown): string {
  if (error instanceof Fault) return error.message;
  return error instanceof Error ? (error.stack ?? error.message).slice(0, 1500) : String(error);
}
