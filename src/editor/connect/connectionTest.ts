import { randomUUID } from 'node:crypto';
import { l10n } from 'vscode';
import type { Deafness } from '../../channel/deafness';
import type { AgentConnector, ConnectPlace, HookCall, Trial } from '../../connect/agentConnector';
import type { BriefRun } from '../../connect/briefRun';
import { tryHook, tryHttpHook, tryModule } from '../../connect/hookTest';
import { openFolders } from '../following';
import type { ConnectingParts } from './connecting';

/** How long a test event may take to this window after it was sent, ms. */
const HEARD_WITHIN = 2000;
/** A window may need some seconds to take over the port for HTTP. */
const HTTP_TRIES = 30;
const BETWEEN_TRIES = 300;

/** What became of a test event. */
export type TestOutcome =
  | { readonly kind: 'heard'; readonly took: number }
  /** It was sent without a fault, and did not come here; because of what, where that is known. */
  | { readonly kind: 'unheard'; readonly because: Deafness | undefined }
  | { readonly kind: 'failed'; readonly problem: string };

/** Calls the hooks as the agent will, with an event that tells nothing, and waits until this window has heard it. */
export async function testConnection(
  connector: AgentConnector,
  call: HookCall,
  place: ConnectPlace,
  parts: ConnectingParts,
): Promise<TestOutcome> {
  const trialsIn = (session: string, folder: string) => connector.trials({ call, place, session, folder });
  const [folder = parts.machine.home] = openFolders();
  let outcome: TestOutcome = { kind: 'unheard', because: undefined };
  for (const i of trialsIn('', folder).keys()) {
    outcome = await heardFrom(parts, connector.agent, (session) => {
      const trial = trialsIn(session, folder)[i];
      return trial === undefined ? Promise.resolve(0) : send(trial, folder, parts);
    });
    if (outcome.kind !== 'heard') break;
  }
  return outcome;
}

async function heardFrom(
  { onDidHear, deafness }: ConnectingParts,
  agent: string,
  send: (session: string) => Promise<number | string>,
): Promise<TestOutcome> {
  const session = `connection-test-${randomUUID()}`;
  let listener = { dispose: () => {} };
  const heard = new Promise<true>((resolve) => {
    listener = onDidHear((each) => {
      if (each === session) resolve(true);
    });
  });
  try {
    const sent = await send(session);
    if (typeof sent === 'string') return { kind: 'failed', problem: sent };
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), HEARD_WITHIN));
    return (await Promise.race([heard, late]))
      ? { kind: 'heard', took: Math.round(sent) }
      : { kind: 'unheard', because: deafness(agent) };
  } finally {
    listener.dispose();
  }
}

/** Gives how long it took, in ms, or what went wrong. */
async function send(
  trial: Trial,
  folder: string,
  { machine, editorRuntime }: ConnectingParts,
): Promise<number | string> {
  switch (trial.kind) {
    case 'command':
      return timeOf(await tryHook(trial.command, trial.payload, folder, machine));
    case 'node':
      return timeOf(await tryModule(trial.code, folder, editorRuntime, machine));
    case 'http':
      return testHttp(trial);
  }
}

function timeOf(run: BriefRun | undefined): number | string {
  if (!run) return l10n.t('it could not be started');
  return run.exitCode === 0 && run.stdout === '' ? run.took : problemOf(run);
}

function problemOf({ exitCode, stdout, stderr }: BriefRun): string {
  const [said = ''] = (stderr || stdout).trim().split('\n');
  const how =
    exitCode === null ? l10n.t('it took too long') : l10n.t('it ended with code {code}', { code: exitCode });
  return said === '' ? how : `${how}: ${said}`;
}

async function testHttp({ hook, payload }: Extract<Trial, { kind: 'http' }>): Promise<number | string> {
  const { port } = new URL(hook.url);
  for (let tries = HTTP_TRIES; ; tries--) {
    const started = performance.now();
    const status = await tryHttpHook(hook, payload);
    if (status === 200) return performance.now() - started;
    if (status !== undefined) return l10n.t('port {port} answers with {status}', { port, status });
    if (tries === 0) return l10n.t('nobody listens on port {port}', { port });
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
  }
}
