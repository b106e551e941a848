import { Disposable } from 'vscode';
import type { BadgesParts } from './badges';
import type { Calibrate, CalibrateParts } from './calibrate';
import type { Configuration } from './configuration';
import type { Connecting, ConnectingParts } from './connect/connecting';
import type { FindingsLog } from './findingsLog';
import type { FollowAgentParts } from './followAgent';
import { Late, late } from './late';
import type { SessionMap, SessionMapParts } from './map/sessionMap';
import type { NotALoop, NotALoopParts } from './notALoop';
import type { PeekCalls, PeekCallsParts } from './peekCalls';

/** @param extensionFolder of this version, absolute */
export function lateConnecting(
  extensionFolder: string,
  heard: Pick<ConnectingParts, 'onDidHear' | 'deafness'>,
  log: FindingsLog,
): Late<Connecting> {
  return new Late(async () => {
    const { createConnecting } = await import('./connect/connecting');
    return createConnecting(extensionFolder, heard, log);
  });
}

export function lateCalibrate(parts: CalibrateParts): Late<Calibrate> {
  return new Late(async () => {
    const { Calibrate } = await import('./calibrate');
    return new Calibrate(parts);
  });
}

export function lateMap(parts: SessionMapParts): Late<SessionMap> {
  return new Late(async () => {
    const { SessionMap } = await import('./map/sessionMap');
    return new SessionMap(parts);
  });
}

export function latePeekCalls(parts: PeekCallsParts): Late<PeekCalls> {
  return new Late(async () => {
    const { PeekCalls } = await import('./peekCalls');
    return new PeekCalls(parts);
  });
}

export function lateNotALoop(parts: NotALoopParts): () => Promise<NotALoop> {
  return late(async () => {
    const { NotALoop } = await import('./notALoop');
    return new NotALoop(parts);
  });
}

export function lateFollowAgent(parts: FollowAgentParts): Disposable {
  return onceWanted('followAgent', parts, async () => {
    const { FollowAgent } = await import('./followAgent');
    return new FollowAgent(parts);
  });
}

export function lateBadges(parts: BadgesParts & Pick<Wanted, 'failed'>): Disposable {
  return onceWanted('show.badges', parts, async () => {
    const { Badges } = await import('./badges');
    return new Badges(parts);
  });
}

interface Wanted {
  readonly configuration: Configuration;
  readonly failed: (error: unknown) => void;
}

/** A part that is off by its setting: loaded once a person wants it. */
function onceWanted(
  setting: 'followAgent' | 'show.badges',
  { configuration, failed }: Wanted,
  load: () => Promise<Disposable>,
): Disposable {
  const part = new Late(load);
  const look = () => {
    if (configuration.get(setting)) part.get().catch(failed);
  };
  look();
  return Disposable.from(
    part,
    configuration.onDidChange((names) => {
      if (names.has(setting)) look();
    }),
  );
}
