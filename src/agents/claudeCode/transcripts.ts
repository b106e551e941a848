import { textField } from '../json';
import type { Machine, Names, Transcripts } from '../transcripts';

/** Older versions wrote the transcripts of subagents beside the main one. */
const SUBAGENT = 'agent-';
/** A longer name is cut and gets a hash. */
const LONGEST_PROJECT = 200;

export const claudeCodeTranscripts: Transcripts = {
  roots: claudeRoots,
  files: [
    {
      main: 'projects/<project>/<session>.jsonl',
      subagents: 'projects/<project>/<session>/subagents/**/agent-*.jsonl',
      stored: 'lines',
      head: (record, names) => ({
        cwd: textField(record, 'cwd'),
        parent: isSubagent(names) ? textField(record, 'sessionId') : undefined,
      }),
      projectName: (folder) => folder.replace(/[^a-zA-Z0-9]/g, '-').slice(0, LONGEST_PROJECT),
    },
  ],
};

/** `CLAUDE_CONFIG_DIR`, which can name several folders, or `~/.claude`. */
export function claudeRoots(machine: Machine): readonly string[] {
  const named = machine.folders('CLAUDE_CONFIG_DIR');
  return named.length > 0 ? named : [`${machine.home}/.claude`];
}

function isSubagent(names: Names): boolean {
  return names.get('session')?.startsWith(SUBAGENT) === true;
}
