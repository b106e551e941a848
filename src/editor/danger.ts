import { LEVELS } from '../tracker/levelWatch';
import type { LevelSettings } from '../tracker/settings';
import type { ActorSummary, Level, SessionSummary } from '../tracker/views';

/** An actor and how far its largest counter has come. */
export interface Endangered {
  readonly session: SessionSummary;
  readonly actor: ActorSummary;
  readonly value: number;
  /** Some of the counted reads may not have been for nothing. */
  readonly uncertain: boolean;
}

/** The actor with the largest counter; where several are equal, the one that acted last. */
export function mostEndangered(sessions: readonly SessionSummary[]): Endangered | undefined {
  let most: Endangered | undefined;
  for (const session of sessions) {
    for (const actor of session.actors) {
      const { value } = actor.danger;
      const ahead = value - (most?.value ?? -1);
      if (ahead < 0 || (ahead === 0 && (actor.lastTime ?? 0) <= (most?.actor.lastTime ?? 0))) continue;
      most = { session, actor, value, uncertain: actor.stopStreak < value };
    }
  }
  return most;
}

/** The value that a counter is shown against: the highest level that is on; 0 where none is. */
export function shownThreshold({ notice, warning, stop }: LevelSettings): number {
  return [stop, warning, notice].find((level) => level > 0) ?? 0;
}

/** The highest level that a counter has come to. */
export function levelOf(value: number, levels: LevelSettings): Level | undefined {
  return LEVELS.findLast((level) => levels[level] > 0 && value >= levels[level]);
}

/** `3/6`; `~3/6` where it is uncertain; `3` without a threshold. */
export function formatCounter({ value, uncertain }: Endangered, threshold: number): string {
  return `${uncertain ? '~' : ''}${value}${threshold > 0 ? `/${threshold}` : ''}`;
}
