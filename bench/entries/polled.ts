// A log that grows where no watcher ever tells of it, as on a disk of the network. Tells, as JSON on stdout, how many
// milliseconds after each line its event came.
import { EventEmitter } from 'node:events';
import fs, { appendFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Ingest } from '../../src/ingest/ingest';
import { KNOWN_FORMATS } from '../../src/ingest/knownFormats';
import { LineHasher } from '../../src/text/lineHash';
import { loggedFile, readLine } from '../host/latency';

const TIMES = 25;
/** Times that are no multiples of anybody's, in ms. */
const PAUSE = 137;

const [folder = ''] = process.argv.slice(2);
const log = join(folder, 'log.jsonl');

/** Watches nothing. */
Object.assign(fs, {
  watch: () => Object.assign(new EventEmitter(), { close: () => undefined, unref: () => undefined }),
});
syncBuiltinESMExports();

writeFileSync(join(folder, 'file.ts'), 'line\n'.repeat(100));
const file = loggedFile(folder, 'file.ts');
const line = (call: number) => readLine('s', `c${call}`, file, [[call + 1, call + 1]]);

async function main(): Promise<void> {
  let events = 0;
  appendFileSync(log, line(0));
  const ingest = new Ingest({
    folders: [folder],
    hasher: new LineHasher([1, 2]),
    formats: KNOWN_FORMATS,
    logPatterns: ['*.jsonl'],
    agents: [],
    onEvents: (told) => {
      events += told.length;
    },
    onFault: (fault) => {
      throw fault;
    },
  });
  ingest.start();
  const seen = async (count: number) => {
    const started = performance.now();
    while (events < count) {
      if (performance.now() - started > 20_000) throw new Error('it never came');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return performance.now() - started;
  };
  await seen(1);
  const times: number[] = [];
  for (let at = 1; at <= TIMES; at++) {
    await new Promise((resolve) => setTimeout(resolve, (at * PAUSE) % 500));
    appendFileSync(log, line(at));
    times.push(await seen(at + 1));
  }
  await ingest.dispose();
  process.stdout.write(JSON.stringify(times));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
