// The agent that the script which started the host wants to be tested.
import type { AgentClient } from './clients/client';
import { CLIENTS } from './clients/clients';

export interface AgentUnderTest {
  /** The kind of its adapter. */
  readonly agent: string;
  readonly version: string;
  /** Its program, absolute. */
  readonly program: string;
  /** The home folder that it is given. */
  readonly home: string;
  /** Where to write what was seen. */
  readonly seen: string;
}

function agentUnderTest(): AgentUnderTest {
  const { READ_COVERAGE_TEST_AGENT: given } = process.env;
  if (given === undefined) throw new Error('No agent to test was named.');
  return JSON.parse(given);
}

function clientOf({ agent }: AgentUnderTest): AgentClient {
  const found = CLIENTS.find((client) => client.agent === agent);
  if (found === undefined) throw new Error(`Nothing is known of a client of ${agent}.`);
  return found;
}

export const agent = agentUnderTest();
export const client = clientOf(agent);
/** The agent with its version, as people call it. */
export const agentName = `${client.name} ${agent.version}`;
