import type { Target } from '../engine/target';
import { AGENT_TARGETS } from './agents';
import { COMMAND_LINE } from './commandLine';
import { DOCUMENTS } from './documents';
import { HOOK_TARGETS } from './hooks';
import { JSON_LINES } from './lines';
import { MAP } from './map';
import { MIXED_LOG } from './mixedLog';
import { NAMES } from './names';
import { PATHS } from './paths';
import { SETTINGS } from './settings';
import { SHELL } from './shell';
import { SHELL_TEXT } from './shellText';

export const TARGETS: readonly Target[] = [
  ...AGENT_TARGETS,
  MIXED_LOG,
  JSON_LINES,
  DOCUMENTS,
  SHELL,
  SHELL_TEXT,
  ...HOOK_TARGETS,
  SETTINGS,
  COMMAND_LINE,
  NAMES,
  PATHS,
  MAP,
];

/** @throws where there is none of this name */
export function targetOf(name: string): Target {
  const target = TARGETS.find((each) => each.name === name);
  if (target === undefined) throw new Error(`No target ${name}.`);
  return target;
}
