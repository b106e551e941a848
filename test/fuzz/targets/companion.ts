import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { companionParts } from '../../../scripts/lib/companion-parts.mjs';
import type { JsonObject } from '../../../src/agents/adapter';
import type { HookDialect } from '../../../src/agents/hooks/dialect';
import { AGENT_HOOKS } from '../../../src/agents/hooks/dialects';
import { parseVerdict } from '../../../src/agents/hooks/message';
import { agentOfPayload } from '../../../src/agents/hooks/payloadKind';
import { type HookFrame, type HookVerdict, isEmptyVerdict } from '../../../src/agents/hooks/report';
import { field, isObject } from '../../../src/agents/json';
import { LARGEST_ANSWER, LARGEST_MESSAGE, LARGEST_SPOOL_FILE } from '../../../src/channel/limits';
import { SpoolReader } from '../../../src/channel/spool';
import type { runHook } from '../../../src/companion/hook';
import type { readPayload } from '../../../src/companion/stdin';
import { hookPayloads } from '../../golden/support/capture';
import { demand, type Target } from '../engine/target';
import { checkNoText } from '../oracles/texts';
import { companionInput, mutateCompanionInput, printedInput } from './companionInput';
import { CompanionPlaces, type Surroundings } from './companionPlaces';
import { companionProcess } from './companionProcess';
import { AnsweringWindow } from './companionWindow';
import { CURSOR_PAYLOADS, VSCODE_CHAT_PAYLOADS } from './samples/hookPayloads';
import { Choices } from './shellGrammar';
import { temporaryFolder } from './temporaryFolder';

const SOURCES = fileURLToPath(new URL('../../../src/companion/', import.meta.url));
/** Messages larger than half of the bound may be cut down, or fill a file at once. */
const PLAIN = 256 * 1024;
/** Agents give a hook three to five seconds; ms of processor time. */
const SLOWEST = 3000;
/** A window that this process was too busy to let speak has not spoken, ms. */
const LATE = 90;
/** Those that were there before go when a session is new. */
const MOST_FILES = 62;
const PROJECT = 'CLAUDE_PROJECT_DIR';

const ANSWERS: readonly string[] = [
  { v: 1 },
  { v: 1, verdict: { stop: { reason: 'enough' } } },
  { v: 1, verdict: { deny: { reason: 'again' } } },
  { v: 1, verdict: { context: 'once more' } },
].map((answer) => JSON.stringify(answer));

/** What the product's own bundle does without a process. */
interface Bundle {
  readonly runHook: typeof runHook;
  readonly readPayload: typeof readPayload;
}

function seeds(): Buffer[] {
  const agents = [
    ['claude-code', 'claude-code'],
    ['codex', 'codex-direct'],
    ['gemini', 'gemini'],
    ['qwen-code', 'qwen-code'],
    ['copilot-cli', 'copilot-cli'],
    ['cline', 'cline'],
  ] as const;
  const recorded = agents.map(([agent, capture]) => [agent, hookPayloads(capture)] as const);
  const made = [
    ['cursor', CURSOR_PAYLOADS],
    ['vscode-chat', VSCODE_CHAT_PAYLOADS],
  ] as const;
  return [...recorded, ...made].flatMap(([agent, payloads], nth) =>
    payloads
      .filter((_, i) => payloads.length < 24 || i % 12 === 3)
      .slice(0, 8)
      .map((payload, i) =>
        printedInput(agent, ANSWERS[i - 1] ?? '', JSON.stringify(payload), {
          isProcess: i === 0 && nth % 2 === 0,
          swelling: i === 5 && nth % 2 === 1 ? (nth + 1) / 2 : 0,
        }),
      ),
  );
}

/** The companion, as an agent's hook runs it: within this process, and now and then as its own. */
export const COMPANION: Target = {
  name: 'companion',
  checks:
    'amid links, pipes and others’ files in the place of its own: ends in time and with 0; says what a window answered in the agent’s terms, else nothing; what no window heard is kept, bounded; no text on the wire or in the spool; nothing outside is touched; as within the fuzzer, so as a real process',
  seeds,
  mutate: mutateCompanionInput,
  // With all that is looked at besides.
  slowest: 8 * SLOWEST,
  open: async () => {
    const folder = temporaryFolder();
    // Coverage is told of what stands in a folder of this name.
    const built = join(folder.path, 'src');
    const main = await bundled('main.ts', join(built, 'main', 'companion.cjs'));
    const file = await bundled(
      { contents: "export * from './hook'; export * from './stdin';" },
      join(built, 'companion.cjs'),
    );
    const bundle: Bundle = createRequire(import.meta.url)(file);
    const places = new CompanionPlaces(folder.path);
    const window = new AnsweringWindow(join(folder.path, 'window.sock'));
    await window.open();
    const given = join(folder.path, 'given');
    return {
      run: async (input) => {
        const call = companionInput(input);
        const choices = new Choices(call.choices);
        writeFileSync(given, call.payload);
        const took = cpuTime();
        const payload = readFrom(given, bundle);
        const read = took();
        const known = understood(call.agent, call.hook, payload);
        window.answer = call.answer;
        const socket = call.answer === '' ? null : window.path;
        const around = places.make(choices, known?.frame.session ?? null, socket);
        const result = await told(bundle, call, payload, around);
        demand(read + result.took < SLOWEST, () => `took ${read} and ${result.took} ms of processor time`);
        const texts = [jsonOf(call.small)];
        const heard = window.takeHeard();
        demand(known !== null || heard.length === 0, () => 'a window hears what is none of its business');
        await check({ ...result, known, around, answer: call.answer, size: call.payload.length });
        checkNoText([result.said, ...spooled(around.home), ...heard].join('\n'), texts);
        places.check();
        if (!call.isProcess) return;
        const again = places.make(new Choices(call.choices), known?.frame.session ?? null, socket);
        const words = [main, call.agent, ...(call.hook === undefined ? [] : [call.hook])];
        const end = await companionProcess(words, call.payload, { ...again, root: folder.path }, choices);
        demand(end.code === 0, () => `ended with ${end.code}: ${end.stderr}`);
        demand(end.stderr === '', () => `wrote ${end.stderr}`);
        // A window may have been too late for it.
        const isSame = end.stdout === '' || (end.isWhole && end.stdout === result.said);
        demand(isSame, () => `said ${end.stdout} as a process, else ${result.said}`);
        checkNoText([...spooled(again.home), ...window.takeHeard()].join('\n'), texts);
        places.check();
      },
      close: async () => {
        await window.close();
        folder.remove();
      },
    };
  },
};

async function bundled(entry: string | { readonly contents: string }, outfile: string): Promise<string> {
  await build({
    ...(typeof entry === 'string'
      ? { entryPoints: [join(SOURCES, entry)] }
      : { stdin: { ...entry, resolveDir: SOURCES, loader: 'ts' as const } }),
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    plugins: [companionParts()],
    logLevel: 'error',
  });
  return outfile;
}

function readFrom(path: string, { readPayload }: Bundle): unknown {
  const file = openSync(path, 'r');
  try {
    return readPayload(file);
  } finally {
    closeSync(file);
  }
}

/** Milliseconds of processor time from now on. */
function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.round((user + system) / 1000);
  };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null; // The bytes were changed.
  }
}

/** What a payload tells, and how its agent is spoken to; null where nothing is to be told of it. */
interface Understood {
  readonly dialect: HookDialect;
  readonly frame: HookFrame;
  readonly payload: JsonObject;
}

function understood(named: string, hook: string | undefined, payload: unknown): Understood | null {
  const agent = agentOfPayload(named, payload);
  // These have no companion: they tell from inside the agent.
  if (agent === 'opencode' || agent === 'pi') return null;
  const dialect = AGENT_HOOKS.find((each) => each.dialect.agent === agent)?.dialect;
  if (dialect === undefined || !isObject(payload) || !dialect.recognises(payload)) return null;
  const frame = dialect.frame(payload, hook, Date.now());
  return frame === null ? null : { dialect, frame, payload };
}

async function told(
  { runHook }: Bundle,
  { agent, hook }: { readonly agent: string; readonly hook: string | undefined },
  payload: unknown,
  { home, project }: Surroundings,
): Promise<Pick<Told, 'said' | 'thrown' | 'isLate' | 'took'>> {
  const { [PROJECT]: own } = process.env;
  const start = performance.now();
  const took = cpuTime();
  const isLate = () => performance.now() - start > LATE;
  let said = '';
  const say = (answer: string) => {
    said += answer;
  };
  if (project !== undefined) process.env[PROJECT] = project;
  else delete process.env[PROJECT];
  try {
    await runHook({ named: agent, hook, payload, userFolder: home, started: process.uptime(), say });
    return { said, thrown: null, isLate: isLate(), took: took() };
  } catch (thrown) {
    return { said, thrown, isLate: isLate(), took: took() };
  } finally {
    if (own !== undefined) process.env[PROJECT] = own;
  }
}

interface Told {
  readonly said: string;
  readonly thrown: unknown;
  readonly isLate: boolean;
  /** Milliseconds of processor time. */
  readonly took: number;
  readonly known: Understood | null;
  readonly around: Surroundings;
  readonly answer: string;
  readonly size: number;
}

async function check({ said, thrown, isLate, known, around, answer, size }: Told): Promise<void> {
  const { home, canAsk, canSpool } = around;
  demand(thrown === null || !canSpool, () => `failed: ${thrown instanceof Error ? thrown.stack : thrown}`);
  const isMissed = isLate && said === '';
  const heard = known === null || !canAsk || isMissed ? NOBODY : meaning(answer);
  const expected =
    known === null || isEmptyVerdict(heard.verdict)
      ? null
      : known.dialect.answer(known.payload, known.frame, heard.verdict);
  const line = expected === null ? '' : `${JSON.stringify(expected)}\n`;
  demand(said === line, () => `said ${said.slice(0, 300)} where ${line.slice(0, 300)} was to be said`);
  demand(mayStop(heard.verdict) || !stops(said), () => `stops where nobody said so: ${said.slice(0, 300)}`);
  if (!canSpool) return;
  const folder = join(home, 'spool');
  const sizes = own(folder).map((name) => lstatSync(join(folder, name)).size);
  demand(sizes.length <= MOST_FILES, () => `${sizes.length} files in the spool`);
  demand(
    sizes.every((each) => each <= LARGEST_SPOOL_FILE + 2 * LARGEST_MESSAGE),
    () => `a spool of ${sizes} bytes`,
  );
  if (size > PLAIN || isLate) return;
  const session = known?.frame.session;
  const kept = (await new SpoolReader(home).read(Date.now(), () => true)).filter(
    ({ hook }) => session !== undefined && isObject(hook) && field(hook, 'session') === session,
  );
  const wanted = known !== null && !heard.isHeard ? 1 : 0;
  demand(kept.length === wanted, () => `${kept.length} reports are kept of ${wanted}`);
}

const NOBODY = { verdict: {}, isHeard: false };

/** What a window's line means. */
function meaning(line: string): { readonly verdict: HookVerdict; readonly isHeard: boolean } {
  if (line === '' || Buffer.byteLength(line) > LARGEST_ANSWER - 1) return NOBODY;
  try {
    const answer: unknown = JSON.parse(line);
    return { verdict: parseVerdict(answer), isHeard: isObject(answer) && field(answer, 'v') === 1 };
  } catch {
    return NOBODY; // No answer at all.
  }
}

function mayStop({ stop, deny }: HookVerdict): boolean {
  return stop !== undefined || deny !== undefined;
}

/** Whether an agent would not make its call, or go no further: in the terms of any of them. */
function stops(said: string): boolean {
  return /"(?:continue":false|cancel":true|abort":|block":true|(?:permission|permissionDecision|decision)":"(?:deny|block))/.test(
    said,
  );
}

function own(spoolFolder: string): string[] {
  return existsSync(spoolFolder) ? readdirSync(spoolFolder).filter((name) => name.includes('.jsonl')) : [];
}

/** The texts of its own files: where a link leads is not of its making. */
function spooled(home: string): string[] {
  const folder = join(home, 'spool');
  if (!isFolder(folder)) return [];
  return own(folder).flatMap((name) => {
    const file = join(folder, name);
    return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true ? [readFileSync(file, 'utf8')] : [];
  });
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false; // There is none, and there may not be one.
  }
}
