// The first seconds of a window on a folder with a long past.
import { mkdirSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from '../../scripts/lib/run.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { bundled } from '../lib/bundle.mjs';
import { writeTranscript } from '../lib/transcript.mjs';

const SESSION_BYTES = 4e6;
/** As many are read without being asked for. */
const RECENT = 20;

/** @typedef {{ first: number, all: number, sessions: number }} Start */

/**
 * @param {{ sessions: number, rounds: number }} size
 * @returns {Promise<import('../lib/results.mjs').Part>}
 */
export async function coldStart({ sessions, rounds }) {
  const program = await bundled('bench/entries/coldStart.ts', 'coldStart');
  const home = temporaryFolder('cold-start');
  const folder = join(home, 'ws');
  const project = join(home, 'claude', 'projects', folder.replaceAll(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(folder);
  mkdirSync(project, { recursive: true });
  for (let session = 0; session < sessions; session++) {
    const path = join(project, `${session.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000.jsonl`);
    const isRecent = session < RECENT;
    writeTranscript(path, isRecent ? SESSION_BYTES : 1e5, { seed: session + 1, folder, files: 10 });
    // Of the older ones only the start is looked at: the rest is a hole in the file.
    if (!isRecent) truncateSync(path, SESSION_BYTES);
    const time = Date.now() / 1000 - 60 * session;
    utimesSync(path, time, time);
  }
  const heads = join(home, 'transcript-heads.json');
  const start = async () => {
    /** @type {Start} */
    const told = JSON.parse(
      await runQuietly(process.execPath, [program, folder, join(home, 'claude'), heads]),
    );
    if (told.sessions !== sessions) throw new Error(`${told.sessions} of ${sessions} sessions were found`);
    return told;
  };
  const [firsts, agains] = [/** @type {Start[]} */ ([]), /** @type {Start[]} */ ([])];
  for (let round = 0; round < rounds; round++) {
    rmSync(heads, { force: true });
    firsts.push(await start());
    agains.push(await start());
  }
  const [first, again] = [best(firsts), best(agains)];
  return {
    part: 'Cold start',
    about: `A folder with ${sessions} past sessions of ${SESSION_BYTES / 1e6} MB each, of which the newest ${RECENT} are read without being asked for; the best of ${rounds}. The later start has what the heads of the transcripts told the first one.`,
    results: [
      { name: 'first event of the newest session', value: first.first, unit: 'ms', most: 1000 },
      { name: 'everything read', value: first.all, unit: 'ms' },
      { name: 'the same at a later start: first event', value: again.first, unit: 'ms', most: 1000 },
      { name: 'the same at a later start: everything read', value: again.all, unit: 'ms' },
    ],
  };
}

/** @param {readonly Start[]} starts */
function best(starts) {
  return starts.reduce((found, each) => (each.first < found.first ? each : found));
}
