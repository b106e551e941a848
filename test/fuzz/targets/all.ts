import type { Target } from '../engine/target';
import { AGENT_TARGETS } from './agents';

export const TARGETS: readonly Target[] = [...AGENT_TARGETS];

/** @throws where there is none of this name */
export function targetOf(name: string): Target {
  const target = TARGETS.find((each) => each.name === name);
  if (target === undefined) throw new Error(`No target ${name}.`);
  return target;
}
