// What a person has in the places where an agent is connected.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentConnector } from '../../src/connect/agentConnector';
import { CONNECTORS } from '../../src/connect/connectors';
import { agent, client } from './agentUnderTest';

/** What the person's own hook writes to. */
const log = join(agent.home, 'own.log');

export const connector = connectorOf(agent.agent);

function connectorOf(kind: string): AgentConnector {
  const found = CONNECTORS.find((each) => each.agent === kind);
  if (found === undefined) throw new Error(`${kind} cannot be connected.`);
  return found;
}

/** Gives the person a hook of their own. */
export function writeOwnHook(): void {
  const { name, text, isProgram = false } = client.ownHook(log);
  const file = join(agent.home, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: isProgram ? 0o755 : 0o600 });
}

/** How often the person's own hook was called since this was last asked. */
export function ownCalls(): number {
  const calls = existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0;
  writeFileSync(log, '');
  return calls;
}

/** The bytes of the files of the first place where the agent can be connected, and of the person's hook; null: no file. */
export function filesNow(): ReadonlyMap<string, string | null> {
  const machine = { env: process.env, platform: process.platform, home: agent.home };
  const files = connector.places(machine, [])[0]?.files.map(({ file }) => file) ?? [];
  const all = new Set([...files, join(agent.home, client.ownHook(log).name)]);
  return new Map([...all].map((file) => [file, existsSync(file) ? readFileSync(file, 'latin1') : null]));
}
