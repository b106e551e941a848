import { realpathSync, writeSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { JsonObject } from '../agents/adapter';
import { agentOfPayload } from '../agents/hooks/payloadKind';
import { type HookCaller, type HookFrame, isEmptyVerdict } from '../agents/hooks/report';
import { isObject } from '../agents/json';
import { askByLetters } from '../channel/letters';
import { LARGEST_MESSAGE, LEAST_WAIT_FOR_WINDOWS, WAIT_FOR_WINDOWS } from '../channel/limits';
import { processBirth } from '../channel/processBirth';
import { listWindows, windowsFor } from '../channel/registry';
import { spool } from '../channel/spool';
import { platformOf } from '../text/platform';
import { askBySocket, type Speaker, speakerOf } from './parts';
import { readPayload } from './stdin';

/**
 * What an agent's hook runs: tells the windows that are concerned what happened, without the text of any file, and
 * passes on what they have to say. Succeeds whatever happens: an agent must never suffer from being watched.
 *
 * Arguments: the kind of the agent whose settings call it, and the hook's name where no payload of that agent says it.
 */
async function main(): Promise<void> {
  const payload = readPayload();
  // What its agent took to write it is not ours to make good.
  const started = process.uptime();
  const [, , named = '', hook] = process.argv;
  // The agent that its settings name is not always the one that runs them.
  const speaker = speakerOf(agentOfPayload(named, payload) ?? '');
  if (!isObject(payload) || !speaker?.dialect.recognises(payload)) return;
  const frame = speaker.dialect.frame(payload, hook, Date.now());
  if (frame !== null) await tell(userFolder(), speaker, payload, frame, started);
}

async function tell(
  folder: string,
  speaker: Speaker,
  payload: JsonObject,
  frame: HookFrame,
  started: number,
): Promise<void> {
  const { agent } = speaker.dialect;
  const places = placesOf(frame);
  const report = printed(speaker, payload, frame, folder);
  const windows = windowsFor(listWindows(folder), places);
  // `performance` would have to be loaded.
  const gone = 1000 * (process.uptime() - started);
  const within = Math.max(WAIT_FOR_WINDOWS - gone, LEAST_WAIT_FOR_WINDOWS);
  const asked =
    askByLetters(folder, windows, agent, report, within) ??
    (await askBySocket(windows, agent, report, within));
  const answer = isEmptyVerdict(asked.verdict) ? null : speaker.dialect.answer(payload, frame, asked.verdict);
  if (answer !== null) {
    writeSync(1, `${JSON.stringify(answer)}\n`);
    await asked.finish(true);
  }
  if (asked.heard === 0) spool(folder, frame.session, { agent, places, hook: JSON.parse(report) });
}

/** The product's folder: the one that the companion stands in. */
function userFolder(): string {
  const { READ_COVERAGE_HOME: named = '' } = process.env;
  return isAbsolute(named) ? named : dirname(__dirname);
}

/**
 * Where the session belongs: the folder it was started in, and the one it is in now. Codex calls hooks in the one and
 * names the other, which may be anywhere.
 */
function placesOf({ cwd }: HookFrame): string[] {
  const { CLAUDE_PROJECT_DIR: project = '' } = process.env;
  const folders = new Set([project, cwd, ownFolder()].filter(isAbsolute));
  return [...new Set([...folders].map(canonical))];
}

function ownFolder(): string {
  try {
    return process.cwd();
  } catch {
    return ''; // It is gone.
  }
}

function canonical(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder; // It is gone, or not to be looked at.
  }
}

/**
 * The report as JSON. One that is too large goes without its events, as does one whose events cannot be found out: the
 * agent's own record has them, and a stop must come through.
 */
function printed({ events }: Speaker, payload: JsonObject, frame: HookFrame, folder: string): string {
  const told = { ...frame, ...caller() };
  try {
    const text = JSON.stringify({ ...told, events: events(frame, payload, folder) });
    if (Buffer.byteLength(text) < LARGEST_MESSAGE - 1024) return text;
  } catch {
    // An update took the part of the companion away that was needed, or the payload is none that it knows.
  }
  return JSON.stringify({ ...told, events: [] });
}

/** What called this hook, so that a person can interrupt an agent that goes on in spite of a stop. */
function caller(): { readonly caller?: HookCaller } {
  const { platform, ppid: pid } = process;
  return platformOf(platform).processes === null || pid <= 1
    ? {}
    : { caller: { pid, born: processBirth(pid) } };
}

function leave(): never {
  process.exit(0);
}

process.on('uncaughtException', leave);
process.on('unhandledRejection', leave);
main().then(leave, leave);
