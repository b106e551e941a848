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

/**
 * Ends once all that was written is out. Without being told to, Node would first give the heap back page by page: after a
 * transcript of 200 MB that is 2 % of the time.
 */
function end(code: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

if (!isMainThread) serveReport(workerData);
else {
  // A reader that has seen enough (`| head`) is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 2);
  });

  main().then(end, (error: unknown) => {
    process.stderr.write(
      `read-coverage: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    end(2);
  });
}
