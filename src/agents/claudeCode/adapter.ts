import type { Adapter } from '../adapter';
import { ClaudeCodeReader } from './reader';
import { isClaudeRow } from './row';
import { RowParser } from './rowParser';
import { claudeCodeTranscripts } from './transcripts';

/** Claude Code's transcripts: the session's file, its subagents' files, and sidechains within it. */
export const claudeCodeAdapter: Adapter = {
  kind: 'claude-code',
  recognises: isClaudeRow,
  reader: (context) => new ClaudeCodeReader(context),
  rowParse: (hasher, mark) => {
    const parser = new RowParser(hasher, mark);
    return (row) => parser.parse(row);
  },
  transcripts: claudeCodeTranscripts,
};
