import { textField } from '../json';
import { folderOf } from '../recordedFolder';
import type { Transcripts } from '../transcripts';

/** `QWEN_RUNTIME_DIR`, `QWEN_HOME` or `~/.qwen`. */
export const qwenCodeTranscripts: Transcripts = {
  roots: (machine) => [
    machine.folder('QWEN_RUNTIME_DIR') ?? machine.folder('QWEN_HOME') ?? `${machine.home}/.qwen`,
  ],
  files: [
    {
      main: 'projects/<project>/chats/<session>.jsonl',
      subagents: 'projects/<project>/subagents/<session>/agent-*.jsonl',
      stored: 'lines',
      head: (record) => ({ cwd: folderOf(textField(record, 'cwd')) }),
      projectName: (folder) => folder.replace(/[^a-zA-Z0-9]/g, '-'),
    },
  ],
};
