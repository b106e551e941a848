import { checkCaptures, checkOptions, USAGE } from './check';
import { BadCapture } from './folder';

/** Grades the captures that the command line names; the exit code. */
export function run(args: string[]): number {
  try {
    const options = checkOptions(args);
    if (options === null) {
      console.log(USAGE);
      return 0;
    }
    return checkCaptures(options, console.log);
  } catch (error) {
    if (!(error instanceof BadCapture)) throw error;
    console.error(error.message);
    return 2;
  }
}
