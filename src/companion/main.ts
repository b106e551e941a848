import { writeSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { runHook } from './hook';
import { readPayload } from './stdin';

/**
 * What an agent's hook runs: tells the windows that are concerned what happened, without the text of any file, and
 * passes on what they have to say. Succeeds whatever happens: an agent must never suffer from being watched.
 *
 * Arguments: the kind of the agent whose settings call it, and the hook's name where no payload of that agent says it.
 */
async function main(): Promise<void> {
  const payload = readPayload(0);
  // What its agent took to write it is not ours to make good.
  const started = process.uptime();
  const [, , named = '', hook] = process.argv;
  const say = (answer: string) => writeSync(1, answer);
  await runHook({ named, hook, payload, userFolder: userFolder(), started, say });
}

/** The product's folder: the one that the companion stands in. */
function userFolder(): string {
  const { READ_COVERAGE_HOME: named = '' } = process.env;
  return isAbsolute(named) ? named : dirname(__dirname);
}

function leave(): never {
  process.exit(0);
}

process.on('uncaughtException', leave);
process.on('unhandledRejection', leave);
main().then(leave, leave);
