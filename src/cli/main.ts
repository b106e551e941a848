#!/usr/bin/env node
import { InputError } from '../ingest/inputError';
import { shown } from '../text/escape';
import { parseArguments, USAGE } from './arguments';
import { BadInput } from './badInput';
import { run } from './commands';
import { Output } from './output';

const out = new Output(process.stdout);

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 2);
});

async function main(): Promise<number> {
  try {
    const args = parseArguments(process.argv.slice(2));
    if (args.command === 'help') await out.write(USAGE);
    else return await run(args, out);
    return 0;
  } catch (error) {
    if (!(error instanceof BadInput || error instanceof InputError)) throw error;
    process.stderr.write(`read-coverage: ${shown(error.message)}\n`);
    return 2;
  } finally {
    await out.flush();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(
      `read-coverage: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 2;
  },
);
