import type { Countdown } from '../../channel/client';

/** Milliseconds. */
const STEP = 5;

/**
 * Counts only the time in which the process had nothing else to do: an agent that is busy for a tenth of a second has
 * not been waiting for us, and the answer may have come meanwhile without anybody to take it.
 */
export const idleTime: Countdown = (within, end) => {
  let left = within;
  const step = () => {
    if (left <= 0) {
      end();
      return;
    }
    left -= STEP;
    timer = setTimeout(step, STEP);
  };
  let timer = setTimeout(step, STEP);
  left -= STEP;
  return () => clearTimeout(timer);
};
