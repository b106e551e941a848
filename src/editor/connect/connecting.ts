import { join } from 'node:path';
import type { Disposable, Event } from 'vscode';
import type { FoundAgent } from '../../agents/agentNames';
import type { Deafness } from '../../channel/deafness';
import type { Machine } from '../../connect/programs';
import { userFolder } from '../../ingest/userFolder';
import type { Answer } from '../diagnostics/answer';
import type { FindingsLog } from '../findingsLog';
import { connectionAnswers } from './agentConnections';
import { ChangePreview } from './changePreview';
import { ConnectAgent } from './connectAgent';
import { DisconnectAgent } from './disconnectAgent';
import { thisMachine } from './thisMachine';

export interface ConnectingParts {
  readonly machine: Machine;
  /** The product's own folder, absolute. */
  readonly userFolder: string;
  /** The companion that came with this version, absolute. */
  readonly shippedCompanion: string;
  /** The program that runs the extension host, absolute. */
  readonly editorRuntime: string;
  /** Fires with the session's id when this window hears a hook. */
  readonly onDidHear: Event<string>;
  /** Why this window hears no hooks of an agent of this kind; undefined: it does. */
  readonly deafness: (agent: string) => Deafness | undefined;
  readonly preview: ChangePreview;
  readonly log: FindingsLog;
}

/** Connecting agents and disconnecting them, put together. */
export interface Connecting extends Disposable {
  readonly connectAgent: ConnectAgent;
  readonly disconnectAgent: DisconnectAgent;
  /** How each of these agents is known, in words. */
  answers(agents: readonly FoundAgent[]): Promise<readonly Answer[]>;
}

/** @param extensionFolder of this version, absolute */
export function createConnecting(
  extensionFolder: string,
  { onDidHear, deafness }: Pick<ConnectingParts, 'onDidHear' | 'deafness'>,
  log: FindingsLog,
): Connecting {
  const preview = new ChangePreview();
  const parts: ConnectingParts = {
    machine: thisMachine(),
    userFolder: userFolder(),
    shippedCompanion: join(extensionFolder, 'dist', 'companion.cjs'),
    editorRuntime: process.execPath,
    onDidHear,
    deafness,
    preview,
    log,
  };
  return {
    connectAgent: new ConnectAgent(parts),
    disconnectAgent: new DisconnectAgent(parts),
    answers: (agents) => connectionAnswers(agents, parts),
    dispose: () => preview.dispose(),
  };
}
