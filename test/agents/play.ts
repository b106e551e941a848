// What the suites share: the agent under test, and playing a script to it.
import * as vscode from 'vscode';
import type { TestAccess } from '../../src/editor/testAccess';
import { type SessionKey, sessionKey } from '../../src/tracker/views';
import { workspaceFolder } from '../host/support';
import { agent, client } from './agentUnderTest';
import { type Conversation, type ModelRequest, ScriptedModel } from './model/scriptedModel';
import { type ClientResult, runClient } from './runClient';
import { Sightings } from './sightings';

/** How long a test may take that plays a script, ms. */
export const RUN_WITHIN_MS = 300_000;

export const sightings = new Sightings(agent.seen);
export const folder = () => workspaceFolder().uri.fsPath;
export const keyOf = (session: string) => sessionKey(client.agent, session);

/** Sets settings of this extension for the user. */
export async function settings(values: Readonly<Record<string, unknown>>): Promise<void> {
  const section = vscode.workspace.getConfiguration('readCoverage');
  for (const [name, value] of Object.entries(values)) await section.update(name, value, true);
}

export interface Run {
  readonly model: ScriptedModel;
  readonly result: ClientResult;
}

export interface Play {
  readonly conversations: readonly Conversation[];
  readonly prompt: string;
  /** A session to go on with. */
  readonly resume?: string;
  /** An argument that the client is not given this time. */
  readonly without?: string;
  /** Runs before each answer of the model. */
  before?(request: ModelRequest, session: SessionKey): Promise<void>;
}

/** Plays conversations to one prompt to the real client. */
export async function play({ conversations, prompt, resume, without, before }: Play): Promise<Run> {
  let key = keyOf('');
  const model = new ScriptedModel(client.api, conversations, {
    mainTool: client.mainTool,
    before: async (request) => before?.(request, key),
  });
  const onSession = (session: string) => {
    key = keyOf(session);
  };
  try {
    const address = await model.start();
    const result = await runClient({ prompt, cwd: folder(), model: address, resume, without, onSession });
    if (model.failure !== undefined) throw model.failure;
    return { model, result };
  } finally {
    model.stop();
  }
}

/** The main actor of a session, or its first subagent. */
export function actorOf(access: TestAccess, session: SessionKey, which: 'main' | 'subagent') {
  const actors = access.sessions().find(({ key }) => key === session)?.actors ?? [];
  return actors.find(({ actor }) => (actor === 'main') === (which === 'main'));
}
