import { join } from 'node:path';
import { Disposable, type Event, workspace } from 'vscode';
import type { Connection } from '../../channel/connections';
import type { Deafness } from '../../channel/deafness';
import type { Hearing } from '../../channel/hearing';
import { Nudge } from '../../channel/nudge';
import type { CanonicalPaths } from '../../ingest/canonicalPath';
import { userFolder } from '../../ingest/userFolder';
import type { LineHasher } from '../../text/lineHash';
import type { SessionKey } from '../../tracker/views';
import type { Configuration } from '../configuration';
import type { CoverageService } from '../coverageService';
import type { FindingsLog } from '../findingsLog';
import type { Following } from '../following';
import { Late, late } from '../late';
import type { Stopping } from '../stopping/stopping';
import { WindowChannel } from './windowChannel';

export interface ChannelParts {
  readonly service: CoverageService;
  readonly configuration: Configuration;
  readonly following: Following;
  readonly stopping: Stopping;
  readonly hasher: () => LineHasher;
  readonly paths: CanonicalPaths;
  readonly log: FindingsLog;
  /** Of this version of the extension, absolute. */
  readonly extensionFolder: string;
}

/** The window's ear for hooks, and its voice. */
export interface WindowHearing extends Disposable {
  /** Fires with the session's id when a hook is heard. */
  readonly onDidHear: Event<string>;
  connectionOf(session: SessionKey): Connection | undefined;
  /** Why hooks of an agent of this kind are not heard; undefined: they are. */
  deafness(agent: string): Deafness | undefined;
}

export function createChannel(parts: ChannelParts): WindowHearing {
  const { service, configuration, following, stopping, hasher, paths, log, extensionFolder } = parts;
  const nudge = new Nudge({
    mode: () => configuration.get('nudge'),
    reads: (session, actor, path) => service.reads(session, { actor, path }),
    foresee: (event) => service.foresee(event),
    canonical: (path) => paths.resolve(path),
    look: (path) => following.look(path),
  });
  let heard: Hearing | undefined;
  const hearing = late(async () => {
    const { Hearing } = await import('../../channel/hearing');
    heard = new Hearing({
      complete: (events) => following.complete(events),
      apply: (events) => service.hear(events),
      decided: () => stopping.automatic.decided,
      stops: stopping.hooks,
      nudge,
      processes: stopping.processes,
      onFault: (fault) => log.failure('The process of an agent could not be looked at', fault),
      mayAnswer: () => workspace.isTrusted,
    });
    return heard;
  });
  const folder = userFolder();
  const channel = new WindowChannel({
    userFolder: folder,
    shippedCompanion: join(extensionFolder, 'dist', 'companion.cjs'),
    hasher,
    configuration,
    hearing,
    log,
  });
  const recall = new Late(async () => {
    const { Recall } = await import('./recall');
    return new Recall({ userFolder: folder, hasher, paths, following, hearing: await hearing(), log });
  });
  const began = following.onDidChange(() => {
    began.dispose();
    recall
      .get()
      .catch((error: unknown) => log.failure('What agents told while no window heard them is lost', error));
  });
  const listener = service.onDidApply(({ event }) => {
    nudge.observe(event, Date.now());
    if (event.via === undefined) heard?.observe(event, Date.now());
  });
  return {
    onDidHear: channel.onDidHear,
    connectionOf: (session) => heard?.connections.of(session),
    deafness: (agent) => channel.deafness(agent),
    dispose: () => Disposable.from(listener, began, recall, channel).dispose(),
  };
}
