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
    console.error(isTold(error) ? error.message : error);
    process.exit(1);
  }
}

/**
 * @param {unknown} error
 * @returns {error is Error}
 */
function isTold(error) {
  if (error instanceof Told || error instanceof CommandFailed) return true;
  // An option that a script does not have.
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
