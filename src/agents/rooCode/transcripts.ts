import type { JsonObject } from '../adapter';
import { editorFolders } from '../editorFolders';
import { isObject, textField } from '../json';
import { folderInDetails, folderOf, parsedText } from '../recordedFolder';
import type { Head, Transcripts } from '../transcripts';

export const rooCodeTranscripts = taskTranscripts('rooveterinaryinc.roo-cline');

/** The tasks that Roo Code, and what was made of it, keeps in the storage of its extension. */
export function taskTranscripts(extension: string): Transcripts {
  return {
    roots: (machine) => editorFolders(machine).map((folder) => `${folder}/globalStorage/${extension}`),
    files: [
      {
        main: 'tasks/<session>/api_conversation_history.json',
        stored: 'document',
        head,
        sidecars: [{ path: 'tasks/<session>/history_item.json', cwd: cwdOfItem }],
      },
    ],
  };
}

function head(record: JsonObject): Head {
  return { cwd: folderInDetails(record) };
}

function cwdOfItem(text: string): string | null {
  const item = parsedText(text);
  return isObject(item) ? (folderOf(textField(item, 'workspace')) ?? null) : null;
}
