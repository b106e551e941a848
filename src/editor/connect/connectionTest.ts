import { randomUUID } from 'node:crypto';
import { l10n } from 'vscode';
import type { Deafness } from '../../channel/deafness';
import type { AgentConnector, HookCall } from '../../connect/agentConnector';
import type { BriefRun } from '../../connect/briefRun';
import { tryHook, tryHttpHook } from '../../connect/hookTest';
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
  parts: ConnectingParts,
): Promise<TestOutcome> {
  const byCommand = await heardFrom(parts, (session, folder) =>
    testCommand(connector, call, parts, session, folder),
  );
  if (byCommand.kind !== 'heard' || !call.http) return byCommand;
  const { http } = call;
  return heardFrom(parts, (session, folder) => testHttp(connector, http, session, folder));
}

/** Gives how long it took, in ms, or what went wrong. */
type Send = (session: string, folder: string) => Promise<number | string>;

async function heardFrom(
  { machine, onDidHear, deafness }: ConnectingParts,
  send: Send,
): Promise<TestOutcome> {
  const session = `connection-test-${randomUUID()}`;
  const [folder = machine.home] = openFolders();
  let listener = { dispose: () => {} };
  const heard = new Promise<true>((resolve) => {
    listener = onDidHear((each) => {
      if (each === session) resolve(true);
    });
  });
  try {
    const sent = await send(session, folder);
    if (typeof sent === 'string') return { kind: 'failed', problem: sent };
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), HEARD_WITHIN));
    return (await Promise.race([heard, late]))
      ? { kind: 'heard', took: Math.round(sent) }
      : { kind: 'unheard', because: deafness() };
  } finally {
    listener.dispose();
  }
}

async function testCommand(
  connector: AgentConnector,
  { command }: HookCall,
  { machine }: ConnectingParts,
  session: string,
  folder: string,
): Promise<number | string> {
  const run = await tryHook(command, connector.testPayload(session, folder), folder, machine);
  if (!run) return l10n.t('it could not be started');
  return run.exitCode === 0 && run.stdout === '' ? run.took : problemOf(run);
}

function problemOf({ exitCode, stdout, stderr }: BriefRun): string {
  const [said = ''] = (stderr || stdout).trim().split('\n');
  const how =
    exitCode === null ? l10n.t('it took too long') : l10n.t('it ended with code {code}', { code: exitCode });
  return said === '' ? how : `${how}: ${said}`;
}

async function testHttp(
  connector: AgentConnector,
  http: NonNullable<HookCall['http']>,
  session: string,
  folder: string,
): Promise<number | string> {
  const hook = connector.httpHook(http);
  const payload = connector.testPayload(session, folder);
  for (let tries = HTTP_TRIES; ; tries--) {
    const started = performance.now();
    const status = await tryHttpHook(hook, payload);
    if (status === 200) return performance.now() - started;
    if (status !== undefined) return l10n.t('port {port} answers with {status}', { port: http.port, status });
    if (tries === 0) return l10n.t('nobody listens on port {port}', { port: http.port });
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
  }
}
