import { l10n, window } from 'vscode';
import { type AgentProcesses, isGoneSoon } from '../../stop/agentProcesses';
import { descendantsOf, type ProcessInfo, stillRuns } from '../../stop/processes';
import type { StopOffer, StopScope, StopWay } from '../../stop/stopRequest';
import { errorCode } from '../../text/errors';
import type { SessionKey } from '../../tracker/views';
import { inLabel, inMessage, listedInShort } from '../names';

/** Longer command lines are cut where they are shown. */
const LONGEST = 60;

/**
 * Interrupts the process that called a session's hooks, for a person whose agent goes on in spite of a stop. Never
 * offered by itself: the program may end by it, which a stop otherwise leaves to the agent.
 */
export class ProcessWay implements StopWay {
  readonly #processes: AgentProcesses;
  readonly #ended: (key: SessionKey) => void;
  readonly #failed: (error: unknown) => void;

  /** @param ended called when a process that was interrupted is gone */
  constructor(processes: AgentProcesses, ended: (key: SessionKey) => void, failed: (error: unknown) => void) {
    this.#processes = processes;
    this.#ended = ended;
    this.#failed = failed;
  }

  async offer({ key, actor }: StopScope): Promise<StopOffer | undefined> {
    if (actor !== null) return undefined;
    const found = await this.#processes.of(key);
    if (found === undefined) return undefined;
    return {
      kind: 'process',
      label: l10n.t('SIGINT to process {pid} ({program}), which may end by it', {
        pid: found.pid,
        program: inLabel(inShort(found)),
      }),
      send: () => this.#interrupt(key, found),
      withdraw: async () => undefined,
    };
  }

  async #interrupt(key: SessionKey, found: ProcessInfo): Promise<void> {
    const gone = () => new Error(l10n.t('Process {pid} is no longer the agent.', { pid: found.pid }));
    const children = await descendantsOf(found.pid);
    // The last moment to look: the number may be another's since.
    if ((await this.#processes.of(key))?.born !== found.born) throw gone();
    try {
      process.kill(found.pid, 'SIGINT');
    } catch (error) {
      if (errorCode(error) === 'ESRCH') throw gone();
      throw error;
    }
    this.#watch(key, found, children).catch(this.#failed);
  }

  /** What the agent had started may outlive it. */
  async #watch(key: SessionKey, found: ProcessInfo, children: readonly ProcessInfo[]): Promise<void> {
    const isGone = await isGoneSoon(found);
    if (isGone) this.#ended(key);
    const still = await Promise.all(children.map(stillRuns));
    const left = children.filter((_, i) => still[i]);
    if (!isGone || left.length === 0) return;
    const programs = left.map((child) => `${inShort(child)} (${child.pid})`);
    await window.showWarningMessage(
      l10n.t('The agent ended. What it had started still runs: {programs}.', {
        programs: inMessage(listedInShort(programs)),
      }),
    );
  }
}

function inShort({ commandLine }: ProcessInfo): string {
  return commandLine.length > LONGEST ? `${commandLine.slice(0, LONGEST)}…` : commandLine;
}
