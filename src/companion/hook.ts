import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
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

/** A call of a hook. */
export interface HookRun {
  /** The kind of the agent whose settings call it. */
  readonly named: string;
  /** The hook's name where no payload of that agent says it. */
  readonly hook?: string | undefined;
  /** What it was given; anything. */
  readonly payload: unknown;
  /** The product's folder. */
  readonly userFolder: string;
  /** When it had its payload, in seconds since its process was started. */
  readonly started: number;
  /** Takes the answer, which is one line. @throws where nobody hears it */
  readonly say: (answer: string) => void;
}

/** Tells the windows that are concerned what happened, and passes on what they have to say. */
export async function runHook(run: HookRun): Promise<void> {
  const { named, hook, payload } = run;
  // The agent that its settings name is not always the one that runs them.
  const speaker = speakerOf(agentOfPayload(named, payload) ?? '');
  if (!isObject(payload) || !speaker?.dialect.recognises(payload)) return;
  const frame = speaker.dialect.frame(payload, hook, Date.now());
  if (frame !== null) await tell(run, speaker, payload, frame);
}

async function tell(
  { userFolder, started, say }: HookRun,
  speaker: Speaker,
  payload: JsonObject,
  frame: HookFrame,
): Promise<void> {
  const { agent } = speaker.dialect;
  const places = placesOf(frame);
  const report = printed(speaker, payload, frame, userFolder);
  const windows = windowsFor(listWindows(userFolder), places);
  // `performance` would have to be loaded.
  const gone = 1000 * (process.uptime() - started);
  const within = Math.max(WAIT_FOR_WINDOWS - gone, LEAST_WAIT_FOR_WINDOWS);
  const asked =
    askByLetters(userFolder, windows, agent, report, within) ??
    (await askBySocket(windows, agent, report, within));
  const answer = isEmptyVerdict(asked.verdict) ? null : speaker.dialect.answer(payload, frame, asked.verdict);
  if (answer !== null) {
    say(`${JSON.stringify(answer)}\n`);
    await asked.finish(true);
  }
  if (asked.heard === 0) spool(userFolder, frame.session, { agent, places, hook: JSON.parse(report) });
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
