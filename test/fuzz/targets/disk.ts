import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ADAPTERS } from '../../../src/agents/registry';
import { CanonicalPaths } from '../../../src/ingest/canonicalPath';
import { DiskEvidenceFinder } from '../../../src/ingest/diskEvidence';
import { InputError } from '../../../src/ingest/inputError';
import { KNOWN_FORMATS } from '../../../src/ingest/knownFormats';
import { Pace } from '../../../src/ingest/pace';
import { UnreadableFile } from '../../../src/ingest/regularFile';
import { Replay } from '../../../src/ingest/replay';
import { readHead } from '../../../src/ingest/transcriptHead';
import { transcriptLocations } from '../../../src/ingest/transcriptLocations';
import { WorkspaceFolders } from '../../../src/ingest/workspaceFolders';
import { WorkspaceLogs } from '../../../src/ingest/workspaceLogs';
import { splitLines } from '../../../src/text/lines';
import type { AgentEvent } from '../../../src/tracker/event';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, type Target } from '../engine/target';
import { checkEvents } from '../oracles/events';
import { KnownTexts } from '../oracles/knownTexts';
import { temporaryFolder } from './temporaryFolder';

/** The session that lies outside of everything, and is to be found by nobody. */
const SECRET = 'secret-session';
const KINDS = ['file', 'folder', 'fifo', 'link', 'loop', 'zero', 'random', 'outside', 'far'] as const;

const MINUTE = 60_000;

interface Entry {
  readonly path: string;
  readonly kind: (typeof KINDS)[number];
  /** Of a file: its text, in which `$WS` is the workspace; of a link: where it leads. */
  readonly text: string;
}

const row = (over: object) =>
  `${JSON.stringify({ type: 'user', uuid: 'u', sessionId: 's1', cwd: '$WS', timestamp: '2026-11-30T08:00:00Z', message: { role: 'user', content: 'go' }, ...over })}\n`;
const NATIVE = `${JSON.stringify({ v: 1, kind: 'read', session: 's1', path: 'a.ts', returned: [[1, 3]], totalLines: 3 })}\n`;
const CODEX = `${JSON.stringify({ type: 'session_meta', timestamp: '2026-11-30T08:00:00Z', payload: { id: 'c1', cwd: '$WS', originator: 'x', cli_version: '1' } })}\n`;

const SEEDS: readonly (readonly [path: string, kind: Entry['kind'], text: string])[][] = [
  [
    ['home/.claude/projects/-ws/s1.jsonl', 'file', row({})],
    [
      'home/.claude/projects/-ws/s1/subagents/agent-a.jsonl',
      'file',
      row({ isSidechain: true, agentId: 'a' }),
    ],
    ['ws/.read-coverage/log.jsonl', 'file', NATIVE],
  ],
  [
    ['home/.claude/projects/-ws/s1.jsonl', 'outside', ''],
    ['home/.claude/projects/x', 'outside', 'folder'],
    ['ws/.read-coverage', 'outside', 'folder'],
    ['ws/.read-coverage/log.jsonl', 'outside', ''],
  ],
  [
    ['home/.claude/projects/-ws/s1.jsonl', 'fifo', ''],
    ['home/.claude/projects/-ws/s2.jsonl', 'zero', ''],
    ['home/.claude/projects/-ws/s3.jsonl', 'random', ''],
    ['ws/.read-coverage/log.jsonl', 'fifo', ''],
    ['ws/.read-coverage/other.jsonl', 'zero', ''],
  ],
  [
    ['home/.codex/sessions/2026/11/30/rollout-2026-11-30T08-00-00-c1.jsonl', 'file', CODEX],
    ['home/.codex/sessions/2026/11/29', 'loop', ''],
    ['home/.claude/projects/a', 'loop', ''],
    ['ws/.read-coverage/deep', 'loop', ''],
  ],
  [
    ['home/.gemini/tmp/ws/.project_root', 'file', '$WS'],
    ['home/.gemini/tmp/ws/chats/session-1.json', 'file', '{"sessionId":"g1","messages":[]}'],
    [
      'home/.pi/agent/sessions/--ws--/s.jsonl',
      'file',
      `${JSON.stringify({ type: 'session', version: 3, id: 'p1', timestamp: '2026-11-30T08:00:00Z', cwd: '$WS' })}\n`,
    ],
    ['home/.local/share/opencode/opencode.db', 'file', 'no database'],
    ['home/.copilot/session-state/c1/events.jsonl', 'far', ''],
    ['ws/.read-coverage/a\u202eb\n.jsonl', 'file', NATIVE],
    ['ws/.read-coverage/CON.jsonl', 'file', NATIVE],
  ],
];

/** A disk with transcripts and logs, links, loops, pipes and devices on it. */
export const DISK: Target = {
  name: 'disk',
  checks:
    'a real disk: nothing outside is found or followed, pipes and devices hold nobody up; ranges, round trip, tracker',
  seeds: () =>
    SEEDS.map((entries) =>
      Buffer.from(entries.map(([path, kind, text]) => JSON.stringify({ path, kind, text })).join('\n')),
    ),
  mutate: mutateJsonText,
  slowest: 15_000,
  open: async () => {
    const root = temporaryFolder();
    const fifo = join(root.path, 'fifo');
    if (process.platform !== 'win32') execFileSync('mkfifo', [fifo]);
    const hasher = new KnownTexts([41, 43]);
    const outside = join(root.path, 'outside');
    return {
      run: async (input) => {
        hasher.forget();
        const place = join(root.path, 'place');
        const ws = join(place, 'ws');
        for (const each of [place, outside]) rmSync(each, { recursive: true, force: true });
        for (const each of [ws, join(place, 'home'), outside]) mkdirSync(each, { recursive: true });
        const secret = row({ sessionId: SECRET }).replaceAll('$WS', ws);
        writeFileSync(join(outside, 'log.jsonl'), secret);
        const made = entriesIn(input).filter((entry) => make(entry, { place, ws, outside, fifo }));
        await look(place, ws);
        for (const { path } of made.slice(0, 6)) {
          await read(join(place, path), hasher);
        }
        await prove(made, { place, ws, outside, fifo }, hasher);
      },
      close: root.remove,
    };
  },
};

interface Places {
  readonly place: string;
  readonly ws: string;
  readonly outside: string;
  readonly fifo: string;
}

/** Whether it could be made. */
function make({ path, kind, text }: Entry, { place, ws, outside, fifo }: Places): boolean {
  const target = join(place, path);
  try {
    if (!leadsInto(dirname(target), place)) return false;
    mkdirSync(kind === 'folder' ? target : dirname(target), { recursive: true });
    const links: Partial<Record<Entry['kind'], string>> = {
      link: text || '.',
      loop: '..',
      zero: '/dev/zero',
      random: '/dev/random',
      outside: text === 'folder' ? outside : join(outside, 'log.jsonl'),
      far: '/dev/stdin',
    };
    const to = links[kind];
    if (to !== undefined) symlinkSync(to, target);
    else if (kind === 'fifo') linkSync(fifo, target);
    else if (kind === 'file') writeFileSync(target, text.replaceAll('$WS', ws));
    return true;
  } catch {
    return false; // It is there already, or cannot have that name.
  }
}

/** Whether what is made in a folder is made in the place: links that were made before may lead out of it. */
function leadsInto(folder: string, place: string): boolean {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  return `${realpathSync.native(existing)}/`.startsWith(`${place}/`);
}

/** Looks for what there is, as a window does. */
async function look(place: string, ws: string): Promise<void> {
  const paths = new CanonicalPaths({ now: () => 0, lifetime: 0 });
  const folders = await WorkspaceFolders.open([ws], paths);
  const kinds = ADAPTERS.map(({ kind }) => kind);
  for (const location of transcriptLocations(ADAPTERS, kinds, {
    env: {},
    home: join(place, 'home'),
    folders,
    paths,
  })) {
    for (const session of await location.scan()) {
      demand(session.id !== SECRET, () => `what lies outside was found by ${location.agent}`);
      for (const file of await location.filesOf(session)) {
        demand(file.path.startsWith(place), () => `outside: ${file.path}`);
      }
    }
  }
  const { logs } = await new WorkspaceLogs([ws], ['.read-coverage/**/*.jsonl', '**/*.log']).scan();
  for (const { path } of logs) demand(path.startsWith(`${ws}/`), () => `outside: ${path}`);
}

/** Looks at the files that events name, as a window does: one that is a file, and in the workspace, and as it says it is. */
async function prove(made: readonly Entry[], { place, ws }: Places, hasher: KnownTexts): Promise<void> {
  let clock = 0;
  const finder = new DiskEvidenceFinder({
    hasher,
    // Each time it is asked any change is settled.
    now: () => (clock += MINUTE),
    pace: new Pace(),
    mayOpen: (path) => path.startsWith(`${ws}/`),
  });
  const paths = [...new Set(made.map(({ path }) => join(place, path)))];
  const base = { source: 's', session: 's', agent: 's', actor: 'main', call: 'c' };
  const time = Number.MAX_SAFE_INTEGER;
  const read = (path: string): AgentEvent => ({
    kind: 'read',
    ...base,
    time,
    path,
    written: path,
    form: 'tool',
    requested: null,
    returned: [[1, 2]],
    totalLines: null,
    outcome: 'complete',
  });
  const events = paths.flatMap((path): AgentEvent[] => [
    read(path),
    { kind: 'write', ...base, time, path, written: path, totalLines: 1, outcome: 'ok' },
    { kind: 'rename', ...base, time, from: path, to: `${path}.2`, written: path },
    read(path),
  ]);
  for (const path of paths) finder.documentChanged(path);
  const settled: AgentEvent[] = [];
  for (let rounds = 0; finder.waiting > 0; rounds++) {
    demand(rounds <= paths.length, () => `${finder.waiting} documents wait for ever`);
    settled.push(...(await finder.settled()));
  }
  for (const event of [...(await finder.attach(events)), ...settled]) {
    if (!('disk' in event) || event.disk === undefined || !('path' in event)) continue;
    const { path, disk } = event;
    const isFile = lstatSync(path).isFile() && path.startsWith(`${ws}/`);
    demand(isFile, () => `no file of the workspace was looked at: ${path}`);
    const bytes = readFileSync(path);
    const lines = splitLines(bytes.toString('utf8').replace(/^\ufeff/, ''));
    const hash = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    demand(disk.contentHash === hash, () => `another content of ${path}`);
    demand(
      disk.lineHashes.length === lines.length &&
        lines.every((line, i) => disk.lineHashes[i] === hasher.line(line)),
      () => `other lines of ${path}`,
    );
  }
}

/** Reads what somebody named, as the command line and a window do. */
async function read(path: string, hasher: KnownTexts): Promise<void> {
  try {
    const events = [...new Replay([path], KNOWN_FORMATS, { hasher })].map(({ event }) => event);
    checkEvents(events, hasher, false);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  try {
    await readHead(path, { stored: 'lines', ask: () => ({}), knowsCwd: false, knowsSession: false });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}

function entriesIn(input: Buffer): Entry[] {
  return input
    .toString('utf8')
    .split('\n')
    .slice(0, 12)
    .flatMap((line): Entry[] => {
      const entry = objectIn(line);
      const kind = KINDS.find((known) => known === entry.kind);
      const { path, text = '' } = entry;
      const isSound = typeof path === 'string' && typeof text === 'string' && kind !== undefined;
      // Nothing is made outside of the place.
      return isSound && /^(?:home|ws)\//.test(path) && !path.includes('..') && text.length < 200_000
        ? [{ path, kind, text }]
        : [];
    });
}

function objectIn(line: string): { path?: unknown; kind?: unknown; text?: unknown } {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // The bytes were changed.
  }
}
