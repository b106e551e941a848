import { Disposable, l10n, type Memento, workspace } from 'vscode';
import { AgentProcesses } from '../../stop/agentProcesses';
import { HookAnswerWay } from '../../stop/hookAnswer';
import { removeAcknowledged, StopFileWay, sweepStopFile } from '../../stop/stopFile';
import type { StopAcknowledgedEvent } from '../../tracker/event';
import type { SessionKey, SessionSummary } from '../../tracker/views';
import type { Configuration } from '../configuration';
import type { CoverageService } from '../coverageService';
import type { Episodes } from '../episodes';
import type { FindingsLog } from '../findingsLog';
import { openFolders } from '../following';
import { agentOfCommand } from './agentCommand';
import { AgentTerminals } from './agentTerminals';
import { AutomaticStop } from './automaticStop';
import { CommandWay } from './commandWay';
import { folderOf } from './folderOf';
import { KeptStops } from './keptStops';
import { ProcessWay } from './processWay';
import { ResumeAgent } from './resumeAgent';
import { StopAgent } from './stopAgent';
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
  readonly stopAgent: StopAgent;
  readonly resumeAgent: ResumeAgent;
  readonly automatic: AutomaticStop;
  readonly hooks: HookAnswerWay;
  /** Which processes the agents are whose hooks are heard. */
  readonly processes: AgentProcesses;
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
  const fileWay = new StopFileWay((scope) => folderOf(service, scope));
  const hooks = new HookAnswerWay(() => l10n.t('the answer to its hooks'), {
    acknowledged: (key) => control.acknowledged(key),
    rested: (key, actor) => control.rested(key, actor),
    prompted: (key) => control.prompted(key),
    ignored: (key, refused) => notices.ignored(key, refused),
    changed: () => kept.save(),
  });
  const processes = new AgentProcesses({ agentOf: agentOfCommand });
  const processWay = new ProcessWay(
    processes,
    (key) => control.processEnded(key),
    (error) => log.failure('A process that was interrupted could not be watched', error),
  );
  const control = new StopControl({
    ways: [hooks, fileWay, terminalWay],
    lastResort: new CommandWay(configuration),
    onlyAsked: [processWay],
    log,
  });
  const kept = new KeptStops(memory, hooks, control, log);
  kept
    .restore()
    .catch((error: unknown) => log.failure('A stop of before this window was loaded is lost', error));
  const stopAgent = new StopAgent(service, control, terminalWay);
  const notices = new StopNotices(control, (request) => stopAgent.run(request.scope.key));
  const countFromHere = ({ key }: SessionSummary) => {
    episodes.close(key);
    service.rearm(key);
  };
  const resumeAgent = new ResumeAgent(service, control, countFromHere);
  const automatic = new AutomaticStop(service, control, (session) => resumeAgent.resume(session));
  /** A window that was reloaded has forgotten its stop, the harness has not: its answer takes the file away. */
  const takeAway = ({ source, session, agent }: StopAcknowledgedEvent, key: SessionKey) => {
    const folder = folderOf(service, { key, source, session, agent, actor: null, cwd: null });
    if (folder === undefined) return;
    removeAcknowledged(folder, session).catch((error: unknown) =>
      log.failure('The stop file that was answered could not be removed', error),
    );
  };
  const listeners = Disposable.from(
    // What is read back from the past answers no stop of now; what a person said since it was asked for does.
    service.onDidApply(({ event, live, applied }) => {
      if (!live && event.kind !== 'prompt') return;
      control.observe(event);
      if (event.kind === 'stop-acknowledged' && workspace.isTrusted) takeAway(event, applied.session);
    }),
    control.onDidChange(({ state, scope }) => {
      kept.save();
      if (state === 'stopped') episodes.close(scope.key);
    }),
    notices,
  );
  if (workspace.isTrusted) sweep(log);
  return {
    control,
    stopAgent,
    resumeAgent,
    automatic,
    hooks,
    processes,
    dispose: () => {
      listeners.dispose();
      control.dispose();
      terminals.dispose();
    },
  };
}

/** Removes stop files that other windows left behind. */
function sweep(log: FindingsLog): void {
  for (const folder of openFolders()) {
    sweepStopFile(folder, Date.now()).catch((error: unknown) =>
      log.failure('An old stop file could not be removed', error),
    );
  }
}
