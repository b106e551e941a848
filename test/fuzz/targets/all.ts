import type { Target } from '../engine/target';
import { AGENT_TARGETS } from './agents';
import { CHANNEL } from './channel';
import { CLAUDE_ROWS } from './claudeRows';
import { COMMAND_LINE } from './commandLine';
import { COMPANION } from './companion';
import { DATABASE } from './database';
import { DISK } from './disk';
import { DOCUMENTS } from './documents';
import { HOOK_TARGETS } from './hooks';
import { HTTP } from './http';
import { largeTarget } from './large';
import { LETTERS } from './letters';
import { JSON_LINES } from './lines';
import { MAP } from './map';
import { MIXED_LOG } from './mixedLog';
import { NAMES } from './names';
import { PATHS } from './paths';
import { REGISTRY } from './registry';
import { SETTINGS } from './settings';
import { SHELL } from './shell';
import { SHELL_TEXT } from './shellText';
import { SPOOL } from './spool';
import { STOP_FILE } from './stopFile';

export const TARGETS: readonly Target[] = [
  ...AGENT_TARGETS,
  CLAUDE_ROWS,
  DATABASE,
  DISK,
  MIXED_LOG,
  JSON_LINES,
  DOCUMENTS,
  SHELL,
  SHELL_TEXT,
  ...HOOK_TARGETS,
  COMPANION,
  CHANNEL,
  LETTERS,
  SPOOL,
  REGISTRY,
  HTTP,
  STOP_FILE,
  SETTINGS,
  COMMAND_LINE,
  NAMES,
  PATHS,
  MAP,
  largeTarget([...AGENT_TARGETS, CLAUDE_ROWS, MIXED_LOG, ...HOOK_TARGETS]),
];

/** @throws where there is none of this name */
export function targetOf(name: string): Target {
  const target = TARGETS.find((each) => each.name === name);
  if (target === undefined) throw new Error(`No target ${name}.`);
  return target;
}
