import type { Adapter } from '../adapter';
import { CodexReader } from './reader';
import { isCodexRecord } from './row';
import { codexTranscripts } from './transcripts';

/** Rollouts of Codex: a thread's file, those of its subagents, forks, and the bare ones of 2025. */
export const codexAdapter: Adapter = {
  kind: 'codex',
  recognises: isCodexRecord,
  reader: (context) => new CodexReader(context),
  transcripts: codexTranscripts,
};
