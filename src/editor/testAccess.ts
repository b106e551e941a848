import type { TextDocument } from 'vscode';
import type { Connection } from '../channel/connections';
import type { Deafness } from '../channel/deafness';
import type { IngestState } from '../ingest/diagnostics';
import type { StopRequest } from '../stop/stopRequest';
import type { SessionKey, SessionSummary } from '../tracker/views';
import type { MapData } from '../webview/map/messages';
import type { ComparedRead } from './compareRead';
import type { Answer, Section } from './diagnostics/answer';
import type { Moment } from './map/pastView';
import type { MarkedRange } from './marks/lineStates';
import type { ShownStatus } from './statusBar';
import type { Took } from './stopwatch';
import type { CoverageTree } from './tree/coverageTree';

/** What the tests in a host are given of a window, since no API reads what is on the screen. Never in a normal one. */
export interface TestAccess {
  /** What VS Code had to wait for. */
  readonly activation: Took;
  statusBar(): ShownStatus;
  sessions(): readonly SessionSummary[];
  liveSessions(): readonly SessionKey[];
  /** The session that is drawn. */
  drawn(): SessionKey | undefined;
  marks(document: TextDocument): readonly MarkedRange[];
  whyNothing(): Promise<readonly Section[]>;
  followed(): IngestState | undefined;
  stop(session: SessionKey): StopRequest | undefined;
  /** Texts of the notifications at the stop level so far. */
  readonly notifications: readonly string[];
  /** What “Not a loop” does. */
  notALoop(session: SessionKey, path: string): Promise<void>;
  /** What the view of the Explorer holds. */
  readonly tree: Pick<CoverageTree, 'getChildren' | 'getTreeItem'>;
  /** What the map of a session shows; undefined: it is not open. */
  map(): MapData | undefined;
  /** What “Compare with What the Agent Was Given” does. */
  compareRead(session: SessionKey, path: string): Promise<ComparedRead>;
  /** What the map's slider does. */
  goBack(moment: Moment | undefined): void;
  /** How a session is connected. */
  connection(session: SessionKey): Connection | undefined;
  /** How agents are known, in words. */
  connections(): Promise<readonly Answer[]>;
  /** Why this window hears no hooks. */
  deafness(agent: string): Deafness | undefined;
  /** Whether the first question was put. */
  wasAsked(): boolean;
}
