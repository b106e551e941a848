// The frame of a script: what went wrong is told in its own words, without our stack, unless it is a fault of ours.
import { CommandFailed } from './run.mjs';

/** A failure whose message says all that a person needs. */
export class Told extends Error {}

/**
 * Runs a script's body and ends the process with the code that it gives (0 where it gives none).
 * @param {() => Promise<number | void>} body
 */
export async function main(body) {
  try {
    process.exit((await body()) ?? 0);
  } catch (error) {
    console.error(error instanceof Told || error instanceof CommandFailed ? error.message : error);
    process.exit(1);
  }
}
