import { acpAdapter } from '../../../src/agents/acp/adapter';
import { claudeCodeAdapter } from '../../../src/agents/claudeCode/adapter';
import { clineAdapter } from '../../../src/agents/cline/adapter';
import { codexAdapter } from '../../../src/agents/codex/adapter';
import { copilotCliAdapter } from '../../../src/agents/copilotCli/adapter';
import { geminiAdapter } from '../../../src/agents/gemini/adapter';
import { opencodeAdapter } from '../../../src/agents/opencode/adapter';
import { OPENCODE_LAYOUT } from '../../../src/agents/opencode/transcripts';
import { piAdapter } from '../../../src/agents/pi/adapter';
import { qwenCodeAdapter } from '../../../src/agents/qwenCode/adapter';
import { databaseRows } from '../../../src/ingest/sqlite/databaseRows';
import type { Capture } from './captureSuite';
import { withRecordedDatabase } from './database';
import { documents } from './documents';

/** A recorded run, and whose it is. */
export interface NamedCapture extends Capture {
  /** As its makers write it. */
  readonly agent: string;
  readonly version: string;
}

const claude = (version: string, ...names: readonly string[]): NamedCapture[] =>
  names.map((capture) => ({ agent: 'Claude Code', version, capture, adapter: claudeCodeAdapter }));

/** Recorded runs of real agents whose truth is exact, call by call. */
export const CAPTURES: readonly NamedCapture[] = [
  ...claude(
    '2.1.332',
    'claude-code',
    'claude-code-autocompact',
    'claude-code-autocompact2',
    'claude-code-extedit',
    'claude-code-mention',
    'claude-code-repeat',
  ),
  ...claude('2.1.100', 'claude-code-2.1.100', 'claude-code-repeat2100'),
  ...claude('2.0.60', 'claude-code-2.0.60'),
  {
    agent: 'Codex CLI, direct tools',
    version: '0.171.0',
    capture: 'codex-direct',
    adapter: codexAdapter,
  },
  { agent: 'Codex CLI, code mode', version: '0.171.0', capture: 'codex-cm', adapter: codexAdapter },
  {
    agent: 'OpenCode',
    version: '1.18.33',
    capture: 'opencode',
    adapter: opencodeAdapter,
    records: () =>
      new Map([['opencode.db', withRecordedDatabase((path) => [...databaseRows(path, [OPENCODE_LAYOUT])])]]),
  },
  {
    agent: 'Gemini CLI',
    version: '0.61.0',
    capture: 'gemini',
    adapter: geminiAdapter,
    // A file beside the transcript tells it.
    baseFolder: '/home/dev/ws',
  },
  { agent: 'Copilot CLI', version: '1.0.102', capture: 'copilot-cli', adapter: copilotCliAdapter },
  { agent: 'pi', version: '1.6.0', capture: 'pi', adapter: piAdapter },
  {
    agent: 'Qwen Code',
    version: '0.24.4',
    capture: 'qwen-code',
    adapter: qwenCodeAdapter,
    misses: {
      'sh-cat-long':
        'The end of a large output is shown without its place: how many lines are missing is not recorded, and the length of the file is known only with a doubt of one line.',
    },
  },
  {
    agent: 'Cline CLI',
    version: '3.0.65',
    capture: 'cline',
    adapter: clineAdapter,
    records: () => documents('cline', '.messages.json'),
    // A file beside the transcript tells it.
    baseFolder: '/home/dev/ws',
    isNoLog: true,
    misses: {
      'sh-cat-long':
        'An output of more than 48,000 characters is stored without its middle, and how many lines are missing is not told: where its end stands in the file is not certain.',
    },
  },
  {
    agent: 'ACP (claude-agent-acp)',
    version: '0.101.0',
    capture: 'acp-claude',
    adapter: acpAdapter,
  },
];

/** Runs over a workspace of traps; their truth was worked out by comparing texts, which is not always enough. */
export const TRAPS: readonly NamedCapture[] = [
  ...claude('2.1.332', 'claude-code-shell', 'claude-code-shell2'),
  ...claude('2.1.100', 'claude-code-shell-2.1.100'),
  ...claude('2.0.60', 'claude-code-shell-2.0.60'),
];

export function captureOf(name: string): NamedCapture {
  const found = [...CAPTURES, ...TRAPS].find(({ capture }) => capture === name);
  if (found === undefined) throw new Error(`no capture ${name}`);
  return found;
}
