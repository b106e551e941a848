import { acpAdapter } from './acp/adapter';
import type { Adapter, JsonObject } from './adapter';
import { claudeCodeAdapter } from './claudeCode/adapter';
import { clineAdapter } from './cline/adapter';
import { codexAdapter } from './codex/adapter';
import { copilotCliAdapter } from './copilotCli/adapter';
import { cursorAdapter } from './cursor/adapter';
import { geminiAdapter } from './gemini/adapter';
import { kiloCodeAdapter } from './kiloCode/adapter';
import { nativeAdapter } from './native/adapter';
import { opencodeAdapter } from './opencode/adapter';
import { piAdapter } from './pi/adapter';
import { qwenCodeAdapter } from './qwenCode/adapter';
import { rooCodeAdapter } from './rooCode/adapter';
import { vscodeChatAdapter } from './vscodeChat/adapter';

/** Every format that can be read. A record belongs to the first that recognises it. */
export const ADAPTERS: readonly Adapter[] = [
  nativeAdapter,
  claudeCodeAdapter,
  clineAdapter,
  codexAdapter,
  piAdapter,
  copilotCliAdapter,
  geminiAdapter,
  qwenCodeAdapter,
  acpAdapter,
  opencodeAdapter,
  rooCodeAdapter,
  kiloCodeAdapter,
  cursorAdapter,
  vscodeChatAdapter,
];

/** The format of a record, told by its shape; undefined where it has none of the known ones. */
export function adapterFor(record: JsonObject): Adapter | undefined {
  return ADAPTERS.find((adapter) => adapter.recognises(record));
}
