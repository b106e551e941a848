import type { JsonObject } from '../adapter';
import { editorFolders } from '../editorFolders';
import { isObject, textField } from '../json';
import { folderInDetails, folderOf, parsedText } from '../recordedFolder';
import type { Head, Transcripts } from '../transcripts';
import { speakerOf, workingFolder } from './document';

/**
 * `CLINE_DATA_DIR`, or `~/.cline/data`. A session's folder holds its messages, those of its subagents, the file of its
 * compaction, and the session's own file, which tells the folder that it works in. The extension kept tasks in its storage.
 */
export const clineTranscripts: Transcripts = {
  roots: (machine) => [
    machine.folder('CLINE_DATA_DIR') ?? `${machine.home}/.cline/data`,
    ...editorFolders(machine).map((folder) => `${folder}/globalStorage/saoudrizwan.claude-dev`),
  ],
  files: [
    {
      main: 'sessions/<session>/<session>.messages.json',
      subagents: 'sessions/<session>/{*__*.messages,agent_*.messages,<session>.compaction}.json',
      stored: 'document',
      head,
      sidecars: [{ path: 'sessions/<session>/<session>.json', cwd: sessionFolder }],
    },
    {
      main: 'tasks/<session>/api_conversation_history.json',
      stored: 'document',
      head: (record) => ({ cwd: folderInDetails(record) }),
    },
  ],
};

function head(record: JsonObject): Head {
  const { session, parent } = speakerOf(record, undefined);
  return {
    cwd: workingFolder(record) ?? undefined,
    session: session === '' ? undefined : session,
    parent: parent === null ? undefined : session,
  };
}

function sessionFolder(text: string): string | null {
  const session = parsedText(text);
  return isObject(session) ? (folderOf(textField(session, 'cwd')) ?? null) : null;
}
