// What each version of Claude Code is expected to make of a stop: the one place that knows of a difference.
import { isAtLeast, parseVersion } from '../../src/connect/version';
import { agent } from './agentUnderTest';

/** Since then, a run ends at a stop that comes with a refusal. */
const STOPS_END = { major: 2, minor: 1, patch: 212 };

export interface Expectations {
  /**
   * Whether the run ends where a stop comes before a call. Where it does not, the call and all after it are refused,
   * and the model goes on being asked.
   */
  readonly endsBeforeACall: boolean;
}

function expectationsOf(text: string): Expectations {
  const version = parseVersion(text);
  if (version === undefined) throw new Error(`“${text}” is no version.`);
  return { endsBeforeACall: isAtLeast(version, STOPS_END) };
}

export const expected = expectationsOf(agent.version);
