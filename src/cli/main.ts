#!/usr/bin/env node
import { isMainThread, workerData } from 'node:worker_threads';
import { version } from '../../package.json';
import { InputError } from '../ingest/inputError';
import { shown } from '../text/escape';
import { parseArguments, USAGE } from './arguments';
import { BadInput } from './badInput';
import { run } from './commands';
import { Output } from './output';
import { serveReport } from './reportThread';

const out = new Output(process.stdout);

function note(line: string): void {
  process.stderr.write(`read-coverage: ${line}\n`);
}

async function main(): Promise<number> {
  try {
    const args = parseArguments(process.argv.slice(2));
    if (args.command === 'help') await out.write(USAGE);
    else if (args.command === 'version') await out.write(`${version}\n`);
    else return await run(args, { out, note }, __filename);
    return 0;
  } catch (error) {
    if (!(error instanceof BadInput || error instanceof InputError)) throw error;
    note(shown(error.message));
    return 2;
  } finally {
    await out.flush();
  }
}

if (!isMainThread) serveReport(workerData);
else {
  // A reader that has seen enough (`| head`) is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 2);
  });

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
}
