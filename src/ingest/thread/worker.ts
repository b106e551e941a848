import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { KNOWN_FORMATS } from '../knownFormats';
import { WorkerRowStore } from '../sqlite/workerRowStore';
import { IngestServer, type ServerPort } from './ingestServer';
import { SERVES } from './protocol';

/** Reads for whoever is at the other end of the port; also where this is loaded without a thread of its own. */
export function serve(port: ServerPort): void {
  new IngestServer(port, {
    formats: KNOWN_FORMATS,
    rows: new WorkerRowStore(join(__dirname, 'rows.cjs')),
  });
}

if (parentPort !== null && workerData === SERVES) serve(parentPort);
