// What the status bar shows of a session while it is played.
import { equal } from 'node:assert/strict';
import type { TestAccess } from '../../src/editor/testAccess';
import type { SessionKey } from '../../src/tracker/views';
import { eventually, testAccess } from '../host/support';
import { actorOf, folder, play } from './play';
import { readsBefore, rereads, steps } from './scripts';

/** Plays the re-reads and gives the counter that the status bar showed after each read, and the session. */
export async function countersShown(
  mark: string,
  line: number,
): Promise<{ shown: number[]; session: string }> {
  const access = await testAccess();
  const acts = rereads(folder(), line);
  const shown: number[] = [];
  const { result } = await play({
    conversations: [{ mark, steps: steps(acts) }],
    prompt: mark,
    before: async ({ step }, key) => {
      const reads = readsBefore(acts, step);
      if (reads === shown.length) return;
      await readsAreCounted(access, key, reads);
      await eventually(() =>
        equal(counterIn(access.statusBar().text), actorOf(access, key, 'main')?.danger.value),
      );
      shown.push(counterIn(access.statusBar().text));
    },
  });
  equal(result.exitCode, 0, result.output);
  return { shown, session: result.session };
}

/**
 * Waits until so many reads of the main actor are counted that gave it anything, and no more. What a hook told is there before the model is
 * asked again; a transcript has to be written and seen first.
 */
export function readsAreCounted(access: TestAccess, key: SessionKey, reads: number): Promise<void> {
  return eventually(() => {
    const { reads: all = 0, failures = 0 } = actorOf(access, key, 'main') ?? {};
    equal(all - failures, reads);
  }, 15_000);
}

function counterIn(text: string): number {
  return Number(/(\d+)\/\d+/.exec(text)?.[1] ?? Number.NaN);
}
