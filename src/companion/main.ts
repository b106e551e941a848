import { realpathSync, writeSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { JsonObject } from '../agents/adapter';
import { hookAnswer } from '../agents/claudeCode/hookAnswer';
import { hookReport } from '../agents/claudeCode/hookPayload';
import { printReport } from '../agents/hooks/message';
import { payloadKind } from '../agents/hooks/payloadKind';
import { type HookReport, isEmptyVerdict } from '../agents/hooks/report';
import { askWindows } from '../channel/client';
import { LARGEST_MESSAGE, LEAST_WAIT_FOR_WINDOWS, WAIT_FOR_WINDOWS } from '../channel/limits';
import { listWindows, windowsFor } from '../channel/registry';
import { spool } from '../channel/spool';
import { installationHasherSync } from '../ingest/installationKey';
import type { LineHasher } from '../text/lineHash';
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
  const folder = userFolder();
  const hasher = installationHasherSync(folder);
  const report = hookReport(payload as JsonObject, { hasher, time: Date.now() });
  if (report !== null) await tell(folder, payload as JsonObject, report, hasher, started);
}

async function tell(
  folder: string,
  payload: JsonObject,
  report: HookReport,
  hasher: LineHasher,
  started: number,
): Promise<void> {
  const agent = process.argv[2] ?? '';
  const places = placesOf(report);
  const hook = printed(report, hasher);
  const windows = windowsFor(listWindows(folder), places);
  // `performance` would have to be loaded.
  const gone = 1000 * (process.uptime() - started);
  const within = Math.max(WAIT_FOR_WINDOWS - gone, LEAST_WAIT_FOR_WINDOWS);
  const asked = await askWindows(windows, agent, hook, within);
  const answer = isEmptyVerdict(asked.verdict) ? null : hookAnswer(payload, asked.verdict);
  if (answer !== null) writeSync(1, `${JSON.stringify(answer)}\n`);
  await asked.finish(answer !== null);
  if (asked.heard === 0) spool(folder, report.session, { agent, places, hook: JSON.parse(hook) });
}

/** The product's folder: the one that the companion stands in. */
function userFolder(): string {
  const { READ_COVERAGE_HOME: named = '' } = process.env;
  return isAbsolute(named) ? named : dirname(__dirname);
}

/** Where the session belongs: the folder it was started in, and the one it is in now. */
function placesOf({ cwd }: HookReport): string[] {
  const { CLAUDE_PROJECT_DIR: project = '' } = process.env;
  const folders = isAbsolute(project) ? [project, cwd] : [cwd];
  return [...new Set(folders.map(canonical))];
}

function canonical(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder; // It is gone, or not to be looked at.
  }
}

/** The report as JSON. One that is too large goes without its events: the agent's own record has them. */
function printed(report: HookReport, hasher: LineHasher): string {
  const text = JSON.stringify(printReport(report, hasher));
  return Buffer.byteLength(text) < LARGEST_MESSAGE - 1024
    ? text
    : JSON.stringify(printReport({ ...report, events: [] }, hasher));
}

function leave(): never {
  process.exit(0);
}

process.on('uncaughtException', leave);
process.on('unhandledRejection', leave);
main().then(leave, leave);
