import { timingSafeEqual } from 'node:crypto';
import type { HookReport, HookVerdict } from '../agents/hooks/report';

/** What a window answers to a hook. */
export interface HookAnswer {
  readonly verdict: HookVerdict;
  /** Called once the agent was told; perhaps never. */
  delivered(): void;
}

/** Hears hooks of an agent of a kind; quick, since the agent waits. */
export type HookListener = (agent: string, report: HookReport) => Promise<HookAnswer>;

/** Whether a secret is the right one; how long that takes tells nothing of how much of it is right. */
export function isSecret(given: unknown, right: string): boolean {
  if (typeof given !== 'string') return false;
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
