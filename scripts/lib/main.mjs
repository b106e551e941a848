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
    console.error(told(error) ?? error);
    process.exit(1);
  }
}

/**
 * What is said of a failure that is none of ours; undefined: it is ours.
 * @param {unknown} error
 */
function told(error) {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Told || error instanceof CommandFailed) return error.message;
  if (!('code' in error) || !String(error.code).startsWith('ERR_PARSE_ARGS')) return undefined;
  const unknown = /^Unknown option '(--?[^']*)'/.exec(error.message)?.[1];
  return unknown === undefined ? error.message : `Unknown option ${unknown}.`;
}
