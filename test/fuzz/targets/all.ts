import type { Target } from '../engine/target';
import { AGENT_TARGETS } from './agents';
import { DOCUMENTS } from './documents';
import { JSON_LINES } from './lines';
import { MIXED_LOG } from './mixedLog';
import { NAMES } from './names';
import { PATHS } from './paths';
import { SHELL } from './shell';
import { SHELL_TEXT } from './shellText';

export const TARGETS: readonly Target[] = [
  ...AGENT_TARGETS,
  MIXED_LOG,
  JSON_LINES,
  DOCUMENTS,
  SHELL,
  SHELL_TEXT,
  NAMES,
  PATHS,
];

/** @throws where there is none of this name */
export function targetOf(name: string): Target {
  const target = TARGETS.find((each) => each.name === name);
  if (target === undefined) throw new Error(`No target ${name}.`);
  return target;
}
