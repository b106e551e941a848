// A window opens on a folder with many past sessions. Tells, as JSON on stdout, when the first event of the newest session
// came, and when all that is read without being asked for was read, in milliseconds. Arguments: the folder, Claude Code's
// folder, and the file that remembers the heads of transcripts.

import { Ingest } from '../../src/ingest/ingest';
import { KNOWN_FORMATS } from '../../src/ingest/knownFormats';
import { LineHasher } from '../../src/text/lineHash';

const [folder = '', claude = '', heads = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  let first: number | null = null;
  let events = 0;
  const started = performance.now();
  const since = () => performance.now() - started;
  const ingest = new Ingest({
    folders: [folder],
    hasher: new LineHasher([1, 2]),
    formats: KNOWN_FORMATS,
    logPatterns: ['.read-coverage/*.jsonl'],
    agents: ['claude-code'],
    env: { CLAUDE_CONFIG_DIR: claude },
    heads: { file: heads, version: 'bench' },
    onEvents: (told) => {
      events += told.length;
      first ??= since();
    },
    onFault: (fault) => {
      throw fault;
    },
  });
  ingest.start();
  while (!ingest.state().caughtUp) await new Promise((resolve) => setTimeout(resolve, 5));
  const all = since();
  const { sessions, files } = ingest.state();
  await ingest.dispose();
  process.stdout.write(
    JSON.stringify({ first, all, events, sessions: sessions.length, followed: files.length }),
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
