import type { Disposable, Event } from 'vscode';
import type { FoundAgent } from '../agents/agentNames';
import type { Connection } from '../channel/connections';
import type { StopRequest } from '../stop/stopRequest';
import type { Level, SessionKey } from '../tracker/views';
import type { Configuration } from './configuration';
import type { CoverageService } from './coverageService';
import { type Endangered, formatCounter, levelOf, mostEndangered, shownThreshold } from './danger';
import type { Episodes } from './episodes';
import type { FirstRun } from './firstRun';
import type { PastView } from './map/pastView';
import type { TextState } from './marks/marks';
import type { QuietFiles } from './quietFiles';
import type { SessionChoice } from './sessionChoice';
import type { StopControl } from './stopping/stopControl';

/** What the file in the active editor is to the drawn session. */
export interface ActiveFile {
  /** As the editor names it. */
  readonly path: string;
  readonly state: TextState;
  /** How much of its present text was given, 0 to 1; undefined where the text is none that was. */
  readonly share: number | undefined;
}

export interface ActiveShare {
  readonly onDidChange: Event<void>;
  /** Undefined where nothing can be told. */
  ofActiveFile(): ActiveFile | undefined;
}

/** What the status bar and the menu tell. */
export interface Status {
  /** `nothing`: no session is known; `quiet`: none is live. */
  readonly kind: 'nothing' | 'quiet' | 'live';
  readonly endangered: Endangered | undefined;
  /** `3/6`. */
  readonly counter: string | undefined;
  readonly threshold: number;
  /** The highest level that the counter stands at. */
  readonly level: Level | undefined;
  /** An actor that is live has passed the stop level and done nothing else since. */
  readonly alarm: boolean;
  readonly file: ActiveFile | undefined;
  readonly stop: StopRequest | undefined;
  /** The session that is told of. */
  readonly session: SessionKey | undefined;
  /** Files that a person said are no loop in that session. */
  readonly quietFiles: number;
  /** When the moment was that the marks are of, ms since the epoch; null: not known. Undefined: they are of now. */
  readonly asOf: number | null | undefined;
  /** Agents that seem to be used here, whose sessions wait for a person's permission. */
  readonly waiting: readonly FoundAgent[];
}

export interface StatusSources {
  readonly service: CoverageService;
  readonly choice: SessionChoice;
  readonly configuration: Configuration;
  readonly episodes: Episodes;
  readonly stops: StopControl;
  readonly share: ActiveShare;
  readonly quiet: QuietFiles;
  readonly firstRun: FirstRun;
  readonly past: Pick<PastView, 'time' | 'onDidChange'>;
  /** How a session is connected, if it is. */
  readonly connectionOf: (session: SessionKey) => Connection | undefined;
}

export function currentStatus(sources: StatusSources): Status {
  const { service, configuration, episodes, stops, share, quiet, firstRun, past } = sources;
  const live = service.liveSessions();
  const alarmed = live.filter(({ key }) => episodes.isOpen(key));
  const endangered = mostEndangered(alarmed.length > 0 ? alarmed : live);
  const levels = configuration.levels();
  const threshold = shownThreshold(levels);
  const key = endangered?.session.key ?? sources.choice.current;
  return {
    kind: service.sessions().length === 0 ? 'nothing' : live.length === 0 ? 'quiet' : 'live',
    endangered,
    counter: endangered && formatCounter(endangered, threshold),
    threshold,
    level: endangered && levelOf(endangered.value, levels),
    alarm: alarmed.length > 0,
    file: share.ofActiveFile(),
    stop: key && stops.of(key),
    session: key,
    quietFiles: key === undefined ? 0 : quiet.markedIn(key).length,
    asOf: past.time,
    waiting: firstRun.waiting,
  };
}

/** Calls `update` whenever the status may be another. */
export function onStatusChange(sources: StatusSources, update: () => void): readonly Disposable[] {
  const { service, choice, configuration, stops, share, quiet, firstRun, past } = sources;
  return [
    service.onDidChange(update),
    choice.onDidChange(update),
    configuration.onDidChange(update),
    stops.onDidChange(update),
    share.onDidChange(update),
    quiet.onDidChange(update),
    past.onDidChange(update),
    firstRun.onDidChangeWaiting(update),
  ];
}
