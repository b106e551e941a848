import { Disposable, l10n, type Memento, workspace } from 'vscode';
import type { AgentProcesses } from '../../stop/agentProcesses';
import { HookAnswerWay } from '../../stop/hookAnswer';
import type { StopWay } from '../../stop/stopRequest';
import type { StopAcknowledgedEvent } from '../../tracker/event';
import type { SessionKey, SessionSummary } from '../../tracker/views';
import type { Configuration } from '../configuration';
import type { CoverageService } from '../coverageService';
import type { Episodes } from '../episodes';
import type { FindingsLog } from '../findingsLog';
import { openFolders } from '../following';
import { late } from '../late';
import { AgentTerminals } from './agentTerminals';
import { AutomaticStop } from './automaticStop';
import { CommandWay } from './commandWay';
import { folderOf } from './folderOf';
import { KeptStops } from './keptStops';
import { ResumeAgent } from './resumeAgent';
import type { StopAgent } from './stopAgent';
import { StopControl } from './stopControl';
import { StopNotices } from './stopNotices';
import { TerminalWay } from './terminalWay';

export interface StoppingParts {
  readonly service: CoverageService;
  readonly configuration: Configuration;
  readonly episodes: Episodes;
  readonly log: FindingsLog;
  /** Resolves a path's symlinks. */
  readonly canonical: (path: string) => Promise<string>;
  /** Of the workspace. */
  readonly memory: Memento;
}

/** Everything that stops, put together. */
export interface Stopping extends Disposable {
  readonly control: StopControl;
  readonly stopAgent: Pick<StopAgent, 'run'>;
  readonly resumeAgent: ResumeAgent;
  readonly automatic: AutomaticStop;
  readonly hooks: HookAnswerWay;
  /** Which processes the agents are whose hooks are heard. */
  readonly processes: Pick<AgentProcesses, 'note'>;
}

export function createStopping({
  service,
  configuration,
  episodes,
  log,
  canonical,
  memory,
}: StoppingParts): Stopping {
  const terminals = new AgentTerminals((ended) => {
    const key = terminalWay.sessionIn(ended);
    if (key !== undefined) control.processEnded(key);
  });
  const terminalWay = new TerminalWay(terminals, () => service.liveSessions(), canonical);
  const fileWay: StopWay = {
    offer: async (scope) => {
      const { StopFileWay } = await stopFiles();
      return new StopFileWay((asked) => folderOf(service, asked)).offer(scope);
    },
  };
  const hooks = new HookAnswerWay(() => l10n.t('the answer to its hooks'), {
    acknowledged: (key) => control.acknowledged(key),
    rested: (key, actor) => control.rested(key, actor),
    prompted: (key) => control.prompted(key),
    ignored: (key, refused) => notices.ignored(key, refused),
    changed: () => kept.save(),
  });
  const byProcess = late(async () => {
    const { createByProcess } = await import('./byProcess');
    return createByProcess(
      (key) => control.processEnded(key),
      (error) => log.failure('A process that was interrupted could not be watched', error),
    );
  });
  const control = new StopControl({
    ways: [hooks, fileWay, terminalWay],
    lastResort: new CommandWay(configuration),
    onlyAsked: [{ offer: async (scope) => (await byProcess()).way.offer(scope) }],
    log,
  });
  const kept = new KeptStops(memory, hooks, control, log);
  kept
    .restore()
    .catch((error: unknown) => log.failure('A stop of before this window was loaded is lost', error));
  const stopAgent: Stopping['stopAgent'] = {
    run: async (session) => {
      const { StopAgent } = await import('./stopAgent');
      await new StopAgent(service, control, terminalWay).run(session);
    },
  };
  const notices = new StopNotices(control, (request) => stopAgent.run(request.scope.key));
  const countFromHere = ({ key }: SessionSummary) => {
    episodes.close(key);
    service.rearm(key);
  };
  const resumeAgent = new ResumeAgent(service, control, countFromHere);
  const automatic = new AutomaticStop(service, control, (session) => resumeAgent.resume(session));
  /** A window that was reloaded has forgotten its stop, the harness has not: its answer takes the file away. */
  const takeAway = async ({ source, session, agent }: StopAcknowledgedEvent, key: SessionKey) => {
    const folder = folderOf(service, { key, source, session, agent, actor: null, cwd: null });
    if (folder === undefined) return;
    const { removeAcknowledged } = await stopFiles();
    await removeAcknowledged(folder, session);
  };
  const listeners = Disposable.from(
    // What is read back from the past answers no stop of now; what a person said since it was asked for does.
    service.onDidApply(({ event, live, applied }) => {
      if (!live && event.kind !== 'prompt') return;
      kept.observe(event);
      control.observe(event);
      if (event.kind !== 'stop-acknowledged' || !workspace.isTrusted) return;
      takeAway(event, applied.session).catch((error: unknown) =>
        log.failure('The stop file that was answered could not be removed', error),
      );
    }),
    control.onDidChange(({ state, scope }) => {
      kept.save();
      if (state === 'stopped') episodes.close(scope.key);
    }),
    notices,
  );
  if (workspace.isTrusted) {
    sweep().catch((error: unknown) => log.failure('An old stop file could not be removed', error));
  }
  return {
    control,
    stopAgent,
    resumeAgent,
    automatic,
    hooks,
    processes: { note: async (...given) => (await byProcess()).processes.note(...given) },
    dispose: () => {
      listeners.dispose();
      control.dispose();
      terminals.dispose();
    },
  };
}

/** Only a window whose workspace has one, or whose agent is to be stopped, needs all of it. */
function stopFiles() {
  return import('../../stop/stopFile');
}

/** Removes stop files that other windows left behind. */
async function sweep(): Promise<void> {
  const { sweepStopFile } = await stopFiles();
  await Promise.all(openFolders().map((folder) => sweepStopFile(folder, Date.now())));
}
