// A hook of Claude Code as its companion delivers it, without the companion's own start.
import { hookReport, hooksOf } from '../../src/agents/hooks/dialects';
import { printReport } from '../../src/agents/hooks/message';
import { askWindows } from '../../src/channel/client';
import { WAIT_FOR_WINDOWS } from '../../src/channel/limits';
import { listWindows } from '../../src/channel/registry';
import { installationHasherSync } from '../../src/ingest/installationHasher';
import { userFolder } from '../../src/ingest/userFolder';

const AGENT = 'claude-code';

export interface HookedRead {
  readonly session: string;
  readonly cwd: string;
  readonly call: string;
  /** Absolute. */
  readonly path: string;
  /** What the agent was given, from the first line on. */
  readonly content: string;
}

/** Gives what delivers a read to all windows; it resolves with their answer. */
export function hookOf({ session, cwd, call, path, content }: HookedRead): () => Promise<unknown> {
  const hasher = installationHasherSync();
  const numLines = content.split('\n').length;
  const payload = {
    session_id: session,
    cwd,
    transcript_path: `${cwd}/${session}.jsonl`,
    hook_event_name: 'PostToolUse',
    tool_name: 'Read',
    tool_use_id: call,
    tool_input: { file_path: path },
    tool_response: {
      type: 'text',
      file: { filePath: path, content, startLine: 1, numLines, totalLines: numLines },
    },
  };
  const hooks = hooksOf(AGENT, payload);
  const report = hooks && hookReport(hooks, payload, { hasher, time: Date.now() });
  if (!report) throw new Error('no hook of Claude Code');
  const text = JSON.stringify(printReport(report, hasher));
  return () => askWindows(listWindows(userFolder()), AGENT, text, WAIT_FOR_WINDOWS);
}
