// A window's follower as a process of its own, so that it can be killed, and run by another user.
import { Ingest } from '../../../src/ingest/ingest';
import { KNOWN_FORMATS } from '../../../src/ingest/knownFormats';
import { LineHasher } from '../../../src/text/lineHash';
import type { AgentEvent } from '../../../src/tracker/event';
import { shownOf } from './shown';

/** What a window is given on its command line, as JSON. */
export interface WindowSettings {
  readonly folder: string;
  readonly home: string;
  readonly key: readonly [number, number];
  /** Whose process it becomes; missing: it stays its parent's. */
  readonly uid?: number | undefined;
}

/** What it can be asked, and answers: how many events it was told, the states of its files, or all that it shows. */
export interface WindowAnswers {
  readonly count: number;
  readonly states: readonly unknown[];
  readonly shown: unknown[];
}

/** Longer than readers hold anything back, ms. */
const SILENT = 2000;

const { folder, home, key, uid }: WindowSettings = JSON.parse(process.argv[2] ?? '');
// Not before it runs: another user may not even be allowed to start the program.
if (uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}
const told: AgentEvent[] = [];
let ahead = 0;
const ingest = new Ingest({
  folders: [folder],
  hasher: new LineHasher(key),
  formats: KNOWN_FORMATS,
  logPatterns: ['.read-coverage/*.jsonl'],
  agents: ['claude-code'],
  onEvents: (events) => void told.push(...events.map(({ event }) => event)),
  onFault: (fault) => {
    throw fault;
  },
  now: () => Date.now() + ahead,
  env: {},
  home,
});
ingest.start();

process.on('message', async (asked: keyof WindowAnswers) => {
  process.send?.(await answer(asked));
});
process.on('disconnect', () => process.exit());

async function answer(asked: keyof WindowAnswers): Promise<WindowAnswers[typeof asked]> {
  switch (asked) {
    case 'count':
      return told.length;
    case 'states':
      await ingest.poll();
      return ingest.state().files.map(({ state }) => state);
    case 'shown':
      await ingest.poll();
      await ingest.poll();
      ahead += SILENT;
      await ingest.poll();
      return shownOf(told);
  }
}
