import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { KNOWN_FORMATS } from '../../../src/ingest/knownFormats';
import { Replay } from '../../../src/ingest/replay';
import type { AgentEvent } from '../../../src/tracker/event';
import { eachInWorkspace, type TestWorkspace } from './testWorkspace';

const CAPTURES = fileURLToPath(new URL('../../golden/fixtures', import.meta.url));
const ROUNDS = 15;
/** Real transcripts are long, and machines slow: ms. */
const PATIENCE = 60_000;

let ws: TestWorkspace;
eachInWorkspace((made) => {
  ws = made;
});

/** What a recorded run left in the home folder, by path below it, as if it had been made in the workspace of the test. */
function home(capture: string): Map<string, Buffer> {
  const folder = join(CAPTURES, capture, 'transcripts');
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.gz'));
  return new Map(
    names.sort().map((name) => {
      const text = gunzipSync(readFileSync(join(folder, name))).toString();
      // Those of Claude Code are kept without the folders around them.
      const path = name.startsWith('.') ? name : join('.claude/projects/p', name);
      return [path.replace(/\.gz$/, ''), Buffer.from(text.replaceAll('/home/dev/ws', ws.folder))];
    }),
  );
}

interface Told {
  readonly event: AgentEvent;
  readonly file: string;
}

/** The events of each file, in their order. */
function byFile(all: readonly Told[]): Record<string, readonly AgentEvent[]> {
  const files: Record<string, AgentEvent[]> = {};
  for (const { event, file } of all) {
    files[file] ??= [];
    files[file].push(event);
  }
  return files;
}

/**
 * Follows what a run left while it is written in rounds, and compares with what a replay makes of it.
 *
 * @param upTo what a file held after some of all rounds; null: it was not there yet
 */
async function compare(
  capture: string,
  agent: string,
  isTranscript: (name: string) => boolean,
  upTo: (bytes: Buffer, round: number, name: string) => Buffer | null,
): Promise<void> {
  const files = home(capture);
  for (const [name, bytes] of files) if (!isTranscript(name)) ws.write(`home/${name}`, bytes);
  const { ingest, told } = ws.ingest({ formats: KNOWN_FORMATS, agents: [agent] });
  for (let round = 1; round <= ROUNDS; round++) {
    ws.now += 100;
    for (const [name, bytes] of files) {
      const held = isTranscript(name) ? upTo(bytes, round, name) : null;
      if (held !== null) ws.write(`home/${name}`, held);
    }
    await ingest.poll();
  }
  ws.now += 2000;
  await ingest.poll();
  const transcripts = [...files.keys()].filter(isTranscript).map((name) => join(ws.home, name));
  const replayed = [...new Replay(transcripts, KNOWN_FORMATS, { hasher: ws.hasher })];
  expect(replayed.filter(({ event }) => event.kind === 'read').length).toBeGreaterThan(10);
  expect(byFile(told.map(({ event, origin }) => ({ event, file: origin?.file ?? '' })))).toEqual(
    byFile(replayed),
  );
  const sessions = new Set(told.map(({ event }) => event.session));
  expect(new Set(ingest.state().sessions.map(({ session }) => session))).toEqual(sessions);
}

describe('a run of a real agent, found in its home and followed in pieces', () => {
  it.each([
    ['claude-code', 'claude-code'],
    ['claude-code-2.0.60', 'claude-code'],
    ['codex-direct', 'codex'],
    ['codex-cm', 'codex'],
    ['gemini', 'gemini'],
    ['copilot-cli', 'copilot-cli'],
    ['pi', 'pi'],
    ['qwen-code', 'qwen-code'],
  ])(
    'gives what a replay gives: %s',
    async (capture, agent) => {
      const cut = (bytes: Buffer, round: number) =>
        bytes.subarray(0, Math.ceil((bytes.length * round) / ROUNDS));
      await compare(capture, agent, (name) => name.endsWith('.jsonl'), cut);
    },
    PATIENCE,
  );

  it(
    'gives what a replay gives, where its documents are rewritten: cline',
    async () => {
      const shorter = (bytes: Buffer, round: number, name: string) => {
        // A compaction is there at once, after what it is of.
        if (name.endsWith('.compaction.json')) return round === ROUNDS ? bytes : null;
        const document: { readonly messages: readonly unknown[] } = JSON.parse(bytes.toString());
        const count = Math.ceil((document.messages.length * round) / ROUNDS);
        return Buffer.from(JSON.stringify({ ...document, messages: document.messages.slice(0, count) }));
      };
      await compare('cline', 'cline', (name) => /\.(messages|compaction)\.json$/.test(name), shorter);
    },
    PATIENCE,
  );
});
