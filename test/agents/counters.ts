// What the status bar shows of a session while it is played.
import { equal } from 'node:assert/strict';
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
      // What the hook told is there before the model is asked again; the status bar may take a moment more, and a
      // transcript has to be written and seen first.
      await eventually(() => {
        const actor = actorOf(access, key, 'main');
        equal(actor?.reads, reads);
        equal(counterIn(access.statusBar().text), actor?.danger.value);
      }, 10_000);
      shown.push(counterIn(access.statusBar().text));
    },
  });
  equal(result.exitCode, 0, result.output);
  return { shown, session: result.session };
}

function counterIn(text: string): number {
  return Number(/(\d+)\/\d+/.exec(text)?.[1] ?? Number.NaN);
}
