import { realpathSync, writeSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { JsonObject } from '../agents/adapter';
import { hookAnswer } from '../agents/claudeCode/hookAnswer';
import { hookFrame } from '../agents/claudeCode/hookFrame';
import { payloadKind } from '../agents/hooks/payloadKind';
import { type HookFrame, isEmptyVerdict } from '../agents/hooks/report';
import { askByLetters } from '../channel/letters';
import { LARGEST_MESSAGE, LEAST_WAIT_FOR_WINDOWS, WAIT_FOR_WINDOWS } from '../channel/limits';
import { listWindows, windowsFor } from '../channel/registry';
import { spool } from '../channel/spool';
import { askBySocket, hookEvents } from './parts';
import { readPayload } from './stdin';

/**
 * What an agent's hook runs: tells the windows that are concerned what happened, without the text of any file, and
 * passes on what they have to say. Succeeds whatever happens: an agent must never suffer from being watched.
 */
async function main(): Promise<void> {
  const payload = readPayload();
  // What its agent took to write it is not ours to make good.
  const started = process.uptime();
  // The agent that its settings name is not always the one that runs them.
  if (payloadKind(payload) !== process.argv[2]) return;
  const frame = hookFrame(payload as JsonObject, Date.now());
  if (frame !== null) await tell(userFolder(), payload as JsonObject, frame, started);
}

async function tell(folder: string, payload: JsonObject, frame: HookFrame, started: number): Promise<void> {
  const agent = process.argv[2] ?? '';
  const places = placesOf(frame);
  const hook = printed(frame, payload, folder);
  const windows = windowsFor(listWindows(folder), places);
  // `performance` would have to be loaded.
  const gone = 1000 * (process.uptime() - started);
  const within = Math.max(WAIT_FOR_WINDOWS - gone, LEAST_WAIT_FOR_WINDOWS);
  const asked =
    askByLetters(folder, windows, agent, hook, within) ?? (await askBySocket(windows, agent, hook, within));
  const answer = isEmptyVerdict(asked.verdict) ? null : hookAnswer(payload, asked.verdict);
  if (answer !== null) {
    writeSync(1, `${JSON.stringify(answer)}\n`);
    await asked.finish(true);
  }
  if (asked.heard === 0) spool(folder, frame.session, { agent, places, hook: JSON.parse(hook) });
}

/** The product's folder: the one that the companion stands in. */
function userFolder(): string {
  const { READ_COVERAGE_HOME: named = '' } = process.env;
  return isAbsolute(named) ? named : dirname(__dirname);
}

/** Where the session belongs: the folder it was started in, and the one it is in now. */
function placesOf({ cwd }: HookFrame): string[] {
  const { CLAUDE_PROJECT_DIR: project = '' } = process.env;
  const folders = isAbsolute(project) ? [project, cwd] : [cwd];
  return [...new Set([...new Set(folders)].map(canonical))];
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
function printed(frame: HookFrame, payload: JsonObject, folder: string): string {
  try {
    const text = JSON.stringify({ ...frame, events: hookEvents(frame, payload, folder) });
    if (Buffer.byteLength(text) < LARGEST_MESSAGE - 1024) return text;
  } catch {
    // An update took the part of the companion away that was needed, or the payload is none that it knows.
  }
  return JSON.stringify({ ...frame, events: [] });
}

function leave(): never {
  process.exit(0);
}

process.on('uncaughtException', leave);
process.on('unhandledRejection', leave);
main().then(leave, leave);
