import { AgentProcesses } from '../../stop/agentProcesses';
import type { SessionKey } from '../../tracker/views';
import { agentOfCommand } from './agentCommand';
import { ProcessWay } from './processWay';

/** Which processes agents are, and the way to interrupt them: loaded with the first hook, or where a person asks. */
export interface ByProcess {
  readonly processes: AgentProcesses;
  readonly way: ProcessWay;
}

/**
 * @param ended called when a process that was interrupted is gone
 * @param failed called where one could not be watched
 */
export function createByProcess(
  ended: (key: SessionKey) => void,
  failed: (error: unknown) => void,
): ByProcess {
  const processes = new AgentProcesses({ agentOf: agentOfCommand });
  return { processes, way: new ProcessWay(processes, ended, failed) };
}
