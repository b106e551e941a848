import type { Adapter } from '../../../src/agents/adapter';
import { ADAPTERS } from '../../../src/agents/registry';
import { CAPTURES } from '../../golden/support/captures';
import type { Target } from '../engine/target';
import { recordsTarget } from './records';
import { CURSOR_SAMPLES } from './samples/cursor';
import { NATIVE_SAMPLES } from './samples/native';
import type { Sample } from './samples/sample';
import { TASK_SAMPLES } from './samples/tasks';
import { VSCODE_CHAT_SAMPLES } from './samples/vscodeChat';

const SAMPLES: ReadonlyMap<string, readonly Sample[]> = new Map([
  ['cursor', CURSOR_SAMPLES],
  ['kilo-code', TASK_SAMPLES],
  ['native', NATIVE_SAMPLES],
  ['roo-code', TASK_SAMPLES],
  ['vscode-chat', VSCODE_CHAT_SAMPLES],
]);

/** The records of every agent. */
export const AGENT_TARGETS: readonly Target[] = ADAPTERS.map((adapter: Adapter) => {
  const captures = CAPTURES.filter((capture) => capture.adapter === adapter);
  return recordsTarget(adapter, captures, SAMPLES.get(adapter.kind) ?? []);
});
